import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { StoreError } from "./store-error.ts";

/** The name of the key, and the code in base64url. */
export interface RowMac {
  key: string;
  mac: string;
}

/** Says whether a row is one that we wrote. */
export interface RowMacs {
  /** The name of the key that signs. */
  key: string;
  mac(text: string): RowMac;
  /** Throws a `StoreError` `cannot-unseal` where no key has that name. */
  isOurs(text: string, mac: RowMac): boolean;
}

/** HMAC-SHA-256, each key derived by HKDF for this alone. The first of the keys signs, all verify. */
export function createRowMacs(keys: readonly Buffer[], nameOf: (key: Buffer) => string): RowMacs {
  const derived = new Map(
    keys.map((key) => [
      nameOf(key),
      Buffer.from(hkdfSync("sha256", key, "", "signalbox rows v1", 32)),
    ]),
  );
  const [key = ""] = derived.keys();
  const made = (name: string, text: string) => {
    const secret = derived.get(name);
    if (!secret) throw keyMissing(name);
    return createHmac("sha256", secret).update(text).digest();
  };
  return {
    key,
    mac: (text) => ({ key, mac: made(key, text).toString("base64url") }),
    isOurs(text, { key, mac }) {
      const wanted = made(key, text);
      const given = Buffer.from(mac, "base64url");
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}

const keyMissing = (name: string) =>
  new StoreError(
    "cannot-unseal",
    `A row of the database was signed with the key ${name}, which ENCRYPTION_KEYS lacks. Put that key back into the list.`,
  );
