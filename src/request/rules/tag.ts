import type { Request } from "./request.ts";

const FORM = /^signalbox:([0-9a-f-]{36}):([0-9a-f]{64})$/;

/** Names a request and what was approved for it. */
export interface Tag {
  request: string;
  digest: string;
}

/**
 * The first string of a Rail's metadata at creation. We read the document to say that the service
 * shows it again in `metadata.external_id`; nothing but finding a Rail rests on that.
 */
export function tagText({ request, digest }: Tag): string {
  return `signalbox:${request}:${digest}`;
}

/** The tag among a Rail's metadata items, in any place; null if there is none. */
export function readTag(metadata: readonly unknown[] | null): Tag | null {
  for (const item of metadata ?? []) {
    const [, request, digest] = typeof item === "string" ? (FORM.exec(item) ?? []) : [];
    if (request && digest) return { request, digest };
  }
  return null;
}

export const isTagOf = ({ id, digest }: Request, tag: Tag | null): boolean =>
  tag?.request === id && tag.digest === digest;

/** A requester's own reference must not pass for a tag. */
export function isLikeTag(reference: string): boolean {
  return reference.toLowerCase().includes("signalbox:");
}
