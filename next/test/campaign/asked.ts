import { createHash } from "node:crypto";
import { WORDS } from "../harness/words.ts";
import { APPROVERS, NEEDED } from "./company.ts";
import { type Card, cardsOf, isAbout, type People, type Wanted } from "./people.ts";
import type { Scene } from "./scene.ts";
import { dig, jsonIn, textAt } from "./world/json.ts";
import type { Delivered } from "./world/person.ts";
import { placeIdIn } from "./world/rail-values.ts";
import type { Posted } from "./world/rail-world.ts";

/**
 * What somebody requested, and all that people did about it, as far as Slack and the service show
 * it.
 */
export interface Asked {
  /** As all views about it carry it. */
  id: string;
  wanted: Wanted | undefined;
  card: Card | undefined;
  request: Delivered;
  approvals: Delivered[];
  /** Denied or withdrawn, and taken so. */
  endings: Delivered[];
  /** Answers to what could not be found out: after one of them approvals start anew. */
  answers: Delivered[];
  posts: Posted[];
}

const { buttons } = WORDS;
/**
 * Our own reading of the first item of a Rail's metadata: the request and the digest that was
 * approved.
 */
const TAG = /^signalbox:([0-9a-f-]{36}):([0-9a-f]{64})$/;

export function tagOf({ body }: Posted): { id: string; digest: string } | null {
  const item = dig(body, "metadata", 0);
  const [, id, digest] = TAG.exec(typeof item === "string" ? item : "") ?? [];
  return id && digest ? { id, digest } : null;
}

/** Slack took it: its answer was no refusal. */
export const wasTaken = ({ answer, answeredSeq }: Delivered) =>
  answeredSeq !== null && ["", "clear"].includes(textAt(answer, "response_action"));

export const idIn = ({ metadata }: Delivered) => textAt(jsonIn(metadata), "request") || metadata;
export const digestIn = ({ metadata }: Delivered) => textAt(jsonIn(metadata), "digest");

export const withoutSpaces = (text: string) => text.replace(/\s/g, "");

export function readAsked(scene: Scene, people: People): Asked[] {
  const { history, rail } = scene;
  const submits = history.filter(({ kind }) => kind === "submit");
  const asked = new Map<string, Asked>();
  const cards = cardsOf(scene);
  for (const request of submits) {
    const id = idIn(request);
    if (request.label !== buttons.requestApproval || asked.has(id)) continue;
    const own = submits.filter((each) => idIn(each) === id);
    const of = (label: string) => own.filter((each) => each.label === label);
    const endings = [...of(buttons.deny), ...of(buttons.withdraw)].filter(wasTaken);
    const wanted = people.wanted.find((each) => isAbout(each, request));
    // What is pressed on a card names its request.
    const card = cards.findLast(({ buttons: pressed }) => pressed.includes(id));
    const [approvals, answers] = [of(buttons.approve), of(buttons.answer).filter(wasTaken)];
    asked.set(id, { id, wanted, card, request, approvals, endings, answers, posts: [] });
  }
  const all = [...asked.values()];
  for (const post of rail.posts()) askedFor(all, post)?.posts.push(post);
  return all;
}

/** Whose POST it is: by the tag, or else by the address or IBAN that it whitelists. */
export function askedFor(asked: readonly Asked[], post: Posted): Asked | undefined {
  if (post.path === "/rails") return asked.find(({ id }) => id === tagOf(post)?.id);
  const value = textAt(post.body, "address") || textAt(post.body, "iban");
  const isIt = ({ request: { says, seq } }: Asked) =>
    seq < post.calledSeq && withoutSpaces(says).includes(value);
  // A database that was put back lets the same be requested again.
  return asked.findLast(isIt);
}

/** The people whose approvals of exactly this, sent between two events, count for a POST. */
export function approversOf(
  { request, approvals, answers }: Asked,
  { after, post }: { after: number; post: Posted },
  gone: Scene["gone"],
): Set<string> {
  const again = answers.findLast(({ answeredSeq }) => (answeredSeq ?? 0) < post.calledSeq);
  const since = Math.max(after, again?.seq ?? 0);
  const digest = tagOf(post)?.digest ?? digestIn(approvals[0] ?? request);
  // Who was deactivated a moment before the POST was still counted at its claim.
  const isActive = (person: string) =>
    (gone.get(person) ?? Number.POSITIVE_INFINITY) > post.calledAt - 10_000;
  const counted = approvals.filter(
    (each) =>
      each.seq > since &&
      each.seq < post.calledSeq &&
      each.by !== request.by &&
      APPROVERS.includes(each.by) &&
      digestIn(each) === digest &&
      isActive(each.by),
  );
  return new Set(counted.map(({ by }) => by));
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

/**
 * Searches the audit for the bytes of a digest: the part of it, or the text in it, that hashes to
 * it.
 */
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
