import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { StoreError } from "./store-error.ts";

/** Seals secrets at rest. The workspace is bound in: what was sealed for one never opens for another. */
export interface Seal {
  /** With what each text begins that the first key has sealed. */
  prefix: string;
  seal(secret: string, workspaceId: string): string;
  /** Throws a `StoreError` `cannot-unseal` when no key fits or the text was changed. */
  open(sealed: string, workspaceId: string): string;
}

const ALGORITHM = "aes-256-gcm";

/** AES-256-GCM. `keys` are 32 bytes each: the first seals, all open. */
export function createSeal(keys: readonly [Buffer, ...Buffer[]]): Seal {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const id = keyId(keys[0]);
  const prefix = `v1.${id}.`;

  return {
    prefix,

    seal(secret, workspaceId) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, keys[0], iv).setAAD(boundTo(id, workspaceId));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString("base64url"));
      return `${prefix}${parts.join(".")}`;
    },

    open(sealed, workspaceId) {
      const [version, id = "", ...parts] = sealed.split(".");
      const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url"));
      const key = byId.get(id);
      if (version !== "v1" || !key || !iv || !text || !tag) throw cannotUnseal();
      try {
        const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 })
          .setAAD(boundTo(id, workspaceId))
          .setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw cannotUnseal(cause);
      }
    },
  };
}

function keyId(key: Buffer): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 12);
}

function boundTo(id: string, workspaceId: string): Buffer {
  return Buffer.from(JSON.stringify([id, workspaceId]));
}

function cannotUnseal(cause?: unknown): StoreError {
  return new StoreError(
    "cannot-unseal",
    "A stored token cannot be opened with the keys in ENCRYPTION_KEYS. Keep the key that sealed it in the list.",
    { cause },
  );
}
