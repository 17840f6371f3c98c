import { hkdfSync } from "node:crypto";
import { createMacs, type Macs } from "./mac.ts";
import { keyNameIn, nameKeys } from "./named-keys.ts";
import { createSeal, type Seal } from "./seal.ts";

/** The first of ENCRYPTION_KEYS seals secrets and signs rows; all of them open and verify. */
export interface Keys {
  seal: Seal;
  macs: Macs;
  /** Whether a sealed text or a mac names a key that we have. */
  has(named: string): boolean;
}

/** `keys` are 32 bytes each, at least one. `random` makes the initialisation vectors. */
export function createKeys(
  keys: readonly Uint8Array[],
  random: (bytes: number) => Uint8Array,
): Keys {
  const derive = (purpose: string) =>
    nameKeys(keys, (key) => new Uint8Array(hkdfSync("sha256", key, "", purpose, 32)));
  const macs = derive("signalbox macs");
  return {
    seal: createSeal(derive("signalbox seal"), random),
    macs: createMacs(macs),
    has: (named) => macs.names.has(keyNameIn(named)),
  };
}
