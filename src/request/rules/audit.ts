import { canonicalJson, digestOf } from "./digest.ts";

/** One thing that happened: chained to the entry before it, so that a later change is found. */
export interface AuditEntry {
  workspaceId: string;
  /** 1, 2, 3 … within the workspace. */
  sequence: number;
  at: string;
  /** A Slack user id, or `signalbox`. */
  actor: string;
  action: string;
  connectionId: string;
  requestId: string | null;
  /** JSON text, kept and hashed as it is. */
  facts: string;
  previousHash: string;
  hash: string;
}

export const GENESIS = "0".repeat(64);

/** Appends to a chain: `previous` is its last entry, undefined when it is the first. */
export function chained(
  entry: Omit<AuditEntry, "sequence" | "previousHash" | "hash">,
  previous: Pick<AuditEntry, "sequence" | "hash"> | undefined,
): AuditEntry {
  const linked = {
    ...entry,
    sequence: (previous?.sequence ?? 0) + 1,
    previousHash: previous?.hash ?? GENESIS,
  };
  return { ...linked, hash: hashOf(linked) };
}

/** Before the first entry of a workspace. */
export const BEGINNING: Pick<AuditEntry, "sequence" | "hash"> = { sequence: 0, hash: GENESIS };

/**
 * The sequence number at which a chain is broken: changed, removed, reordered or inserted; undefined if it is whole.
 * `head` is the last entry known from elsewhere, which also shows a cut tail. `before` is the entry before the first
 * one.
 */
export function firstBreak(
  entries: readonly AuditEntry[],
  head?: Pick<AuditEntry, "sequence" | "hash">,
  before = BEGINNING,
): number | undefined {
  let previousHash = before.hash;
  let expected = before.sequence + 1;
  for (const { hash, ...linked } of entries) {
    const isWhole =
      linked.sequence === expected &&
      linked.previousHash === previousHash &&
      hash === hashOf(linked);
    if (!isWhole) return expected;
    previousHash = hash;
    expected += 1;
  }
  if (head && (head.sequence !== expected - 1 || head.hash !== previousHash)) return expected;
  return undefined;
}

function hashOf(entry: Omit<AuditEntry, "hash">): string {
  return digestOf(canonicalJson(entry));
}
