import { createHash } from "node:crypto";
import { WORDS } from "../harness/words.ts";
import { APPROVERS, NEEDED } from "./company.ts";
import type { Card, People, Wanted } from "./people.ts";
import type { Scene } from "./scene.ts";
import { dig, jsonIn, textAt } from "./world/json.ts";
import type { Delivered } from "./world/person.ts";
import { placeIdIn } from "./world/rail-values.ts";
import type { Posted } from "./world/rail-world.ts";

/** What somebody requested, and all that people did about it, as far as Slack and the service show it. */
export interface Asked {
  by: string;
  wanted: Wanted | undefined;
  card: Card | undefined;
  request: Delivered;
  /** The digests that its review carried: one of them is what was approved. */
  digests: readonly string[];
  approvals: Delivered[];
  /** Posts that were made for it. */
  posts: Posted[];
}

const { buttons } = WORDS;
const DIGEST = /[0-9a-f]{64}/g;
/** Our own reading of the first item of a Rail's metadata. */
const TAG = /^signalbox:[0-9a-f-]{36}:([0-9a-f]{64})$/;

export const tagDigest = (item: unknown): string | undefined =>
  TAG.exec(typeof item === "string" ? item : "")?.[1];

/** Slack took it: its answer was no refusal. */
export const wasTaken = ({ answer, answeredSeq }: Delivered) =>
  answeredSeq !== null && dig(answer, "response_action") === undefined;

export const withoutSpaces = (text: string) => text.replace(/\s/g, "");

export function readAsked({ history, rail }: Scene, people: People): Asked[] {
  const submits = history.filter(({ kind }) => kind === "submit");
  const reviews = submits.filter(({ label }) => label === buttons.requestApproval);
  const asked: Asked[] = [];
  for (const request of reviews) {
    const digests = request.metadata.match(DIGEST) ?? [];
    const isSame = (other: string) => digests.some((digest) => other.includes(digest));
    if (asked.some(({ request: earlier }) => isSame(earlier.metadata))) continue;
    const approvals = submits.filter(
      (each) => each.label === buttons.approve && isSame(each.metadata) && isNoError(each),
    );
    // A Rail's review names its destination too, which was wanted before it.
    const wanted = people.wanted.findLast(({ name }) => request.says.includes(name));
    const card = wanted && people.cardOf(wanted);
    asked.push({ by: request.by, wanted, card, request, digests, approvals, posts: [] });
  }
  for (const post of rail.posts()) askedFor(asked, post)?.posts.push(post);
  return asked;
}

const isNoError = ({ answer }: Delivered) => dig(answer, "response_action") !== "errors";

/** Whose POST it is: by the tag, or else by the address or IBAN that it whitelists. */
export function askedFor(asked: readonly Asked[], { path, body }: Posted): Asked | undefined {
  if (path === "/rails") {
    const digest = tagDigest(dig(body, "metadata", 0));
    return asked.find(({ digests }) => digest !== undefined && digests.includes(digest));
  }
  const value = textAt(body, "address") || textAt(body, "iban");
  return asked.find(({ request }) => withoutSpaces(request.says).includes(value));
}

/** The people whose approvals between two events count towards what is sent then. */
export function approversOf(
  { by, approvals }: Asked,
  {
    after,
    before,
    sentAt,
    gone,
  }: { after: number; before: number; sentAt: number; gone: Scene["gone"] },
): Set<string> {
  // Who was deactivated a moment before the POST was still counted at its claim.
  const isActive = (person: string) =>
    (gone.get(person) ?? Number.POSITIVE_INFINITY) > sentAt - 10_000;
  const counted = approvals.filter(
    ({ seq, by: person }) =>
      seq > after &&
      seq < before &&
      person !== by &&
      APPROVERS.includes(person) &&
      isActive(person),
  );
  return new Set(counted.map(({ by: person }) => person));
}

export const isQuorum = (people: Set<string>) => people.size >= NEEDED;

/** The value that a POST is about, as approvers must have seen it. */
export function valueSent({ body }: Posted, rail: Scene["rail"]): string {
  const place = rail.place(placeIdIn(body));
  return textAt(place ?? body, "address") || textAt(place ?? body, "iban");
}

/** RFC 8785, written anew: what the digest is taken over. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`;
}

/** Searches the audit for the bytes of a digest: the part of it, or the text in it, that hashes to it. */
export function findBytes(value: unknown, digest: string): unknown {
  if (typeof value === "string") {
    const parsed = /^[{[]/.test(value) ? jsonIn(value) : undefined;
    return parsed === undefined ? undefined : findBytes(parsed, digest);
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (createHash("sha256").update(canonical(value)).digest("hex") === digest) return value;
  for (const part of Object.values(value)) {
    const found = findBytes(part, digest);
    if (found !== undefined) return found;
  }
  return undefined;
}
