import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Signs what only we can have written. */
export interface Signer {
  sign(text: string): string;
  isOurs(text: string, signature: string): boolean;
}

/**
 * Signs with a key derived from ENCRYPTION_KEYS, which every replica has in every mode; the OAuth state secret is there in
 * one mode alone. The first key signs, all verify: while keys are rotated, links that are out stay good.
 */
export function createSigner(keys: readonly [Buffer, ...Buffer[]]): Signer {
  const derived = keys.map((key) =>
    Buffer.from(hkdfSync("sha256", key, "", "signalbox setup links v1", 32)),
  );
  const signed = (key: Buffer | undefined, text: string) =>
    createHmac("sha256", key ?? "")
      .update(text)
      .digest();
  return {
    sign: (text) => signed(derived[0], text).toString("base64url"),
    isOurs(text, signature) {
      const given = Buffer.from(signature, "base64url");
      return derived.some((key) => {
        const wanted = signed(key, text);
        return given.length === wanted.length && timingSafeEqual(given, wanted);
      });
    },
  };
}
