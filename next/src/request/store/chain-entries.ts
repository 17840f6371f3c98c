import type { Macs } from "../../platform/database/mac.ts";
import { sha256 } from "../rules/digest.ts";
import type { Entry, Forces } from "../rules/entry.ts";
import { entryLine, type StoredEntry, signEntry } from "./entry-hash.ts";
import type { Ground } from "./ground.ts";
import { storableJson } from "./storable.ts";

interface Unchained {
  entries: readonly Entry[];
  forces: Forces;
  delivery: string | null;
}

/** Numbers, dates, chains and signs entries behind the audit's last one. */
export function chainEntries(
  { workspace, head, now }: Pick<Ground, "workspace" | "head" | "now">,
  { entries, forces, delivery }: Unchained,
  macs: Macs,
): StoredEntry[] {
  let { seq, hash: prev } = head;
  return entries.map((entry, at) => {
    seq += 1;
    const { by, action, request, version, attempt } = entry;
    const facts = storableJson(entry.facts);
    const stated = { seq, at: now, by, action, request, version, attempt };
    const unsigned = { ...stated, delivery: at === 0 ? delivery : null, facts, ...forces, prev };
    const hash = sha256(entryLine(workspace, unsigned));
    const mac = signEntry(workspace, { ...unsigned, hash }, macs);
    prev = hash;
    return { ...unsigned, hash, mac };
  });
}
