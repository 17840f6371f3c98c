import { getMimeType } from "hono/utils/mime";

/** The first bytes of each kind of picture. */
const SIGNATURES: readonly [mimetype: string, bytes: Buffer][] = [
  ["image/png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff])],
  ["image/gif", Buffer.from("GIF87a")],
  ["image/gif", Buffer.from("GIF89a")],
];

/** Recognises a picture by its bytes alone, and any other file by its name. */
export function mimetypeOf(bytes: Buffer, name: string): string {
  const known = SIGNATURES.find(([, start]) => bytes.subarray(0, start.length).equals(start));
  if (known) return known[0];
  const [named = ""] = getMimeType(name)?.split(";") ?? [];
  return named === "" || named.startsWith("image/") ? "application/octet-stream" : named;
}

/** The kinds that Slack draws in a message: png, jpg and gif. */
export const isPictureType = (mimetype: string): boolean =>
  SIGNATURES.some(([known]) => known === mimetype);
