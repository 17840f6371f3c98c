import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** Returns a port before anyone opens it: the last one, or another if that is taken. */
export async function freePort(file: string): Promise<number> {
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (await opened(last)) ?? (await opened(0)) ?? 0;
  writeFileSync(file, String(port));
  return port;
}

/** Returns undefined if the port is taken. */
async function opened(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
