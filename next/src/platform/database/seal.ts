import { createCipheriv, createDecipheriv } from "node:crypto";
import { DatabaseError } from "./database-error.ts";
import type { NamedKeys } from "./named-keys.ts";

/**
 * AES-256-GCM. What a secret is for is bound in: in another row, or in a row that was given another
 * address, it does not open.
 */
export interface Seal {
  seal(secret: string, boundTo: readonly string[]): string;
  /** Throws a `DatabaseError`: `missing-key`, or `unsealable` if text or bounds were changed. */
  open(sealed: string, boundTo: readonly string[]): string;
}

const ALGORITHM = "aes-256-gcm";

export function createSeal(keys: NamedKeys, random: (bytes: number) => Uint8Array): Seal {
  return {
    seal(secret, boundTo) {
      const { name, key } = keys.first;
      const iv = random(12);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(bytesOf(name, boundTo));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      const parts = [Buffer.from(iv), text, cipher.getAuthTag()];
      return [name, ...parts.map((part) => part.toString("base64url"))].join(".");
    },

    open(sealed, boundTo) {
      const { name, key } = keys.of(sealed);
      const [, ...parts] = sealed.split(".");
      const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url"));
      try {
        if (!iv || !text || !tag) throw new TypeError("Parts are missing");
        const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 })
          .setAAD(bytesOf(name, boundTo))
          .setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new DatabaseError("unsealable", "A sealed secret, or its row, was changed", {
          cause,
        });
      }
    },
  };
}

/** A list in JSON: no two different lists make the same bytes. */
const bytesOf = (name: string, boundTo: readonly string[]): Buffer =>
  Buffer.from(JSON.stringify([name, ...boundTo]));
