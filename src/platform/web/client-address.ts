import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/**
 * The sender of a request, for counting: an IPv4 address, or the first half of an IPv6 address, since one customer has all
 * that begin with it. `proxies`: how many add an address to X-Forwarded-For; anyone may have written the entries before.
 */
export function clientOf(
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
  proxies: number,
): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  const told = proxies > 0 ? forwarded.at(-proxies)?.trim() : undefined;
  return networkOf(told || (socket.remoteAddress ?? ""));
}

export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=[0-9.]+$)/i, "").slice(0, 64);
  if (!isIPv6(bare)) return bare;
  const [head = "", tail] = bare.split("::").map((half) => half.split(":"));
  const groups = tail === undefined ? head : [...head, ...Array<string>(8).fill("0")];
  return [...groups].slice(0, 4).join(":");
}
