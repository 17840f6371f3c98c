import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { createSeal } from "../../src/platform/database/seal.ts";

export const KEY = Buffer.alloc(32, 7);

/** The seal of a store in a test. */
export const SEAL = createSeal([KEY]);

/** A text as the former release sealed it: bound to its key and workspace, and to nothing else. */
export function sealedFormerly(secret: string, workspaceId: string, key: Buffer = KEY): string {
  const id = createHash("sha256").update(key).digest("hex").slice(0, 12);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(JSON.stringify([id, workspaceId])));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString("base64url"));
  return `v1.${id}.${parts.join(".")}`;
}
