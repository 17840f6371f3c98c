import type { Context } from "./context.ts";

/** A random UUID (RFC 9562, version 4). */
export function uuid({ random }: Context): string {
  const hex = Buffer.from(random(16)).toString("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
