import { ours } from "../../platform/slack/blocks/blocks.ts";
import { date, type Leaf, type Line, quote } from "../../platform/slack/blocks/rich-text.ts";
import { cleanText } from "../../platform/text/shown-text.ts";
import { heldReason, OBSTACLES, questionOf, voidReason, WAITS } from "../forms/reasons.ts";
import { answersFor } from "../rules/answer.ts";
import type { KindName, Resume } from "../rules/content.ts";
import { AGAIN_AFTER, LOOK_FOR, later, nextRead } from "../rules/pauses.ts";
import type { Closing, Request, State } from "../rules/request.ts";
import { quoted, REASON_ON_CARD, saidLines } from "./change-lines.ts";
import { type Face, leadLine, press } from "./face.ts";
import { type CardFacts, mayExist, numberOf, numbersText } from "./facts.ts";
import { actor, joined, named, requirementLine } from "./people.ts";
import { askAgainText, payableWarnings } from "./warnings.ts";

// What the card of each state has that others have not.

type Parts = Partial<Face>;
type In<Is extends State["is"]> = Extract<State, { is: Is }>;

/** `Approved by @Ben, @Cal`. */
export function approvedBy(approvals: readonly { by: string }[]) {
  const people = approvals.map(({ by }) => by);
  return people.length > 0 && ours("Approved by ", ...named(people, ","));
}

export const expiry = ({ expiresAt }: Request) =>
  expiresAt !== null && ours("Expires ", date(expiresAt));

const deny = (request: Request) => press(request, "Deny", "deny");

export function waiting({ request, count }: CardFacts): Parts {
  return {
    who:
      count.progress.length > 0
        ? count.progress.map((each) => requirementLine(each))
        : [leadLine("Nobody can approve it:", "no requirement applies.")],
    context: [expiry(request)],
    buttons: [press(request, "Review", "review", { isPrimary: true }), deny(request)],
    more: [["Withdraw", "withdraw"]],
  };
}

export function ready(facts: CardFacts, { because }: In<"ready">): Parts {
  const { request } = facts;
  return {
    lead: [leadLine("Approved.", ...waitLine(facts, because))],
    context: [approvedBy(facts.count.kept), expiry(request)],
    buttons: [deny(request)],
    more: [["Withdraw", "withdraw"]],
  };
}

function waitLine({ obstacleUntil }: CardFacts, because: In<"ready">["because"]): Line {
  if (because === null) return ["Signalbox sends it next."];
  if (because === "cool-down") {
    if (obstacleUntil === null) return [OBSTACLES[because]];
    return ["Its destination can be used from ", date(obstacleUntil), "."];
  }
  if (because !== "frozen") return [WAITS[because]];
  // Without the stop's number: another stop may replace that one.
  return ["Sending is stopped. This request waits until approvers resume."];
}

/** What a stop came too late for. */
export function sentWarnings(sending: CardFacts["sending"]): string[] {
  return sending.length === 0 ? [] : [`Already sent, cannot be stopped: ${numbersText(sending)}`];
}

/** The notice of a freeze. No approval is primary here: it loosens. */
export function stopped({ request, sending, count }: CardFacts, { stops }: Resume): Parts {
  const isUnsure = request.state.is === "ready";
  return {
    says: `Sending is stopped (${numberOf(request)})`,
    warnings: sentWarnings(sending),
    lead: saidLines("stop", stops, { lead: "Approved requests wait.", most: 5 }),
    who: [
      ["To resume:"],
      ...count.progress.map((each) => requirementLine(each)),
      isUnsure && [WAITS.people],
    ],
    context: [],
    buttons: [press(request, "Review to resume", "review")],
  };
}

/** A face that says nothing else of its own. */
const only = (...said: Parameters<typeof leadLine>): Parts => ({ lead: [leadLine(...said)] });

export const followed = (newer: string) => only("A newer decision applies.", `See ${newer}.`);

export const resumed = ({ request }: CardFacts): Parts => ({
  ...only("Sending has resumed.", "Approved requests no longer wait."),
  says: `Sending has resumed (${numberOf(request)})`,
});

export const sending = () => only("Being sent to the Rail service.", "It cannot be stopped now.");

export function unknown({ since }: In<"unknown">): Parts {
  const until = date(later(since, LOOK_FOR));
  return only(
    "Not confirmed yet.",
    "The Rail may exist. If it is not found, people are asked ",
    until,
    ".",
  );
}

export function created({ reads, since }: In<"created">): Parts {
  const why: Line =
    reads === 0
      ? ["Signalbox is comparing it with its approval."]
      : ["The service does not show it yet. Next check: ", date(nextRead(since, reads)), "."];
  return only("The Rail was created.", ...why);
}

