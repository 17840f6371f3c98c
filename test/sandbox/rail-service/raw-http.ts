import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Sends bytes (one for each character) and no more, and gives whatever comes back until the service closes. */
export async function sendRaw(baseUrl: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
  socket.end(Buffer.from(bytes, "latin1"));
  return text(socket);
}
