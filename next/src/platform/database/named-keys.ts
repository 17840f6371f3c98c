import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import { DatabaseError } from "./database-error.ts";

/** Keys of one purpose. Every sealed text and every mac begins with its key's name and a stop. */
export interface NamedKeys {
  /** The one in use. */
  first: { name: string; key: KeyObject };
  names: ReadonlySet<string>;
  /** The key that a text names. Throws a `DatabaseError` `missing-key` if we lack it. */
  of(named: string): { name: string; key: KeyObject };
}

export function nameKeys(
  keys: readonly Uint8Array[],
  derive: (key: Uint8Array) => Uint8Array,
): NamedKeys {
  const all = keys.map((key) => ({ name: nameOf(key), key: createSecretKey(derive(key)) }));
  const [first] = all;
  if (!first) throw new TypeError("At least one key is needed");
  return {
    first,
    names: new Set(all.map(({ name }) => name)),
    of(named) {
      const name = keyNameIn(named);
      const found = all.find((each) => each.name === name);
      if (found) return found;
      throw new DatabaseError("missing-key", `ENCRYPTION_KEYS lacks the key ${name}`);
    },
  };
}

export const keyNameIn = (named: string): string => named.split(".", 1)[0] ?? "";

/** Says which key it is and nothing about it. */
const nameOf = (key: Uint8Array): string =>
  createHash("sha256").update("signalbox key name").update(key).digest("hex").slice(0, 12);
