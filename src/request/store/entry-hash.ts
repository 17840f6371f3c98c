import type { Macs } from "../../platform/database/keys.ts";
import { storableJson } from "../../platform/database/storable.ts";
import { sha256 } from "../rules/digest.ts";
import type { Entry, Forces } from "../rules/entry.ts";

/** The entry that the next one follows. */
export interface Head {
  seq: number;
  hash: string;
}

/** An audit entry as it stands in its row. */
export interface StoredEntry extends Omit<Entry, "action" | "facts">, Forces, Head {
  action: string;
  /** ISO 8601, by the database's clock. */
  at: string;
  /** The key of the click that it came from; the first entry of a step carries it. */
  delivery: string | null;
  /** JSON. */
  facts: string;
  /** The hash of the entry before. */
  prev: string;
  mac: string;
}

/** What the mac covers: it can be checked without reading the facts. */
export type Frame = Pick<StoredEntry, "seq" | "request" | "version" | "prev" | "hash" | "mac">;

/** Before the first entry of a workspace. */
export const GENESIS: Head = { seq: 0, hash: "0".repeat(64) };

/** Numbers, dates, chains and signs the entries of a step; the first carries the delivery. */
export function chainEntries(
  entries: readonly Entry[],
  forces: Forces,
  delivery: string | null,
  { workspace, head, now }: { workspace: string; head: Head; now: string },
  macs: Macs,
) {
  let { seq, hash: prev } = head;
  return entries.map(({ facts, ...entry }, index) => {
    seq += 1;
    const placed = { seq, at: now, prev, delivery: index === 0 ? delivery : null };
    const whole = { ...entry, ...placed, ...forces, facts: storableJson(facts) };
    const hash = sha256(entryLine(workspace, whole));
    prev = hash;
    return { workspace, ...whole, hash, mac: macs.sign(entryParts(workspace, { ...whole, hash })) };
  });
}

/** The text that is hashed, and a line of the export: the entry and the hash before it, as JSON. */
export function entryLine(workspace: string, entry: Omit<StoredEntry, "hash" | "mac">): string {
  const { seq, at, by, action, request, version, attempt, delivery, facts, prev } = entry;
  const { settings, frozen } = entry;
  const head = { workspace, seq, at, by, action, request, version, attempt, delivery };
  const text = JSON.stringify({ ...head, in_force: { settings, frozen }, prev });
  return `${text.slice(0, -1)},"facts":${facts}}`;
}

export function isFrameIntact(workspace: string, frame: Frame, macs: Macs): boolean {
  return macs.isSigned(entryParts(workspace, frame), frame.mac);
}

/** Its own mac and hash are right. Whether it follows the one before is the chain's question. */
export function isEntryIntact(workspace: string, entry: StoredEntry, macs: Macs): boolean {
  const hash = sha256(entryLine(workspace, entry));
  return hash === entry.hash && isFrameIntact(workspace, entry, macs);
}

type Signed = Omit<Frame, "mac">;

export const entryParts = (workspace: string, { seq, request, version, prev, hash }: Signed) =>
  ["audit", workspace, seq, request, version, prev, hash] as const;
