import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from "node:crypto";
import { DatabaseError } from "./database-error.ts";

export type Keys = ReturnType<typeof createKeys>;
/** HMAC-SHA-256 over what a row is and holds: says that this app wrote it. */
export type Macs = Keys["macs"];
type MacParts = readonly (string | number | null)[];

const ALGORITHM = "aes-256-gcm";

/**
 * The first of ENCRYPTION_KEYS (32 bytes each) seals secrets and signs rows; all of them open and
 * verify. Every sealed text and every mac begins with its key's name and a stop; where we lack that
 * key, reading throws a `DatabaseError` `missing-key`. `random` makes the initialisation vectors.
 */
export function createKeys(keys: readonly Uint8Array[], random: (bytes: number) => Uint8Array) {
  const named = new Map(
    keys.map((key) => [
      nameOf(key),
      { forSeals: derive(key, "signalbox seal"), forMacs: derive(key, "signalbox macs") },
    ]),
  );
  const [first = ""] = named.keys();

  function keyOf(name: string) {
    const key = named.get(name);
    if (key) return key;
    throw new DatabaseError("missing-key", `ENCRYPTION_KEYS lacks the key ${name}`);
  }

  const macOf = (name: string, parts: MacParts): Buffer =>
    createHmac("sha256", keyOf(name).forMacs).update(JSON.stringify(parts)).digest();

  /** Throws a `DatabaseError` `unsealable` if text or bounds were changed. */
  function open(sealed: string, boundTo: readonly string[]): string {
    const [name = "", ...parts] = sealed.split(".");
    const { forSeals } = keyOf(name);
    const [iv, text, tag] = parts.map((part) => Buffer.from(part, "base64url"));
    try {
      if (!iv || !text || !tag) throw new TypeError("Parts are missing");
      const decipher = createDecipheriv(ALGORITHM, forSeals, iv, { authTagLength: 16 })
        .setAAD(boundBytes(name, boundTo))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    } catch (cause) {
      const message = "A sealed secret, or its row, was changed";
      throw new DatabaseError("unsealable", message, { cause });
    }
  }

  return {
    /** Whether a sealed text or a mac names a key that we have. */
    has: (text: string): boolean => named.has(nameIn(text)),

    /** The name of the first key. */
    first,

    /**
     * AES-256-GCM. What a secret is for is bound in: in another row, or in a row that was given
     * another address, it does not open.
     */
    seal: {
      seal(secret: string, boundTo: readonly string[]): string {
        const iv = random(12);
        const cipher = createCipheriv(ALGORITHM, keyOf(first).forSeals, iv);
        cipher.setAAD(boundBytes(first, boundTo));
        const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
        const parts = [Buffer.from(iv), text, cipher.getAuthTag()];
        return [first, ...parts.map((part) => part.toString("base64url"))].join(".");
      },

      open,

      /** Null for what we did not seal for this, such as what a browser may have made up. */
      openGiven(given: string, boundTo: readonly string[]): string | null {
        try {
          return open(given, boundTo);
        } catch (error) {
          if (error instanceof DatabaseError) return null;
          throw error;
        }
      },
    },

    macs: {
      /** `parts` name the table and the row before the content, so that no row passes for another. */
      sign: (parts: MacParts): string => `${first}.${macOf(first, parts).toString("base64url")}`,

      isSigned(parts: MacParts, mac: string): boolean {
        const name = nameIn(mac);
        const given = Buffer.from(mac.slice(name.length + 1), "base64url");
        const wanted = macOf(name, parts);
        return given.length === wanted.length && timingSafeEqual(given, wanted);
      },
    },
  };
}

/** A `KeyObject` is six times as fast here as a key in bytes. */
const derive = (key: Uint8Array, purpose: string) =>
  createSecretKey(new Uint8Array(hkdfSync("sha256", key, "", purpose, 32)));

/** Says which key it is and nothing about it. */
const nameOf = (key: Uint8Array): string =>
  createHash("sha256").update("signalbox key name").update(key).digest("hex").slice(0, 12);

const nameIn = (text: string): string => text.split(".", 1)[0] ?? "";

/** A list in JSON: no two different lists make the same bytes. */
const boundBytes = (name: string, boundTo: readonly string[]): Buffer =>
  Buffer.from(JSON.stringify([name, ...boundTo]));
