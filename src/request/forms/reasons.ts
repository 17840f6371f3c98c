import { SERVICE_TROUBLE } from "../../platform/rail-api/rail-api-error.ts";
import { counted } from "../../platform/text/times.ts";
import type { ObstacleReason } from "../rules/around.ts";
import type { CHECKED_IN } from "../rules/challenge.ts";
import type { KindName } from "../rules/content.ts";
import type { Because, Question } from "../rules/request.ts";
import type { Trust } from "../rules/trust.ts";

/** Why a change cannot be carried out. */
export const OBSTACLES: Readonly<Record<ObstacleReason, string>> = {
  "destination-gone": "Its destination was removed from the register.",
  "destination-contradicted": "The Rail service shows another value for its destination.",
  "destination-registered": "This destination is already registered.",
  "id-registered": "Another destination already has this service id.",
  "same-route": "Somebody requested this route just now. Open the form again.",
  "name-taken": "Another destination already has this name. Choose another.",
  "cool-down": "Its destination cannot be used yet.",
  "reported-since": "Somebody reported a problem with this Rail meanwhile.",
  "trust-open": "Somebody requested this just now. The card is in the approvals channel.",
  "rail-changed": "The Rail service shows this Rail differently now.",
  superseded: "The settings changed since it was requested.",
  "operator-sets": "The operator sets this now, in the environment of Signalbox.",
};

const VOID: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OBSTACLES),
  ["other-connection", "The workspace now uses another Rail service or account."],
  ["requester-gone", "The requester has no active Slack account."],
  ["too-few", "Too few of its approvers have an active Slack account."],
]);

export function voidReason(reason: string): string {
  return VOID.get(reason) ?? "It can no longer be carried out.";
}

/** What an agreed request waits for, and who can help; without those that name a time or number. */
export const WAITS: Readonly<Record<Exclude<Because, "cool-down" | "frozen">, string>> = {
  token: SERVICE_TROUBLE.unauthenticated,
  "not-listed": "The Rail service's address is not allowed here. Ask your Signalbox operator.",
  people: "Slack is not confirming the approvers. Signalbox keeps asking.",
  look: "Signalbox reads the service's list before it sends, and keeps trying.",
  "no-look":
    "The service's list of Rails could not be read for an hour, so nothing is sent. Ask your Signalbox operator.",
  "not-sent": "The Rail service cannot be reached. Nothing was sent; Signalbox tries again.",
};

/** What people have to find out: the question, and why it is asked. */
export const QUESTIONS: Readonly<
  Record<Question | "other-destination", readonly [question: string, why: string]>
> = {
  "not-found": [
    "Does this Rail exist at the service?",
    "It gave no clear answer, and the Rail has not been found.",
  ],
  "same-route": [
    "Is the new Rail at the service this one?",
    "A Rail with this route appeared there. Nobody requested it here.",
  ],
  "no-id": ["What is the id of this Rail?", "The service shows the Rail without one."],
  known: [
    "Which Rail was created for this request?",
    "The service shows one that Signalbox did not create for it, or forgot in a restore.",
  ],
  "not-shown": ["Does this Rail still exist?", "The service created it and no longer finds it."],
  "no-answer": [
    "Did the service register this destination?",
    "It gave no clear answer, and it does not list destinations.",
  ],
  "other-destination": [
    "What did the service register?",
    "Its answer differs from what was approved.",
  ],
};

export function questionOf(question: Question, kind: KindName) {
  const isOther = question === "known" && kind === "add-destination";
  return QUESTIONS[isOther ? "other-destination" : question];
}

type Held = Extract<Trust, { is: "held" }>;

const HELD: Readonly<Record<Exclude<Held["because"], "differs">, string>> = {
  outside: "It was not approved in Signalbox.",
  reported: "Somebody reported a problem with it.",
  twin: "The service shows two Rails for this request.",
  "not-shown": "The service has not shown it for an hour.",
  "not-read": "It has not been checked against its approval yet.",
  contradicted: "The Rail service shows another value.",
};

/** Why a Rail is held, as a sentence. */
export function heldReason({ because, fields }: Held): string {
  if (because !== "differs") return HELD[because];
  const [first = "answer", ...others] = fields;
  if (others.length === 0) return `Its ${fieldName(first)} differs from its approval.`;
  const more = counted(others.length, "other detail");
  return `Its ${fieldName(first)} and ${more} differ from its approval.`;
}

/** Fields of the service's document that a treasurer calls otherwise. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["iban", "IBAN"],
  ["bic_swift", "BIC"],
  ["is_custodial", "custody"],
  ["external_id", "stored reference"],
]);

/** `deposit IBAN`, by its path. */
export function fieldName(path: string): string {
  const [end = "", ...parents] = path.split(".").reverse();
  const side = parents.at(-1);
  const where = side === "source" ? "deposit " : side === "destination" ? "destination " : "";
  return where + (FIELDS.get(end) ?? end.replaceAll("_", " "));
}

/** Where approvers look addresses up. */
export const SOURCES: Readonly<Record<(typeof CHECKED_IN)[number], string>> = {
  contract: "Contract or invoice",
  "call-back": "Call to a known number",
  "earlier-payment": "Earlier payment",
  other: "Other records",
};
