import { counted } from "../../platform/text/times.ts";
import type { ObstacleReason } from "../rules/around.ts";
import type { Because, Question } from "../rules/request.ts";
import type { Trust } from "../rules/trust.ts";
import { joined } from "./people.ts";

/** Why a change cannot be carried out, a sentence each; also what is left of it in a closed request's `reason`. */
export const OBSTACLES: Readonly<Record<ObstacleReason, string>> = {
  "destination-gone": "Its destination was removed from the register.",
  "destination-not-usable": "Its destination cannot be used yet.",
  "destination-contradicted": "The Rail service shows another value for its destination.",
  "destination-registered": "This destination is already registered.",
  "id-registered": "Another destination already has this service id.",
  "name-taken": "Another destination already has this name.",
  "cool-down": "Its destination cannot be used yet.",
  superseded: "The settings changed since it was requested.",
};

const VOID: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OBSTACLES),
  ["other-connection", "The workspace now uses another Rail service or account."],
  ["requester-gone", "The requester has no active Slack account."],
]);

export function voidReason(reason: string): string {
  return VOID.get(reason) ?? "It can no longer be carried out.";
}

/** What an agreed request waits for, and who can help. `cool-down` and `frozen` are drawn with their time and number. */
export const WAITS: Readonly<Record<Exclude<Because, "cool-down" | "frozen">, string>> = {
  token: "The Rail service refused the token. An administrator can enter another in /rail setup.",
  "not-listed": "The Rail service's address is not allowed here. Ask your Signalbox operator.",
  people: "Slack is not confirming the approvers. Signalbox keeps asking.",
  look: "Signalbox is checking the service's Rails first.",
  "not-sent": "The Rail service cannot be reached. Nothing was sent; Signalbox tries again.",
};

/** What people have to find out about a Rail: the question, and why it is asked. */
export const QUESTIONS: Readonly<Record<Question, readonly [question: string, why: string]>> = {
  "not-found": [
    "Does this Rail exist at the service?",
    "It gave no clear answer, and the Rail has not been found since.",
  ],
  "same-route": [
    "Is the new Rail at the service this one?",
    "A Rail of this route appeared there, and nobody requested it here.",
  ],
  "no-id": ["What is the id of this Rail?", "The service shows it without one."],
  known: [
    "Which Rail at the service is this one?",
    "The service showed a Rail that it should not have.",
  ],
  "not-shown": [
    "Why does the service not show this Rail?",
    "It created the Rail and now does not find it.",
  ],
  "no-answer": [
    "Did the service register this destination?",
    "It gave no clear answer, and it cannot be asked.",
  ],
};

/** The same where the service answered the registering of a destination with another one. */
export const OTHER_DESTINATION = [
  "What did the service register?",
  "Its answer differs from what was approved.",
] as const;

/** Why a Rail is held, as a sentence. */
export function heldReason({ because, fields }: Extract<Trust, { is: "held" }>): string {
  switch (because) {
    case "outside":
      return "It was not approved in Signalbox.";
    case "twin":
      return "The service shows two Rails for this request.";
    case "differs":
      return differenceText(fields);
    case "not-shown":
      return "The service has not shown it for an hour.";
    case "not-read":
      return "It has not been checked against its approval yet.";
  }
}

const FIELDS: ReadonlyMap<string, string> = new Map([
  ["address", "address"],
  ["network", "network"],
  ["iban", "IBAN"],
  ["account_number", "account number"],
  ["sort_code", "sort code"],
  ["bic_swift", "BIC"],
  ["reference", "reference"],
  ["currency", "currency"],
  ["asset", "asset"],
  ["is_custodial", "custody"],
  ["external_id", "stored reference"],
]);

const MOST_FIELDS = 2;

/** `Its destination address differs from its approval.` */
function differenceText(fields: readonly string[]): string {
  const names = [...new Set(fields.map(fieldName))];
  const more = names.length - MOST_FIELDS;
  const shown = more > 0 ? names.slice(0, MOST_FIELDS) : names;
  const parts = [...shown, ...(more > 0 ? [`${counted(more, "other detail")}`] : [])];
  const verb = parts.length > 1 ? "differ" : "differs";
  return `Its ${joined(parts, "and") || "answer"} ${verb} from its approval.`;
}

function fieldName(path: string): string {
  const [end = "", ...rest] = path.split(".");
  const name = FIELDS.get(rest.at(-1) ?? "") ?? rest.at(-1) ?? end;
  return end === "source" || end === "destination" ? `${end === "source" ? "deposit" : end} ${name}` : name;
}