export function stuck(facts: CardFacts, { question, since }: In<"stuck">): Parts {
  const { request, count, isLookedFor } = facts;
  const { change } = request.content;
  const [asks, why] = questionOf(question, change.kind);
  const timeOf = (time: string) => date(time, "{time} {date_short_pretty}");
  const created = timeOf(request.requestedAt);
  const last = request.attemptEndedAt;
  const ended: Line = last === null ? [] : ["The last attempt ended at ", timeOf(last), ". "];
  const has = isLookedFor ? "has read" : "could not read";
  const read = `Signalbox ${has} the service's whole list since.`;
  const after = [...ended, "If the Rail exists, it was created after ", created, "."];
  const opens = later(request.attemptEndedAt ?? since, AGAIN_AFTER);
  const isAgain = answersFor(request).includes("approve-again");
  const names = count.progress.map(({ name }) => cleanText(name, 60));
  return {
    warnings: [askAgainText(change)],
    lead: [leadLine(asks, why), ...(question === "not-found" ? [[read], after] : [])],
    who: [[`${names.length === 0 ? "Nobody" : joined(names, "or")} can answer.`]],
    context: [isAgain && ours("Approving again: from ", date(opens))],
    buttons: [press(request, "Answer", "answer", { isPrimary: true })],
  };
}

export function payable({ request, naming, register, settings, links }: CardFacts): Parts {
  const { change } = request.content;
  const made = change.kind === "trust-rail" ? change.made : null;
  // Those of a Rail that was made here are the ones of the request that made it.
  const own = made ? { ...request, id: made.request, number: made.number } : request;
  const lifted = made ? [` Rail ${numberOf(made)} is no longer held.`] : [];
  return {
    warnings: payableWarnings(naming ?? request, register, settings),
    lead: [
      change.kind === "trust-rail"
        ? leadLine("Approvers trust this Rail", "as the service shows it.", ...lifted)
        : leadLine("The Rail matches its approval."),
    ],
    buttons: [press(own, "Deposit instructions", "instructions", { url: links.instructions })],
    more: [["Report a problem", "report"]],
  };
}

const DO_NOT_PAY = "Do not pay into this Rail.";

export function held({ request, trust, naming, count }: CardFacts): Parts {
  const notRead = { is: "held", because: "not-read", fields: [] } as const;
  const why = trust?.is === "held" ? trust : notRead;
  const isReported = why.because === "reported" && naming !== null;
  const isLiftable = why.because !== "not-read";
  const names = count.progress.map(({ name }) => cleanText(name, 60));
  const people = names.length === 0 ? "nobody" : joined(names, "and");
  return {
    says: `Do not pay into ${numberOf(request)}`,
    lead: isReported
      ? saidLines("report", naming.reports, { lead: DO_NOT_PAY, most: 3 })
      : [leadLine(DO_NOT_PAY, heldReason(why))],
    who: isLiftable ? [[`To lift the hold, ${people} must agree.`]] : [],
    context: [],
    buttons: isLiftable ? [press(request, "Review to lift hold", "trust")] : [],
  };
}

export const usable = ({ request }: CardFacts): Parts => ({
  ...inRegister("Registered.", "Rails can use it."),
  buttons: [press(request, "New Rail to it", "rail-to")],
});

export const contradicted = () =>
  inRegister("No Rail can use it:", "the Rail service shows another value.");

export const usableLater = (from: string) =>
  inRegister("Registered.", "Rails can use it from ", date(from), ".");

const inRegister = (...said: Parameters<typeof leadLine>): Parts => ({
  ...only(...said),
  more: [["Remove from register", "retire"]],
});

export function closed({ request, resume }: CardFacts, state: In<"closed">): Parts {
  const [, , isFailure, why] = ENDINGS[state.how];
  const isUnclear = mayExist(request);
  const hasReason = state.how !== "void" && state.reason.trim() !== "";
  const outcome = isFailure && OUTCOMES[request.content.change.kind][isUnclear ? 1 : 0];
  return {
    lead: [
      [...why(actor(state.by), state, resume), outcome],
      hasReason && quote([quoted(state.reason, REASON_ON_CARD)]),
    ],
    context: [],
    buttons: isFailure && !isUnclear ? [press(request, "Request again", "request-again")] : [],
  };
}

type Why = (by: Leaf, state: In<"closed">, resume: Request | null) => Line;

/** `isFailure`: nothing came of it, and the requester may start anew. */
type Ending = readonly [state: string, says: string, isFailure: boolean, why: Why];

const stoppedAgain: Why = (by, _, resume) => {
  return [by, " stopped sending again.", resume && ` See ${numberOf(resume)}.`];
};

export const ENDINGS: Readonly<Record<Closing, Ending>> = {
  denied: ["Denied", "was denied", true, (by) => [by, " denied it."]],
  withdrawn: ["Withdrawn", "was withdrawn", true, (by) => [by, " withdrew it."]],
  expired: ["Expired", "expired", true, (_, { at }) => ["It expired ", date(at), "."]],
  void: ["Closed", "was closed", true, (_, { reason }) => [voidReason(reason)]],
  refused: ["Refused", "was refused", true, () => ["The Rail service refused it."]],
  "given-up": ["Closed", "was closed", false, (by) => [by, " closed it."]],
  replaced: ["Closed", "was replaced", false, stoppedAgain],
  retired: ["Removed", "was removed", false, (by) => [by, " removed it. New Rails cannot use it."]],
};

/** Nothing is said to be certain after an unclear attempt. */
const OUTCOMES: Readonly<Record<KindName, readonly [certain: string, unclear: string]>> = {
  "create-rail": [" No Rail was created.", " A Rail may exist."],
  "add-destination": [" Nothing was registered.", " The service may have it."],
  "trust-rail": [" The Rail stays held.", " The Rail stays held."],
  "change-settings": [" Nothing was changed.", " Nothing was changed."],
  resume: ["", ""],
};
