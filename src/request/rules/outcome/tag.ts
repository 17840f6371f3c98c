const PREFIX = "signalbox";
const FORM = /^signalbox:([0-9a-f-]{36}):([0-9a-f]{64})$/;

export interface Tag {
  requestId: string;
  digest: string;
}

/**
 * The string that finds a Rail again: the first item of its metadata at creation. We read the document to say that the
 * service echoes it in `metadata.external_id`.
 */
export function tagText({ requestId, digest }: Tag): string {
  return `${PREFIX}:${requestId}:${digest}`;
}

/** The tag among a Rail's metadata items, in any place; undefined if there is none. */
export function readTag(metadata: readonly unknown[] | null): Tag | undefined {
  for (const item of metadata ?? []) {
    const found = typeof item === "string" ? FORM.exec(item) : null;
    if (found?.[1] && found[2]) return { requestId: found[1], digest: found[2] };
  }
  return undefined;
}
