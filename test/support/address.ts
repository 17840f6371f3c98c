import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { Transform } from "node:stream";

/** One address on loopback that leads to a server, and perhaps to another one then, as a virtual address does. */
export interface Address {
  port: number;
  /** From now on to this port, or nowhere; whoever is connected is cut off. */
  leadTo(port: number | undefined): void;
  /** Connected clients hear nothing more and are not told, as with a machine that is gone; new ones are led on. */
  fallSilent(): void;
  /** From now on whatever is sent there arrives so much later; answers come at once. */
  delay(ms: number): void;
  stop(): Promise<void>;
}

export async function openAddress(first: number): Promise<Address> {
  let target: number | undefined = first;
  let delayMs = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (target === undefined) {
      near.destroy();
      return;
    }
    const far = connect(target, "127.0.0.1");
    far.setNoDelay();
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      // What breaks off closes, and that is all there is to do.
      one.on("error", () => {});
      one.once("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    far.pipe(near);
    near.pipe(late(() => delayMs)).pipe(far);
  });
  const cut = () => {
    for (const each of open) each.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      cut();
    },
    fallSilent() {
      for (const each of open) each.unpipe().pause();
    },
    delay(ms) {
      delayMs = ms;
    },
    stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}

/** Bytes in their order, each so many milliseconds after it came. */
function late(ms: () => number): Transform {
  return new Transform({
    transform(bytes, _, done) {
      setTimeout(() => done(null, bytes), ms());
    },
  });
}
