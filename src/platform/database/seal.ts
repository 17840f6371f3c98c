import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { RowMacs } from "./row-mac.ts";
import { createRowMacs } from "./row-mac.ts";
import { StoreError } from "./store-error.ts";

/**
 * The purpose of a sealed secret. All of it is bound in: a text copied to another row, or whose row gets another
 * address, no longer opens. `workspaceId` of a Slack token is that of the workspace or organisation.
 */
export type SealedFor =
  | { purpose: "rail-token"; workspaceId: string; connectionId: string; baseUrl: string }
  | { purpose: "slack-bot-token" | "slack-refresh-token"; workspaceId: string };

/** Workspaces whose rows have to be signed, as known outside the database. */
export interface Enforced {
  has(workspaceId: string): boolean;
  add(workspaceId: string): void;
}

function enforcedInMemory(): Enforced {
  const known = new Set<string>();
  return { has: (id) => known.has(id), add: (id) => void known.add(id) };
}

/** Seals secrets at rest, and signs rows. */
export interface Seal {
  rows: RowMacs;
  enforced: Enforced;
  /** With what each text begins that the first key has sealed. */
  prefix: string;
  seal(secret: string, sealedFor: SealedFor): string;
  /** Throws a `StoreError` `cannot-unseal` when no key fits, or the text or what it is sealed for was changed. */
  open(sealed: string, sealedFor: SealedFor): string;
  /** Opens texts of the former release, too, which are bound to the workspace alone. Throws as `open`. */
  openFormer(sealed: string, sealedFor: SealedFor): string;
}

/** With what each text begins that the former release has sealed. */
export const FORMER_PREFIX = "v1.";

const ALGORITHM = "aes-256-gcm";

/** AES-256-GCM. `keys` are 32 bytes each: the first seals, all open. */
export function createSeal(
  keys: readonly [Buffer, ...Buffer[]],
  enforced: Enforced = enforcedInMemory(),
): Seal {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const id = keyId(keys[0]);
  const prefix = `v2.${id}.`;

  function opened(sealed: string, sealedFor: SealedFor, isFormerRead: boolean): string {
    const [version, id = "", ...parts] = sealed.split(".");
    const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url"));
    const key = byId.get(id);
    const isFormer = version === "v1" && isFormerRead;
    if ((version !== "v2" && !isFormer) || !key || !iv || !text || !tag) throw cannotUnseal();
    try {
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 })
        .setAAD(isFormer ? formerlyBoundTo(id, sealedFor) : boundTo(id, sealedFor))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    } catch (cause) {
      throw cannotUnseal(cause);
    }
  }

  return {
    rows: createRowMacs(keys, keyId),
    enforced,
    prefix,

    seal(secret, sealedFor) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, keys[0], iv).setAAD(boundTo(id, sealedFor));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString("base64url"));
      return `${prefix}${parts.join(".")}`;
    },

    open: (sealed, sealedFor) => opened(sealed, sealedFor, false),
    openFormer: (sealed, sealedFor) => opened(sealed, sealedFor, true),
  };
}

function keyId(key: Buffer): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 12);
}

/** The order is part of the form: a list, since an object's order would be the caller's. */
function boundTo(id: string, sealedFor: SealedFor): Buffer {
  const { purpose, workspaceId } = sealedFor;
  const place =
    sealedFor.purpose === "rail-token" ? [sealedFor.connectionId, sealedFor.baseUrl] : [];
  return Buffer.from(JSON.stringify(["v2", id, purpose, workspaceId, ...place]));
}

const formerlyBoundTo = (id: string, { workspaceId }: SealedFor) =>
  Buffer.from(JSON.stringify([id, workspaceId]));

function cannotUnseal(cause?: unknown): StoreError {
  return new StoreError(
    "cannot-unseal",
    "A stored token cannot be opened: no key in ENCRYPTION_KEYS fits, or its row in the database was changed. Keep the key that sealed it in the list.",
    { cause },
  );
}
