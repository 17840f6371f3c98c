import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface SlowLine extends AsyncDisposable {
  /** As the address that it leads to, with a port of its own. */
  url: string;
  /** Whatever is sent from now on takes so long. */
  setDelay(ms: number): void;
}

/** A line to an address over which everything that is sent arrives later, if wanted; answers come at once. */
export async function slowLine(to: string): Promise<SlowLine> {
  const target = new URL(to);
  const open = new Set<Socket>();
  let delay = 0;
  const server = createServer((from) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const socket of [from, onward]) {
      open.add(socket);
      socket.setNoDelay();
      // Whoever breaks off breaks off both.
      socket.once("close", () => {
        open.delete(socket);
        from.destroy();
        onward.destroy();
      });
      socket.on("error", () => socket.destroy());
    }
    onward.pipe(from);
    let before = Promise.resolve();
    from.on("data", (bytes) => {
      const late = pause(delay);
      before = before.then(async () => {
        await late;
        onward.write(bytes);
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    setDelay(ms) {
      delay = ms;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
