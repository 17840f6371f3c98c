/** The last entry of a workspace's audit at a moment. */
export interface Head {
  workspaceId: string;
  /** How many entries the chain had: the sequence number of the last one. */
  size: number;
  /** The hash of the last entry, 64 characters of hex. */
  hash: string;
  /** When it was signed, in ISO 8601. */
  at: string;
  /** The public key that signed it, as `NoteKey` has it. */
  key: string;
}

/** A head with the signed note that holds it. */
export interface SignedHead extends Head {
  note: string;
}

const ORIGIN = "signalbox.audit-head/v1/";

/** Origin, size, hash, time and key, one a line. The key outlives its own replacement here. */
export function headText({ workspaceId, size, hash, at, key }: Head): string {
  return `${ORIGIN}${workspaceId}\n${size}\n${hash}\n${at}\n${key}\n`;
}

/** The head that a note holds, whoever signed it; undefined for a note about something else. */
export function readHead(note: string): SignedHead | undefined {
  const [origin = "", size = "", hash = "", at = "", key = "", blank] = note.split("\n");
  const isHead =
    origin.startsWith(ORIGIN) &&
    /^[1-9][0-9]{0,14}$/.test(size) &&
    /^[0-9a-f]{64}$/.test(hash) &&
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) &&
    /^[A-Za-z0-9+/]{59}=$/.test(key) &&
    blank === "";
  if (!isHead) return undefined;
  return { workspaceId: origin.slice(ORIGIN.length), size: Number(size), hash, at, key, note };
}

/** In the order of the chain, each note once. */
export function inOrder(heads: readonly SignedHead[]): SignedHead[] {
  const each = new Map(heads.map((head) => [head.note, head]));
  return [...each.values()].sort(
    (one, other) => one.size - other.size || (one.at < other.at ? -1 : 1),
  );
}
