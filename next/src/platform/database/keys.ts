import { createHash, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { createMacs, type Macs } from "./mac.ts";
import { createSeal, type Seal } from "./seal.ts";

/** Seals secrets and signs rows. The first of ENCRYPTION_KEYS seals and signs; all of them open and verify. */
export interface Keys {
  seal: Seal;
  macs: Macs;
  /** Whether a sealed text or a mac names a key that we have. */
  has(named: string): boolean;
}

/** Keys of one purpose by their names; the first is the one in use. */
export type NamedKeys = ReadonlyMap<string, KeyObject>;

/** `keys` are 32 bytes each, at least one. `random` makes the initialisation vectors. */
export function createKeys(
  keys: readonly Uint8Array[],
  random: (bytes: number) => Uint8Array,
): Keys {
  const derive = (purpose: string): NamedKeys =>
    new Map(keys.map((key) => [nameOf(key), deriveKey(key, purpose)]));
  const macs = derive("signalbox macs");
  return {
    seal: createSeal(derive("signalbox seal"), random),
    macs: createMacs(macs),
    has: (named) => macs.has(keyNameIn(named)),
  };
}

/** Every sealed text and every mac begins with the name of its key and a full stop. */
export const keyNameIn = (named: string): string => named.split(".", 1)[0] ?? "";

/** Says which key it is and nothing about it. */
const nameOf = (key: Uint8Array): string =>
  createHash("sha256").update("signalbox key name").update(key).digest("hex").slice(0, 12);

function deriveKey(key: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync("sha256", key, "", purpose, 32)));
}
