import type { Macs } from "../../platform/database/mac.ts";
import { sha256 } from "../rules/digest.ts";

/** An audit entry as it stands in its row. */
export interface StoredEntry {
  seq: number;
  /** ISO 8601, by the database's clock. */
  at: string;
  by: string;
  action: string;
  request: string | null;
  version: number | null;
  attempt: string | null;
  /** The key of the click that it came from; the first entry of a step carries it. */
  delivery: string | null;
  /** JSON. */
  facts: string;
  settings: number;
  frozen: string | null;
  prev: string;
  hash: string;
  mac: string;
}

/** What the mac covers: it can be checked without reading the facts. */
export type Frame = Pick<StoredEntry, "seq" | "request" | "version" | "prev" | "hash" | "mac">;

/** The hash before the first entry of a workspace. */
export const GENESIS = "0".repeat(64);

/** The bytes that are hashed, and one line of the export: the entry as JSON, with the hash of the one before. */
export function entryLine(workspace: string, entry: Omit<StoredEntry, "hash" | "mac">): string {
  const { seq, at, by, action, request, version, attempt, delivery, facts, prev } = entry;
  const { settings, frozen } = entry;
  const head = { workspace, seq, at, by, action, request, version, attempt, delivery };
  const text = JSON.stringify({ ...head, in_force: { settings, frozen }, prev });
  return `${text.slice(0, -1)},"facts":${facts}}`;
}

export function signEntry(workspace: string, frame: Omit<Frame, "mac">, macs: Macs): string {
  return macs.sign(macParts(workspace, frame));
}

export function isFrameIntact(workspace: string, frame: Frame, macs: Macs): boolean {
  return macs.isSigned(macParts(workspace, frame), frame.mac);
}

/** Its own mac and hash are right. Whether it follows the one before is the chain's question. */
export function isEntryIntact(workspace: string, entry: StoredEntry, macs: Macs): boolean {
  return (
    sha256(entryLine(workspace, entry)) === entry.hash && isFrameIntact(workspace, entry, macs)
  );
}

const macParts = (workspace: string, { seq, request, version, prev, hash }: Omit<Frame, "mac">) =>
  ["audit", workspace, seq, request, version, prev, hash] as const;
