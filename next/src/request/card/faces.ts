import { ours } from "../../platform/slack/blocks/blocks.ts";
import { bold, date, type Line, section } from "../../platform/slack/blocks/rich-text.ts";
import { questionOf, WAITS } from "../forms/reasons.ts";
import { answersFor } from "../rules/answer.ts";
import { AGAIN_AFTER, later, nextLook, nextRead } from "../rules/pauses.ts";
import type { Request } from "../rules/request.ts";
import { stopLines } from "./change-lines.ts";
import { closedFace, doneFace } from "./ended-faces.ts";
import { type Face, more, plainFace, press } from "./face.ts";
import { type CardFacts, numberOf } from "./facts.ts";
import { joined, requirementLine, requirementNames } from "./people.ts";
import { askAgainText, warningTexts } from "./warnings.ts";

/** One face for each state and kind. */
export function faceOf(facts: CardFacts): Face {
  const { state } = facts.request;
  switch (state.is) {
    case "pending":
    case "ready":
      return facts.request.content.change.kind === "resume"
        ? stoppedFace(facts)
        : state.is === "pending"
          ? waitingFace(facts)
          : readyFace(facts, state.because);
    case "sending":
      return {
        ...plainFace(facts, "is being sent"),
        lead: [section([bold("Being sent to the Rail service."), " It cannot be stopped now."])],
      };
    case "unknown":
    case "created":
      return checkingFace(facts, state);
    case "stuck":
      return stuckFace(facts, state);
    case "done":
      return doneFace(facts);
    case "closed":
      return closedFace(facts, state);
  }
}

function waitingFace(facts: CardFacts): Face {
  const { request } = facts;
  const plain = plainFace(facts, "needs approval", true);
  return {
    ...plain,
    warnings: [...plain.warnings, ...warningTexts(request.content)],
    who: [section(...requirementLines(facts))],
    context: [expiry(request)],
    buttons: [
      press(request, "Review", "review", true),
      press(request, "Deny", "deny"),
      more(request, ["History", "history"], ["Withdraw", "withdraw"]),
    ],
  };
}

const expiry = ({ expiresAt }: Request) => expiresAt !== null && ours("Expires ", date(expiresAt));

function requirementLines({ count }: CardFacts): Line[] {
  if (count.progress.length > 0) return count.progress.map((each) => requirementLine(each));
  return [[bold("Nobody can approve it:"), " no requirement applies."]];
}

type Because = Extract<Request["state"], { is: "ready" }>["because"];

function readyFace(facts: CardFacts, because: Because): Face {
  const { request } = facts;
  const plain = plainFace(facts, "is approved and waits to be sent", true);
  return {
    ...plain,
    warnings: [...plain.warnings, ...warningTexts(request.content)],
    lead: [section([bold("Approved."), " ", ...waitLine(facts, because)])],
    context: [...plain.context, expiry(request)],
    buttons: [
      press(request, "Deny", "deny"),
      more(request, ["History", "history"], ["Withdraw", "withdraw"]),
    ],
  };
}

function waitLine({ obstacleUntil, resume }: CardFacts, because: Because): Line {
  switch (because) {
    case null:
      return ["Signalbox sends it next."];
    case "cool-down":
      return obstacleUntil === null
        ? ["Its destination cannot be used yet."]
        : ["Its destination can be used from ", date(obstacleUntil), "."];
    case "frozen":
      return [
        `Sending is stopped${resume ? ` (${numberOf(resume)})` : ""}. `,
        "It waits until approvers resume.",
      ];
    case "token":
    case "not-listed":
    case "people":
    case "look":
    case "not-sent":
      return [WAITS[because]];
  }
}

const MOST_NUMBERS = 10;
const MOST_STOPS = 5;

/** The notice of a freeze. No approval is primary here: it loosens. */
function stoppedFace(facts: CardFacts): Face {
  const { request, sending } = facts;
  const { change } = request.content;
  const shown = sending.slice(0, MOST_NUMBERS).map((number) => `R-${number}`);
  const rest = sending.length - shown.length;
  const sent = joined([...shown, ...(rest > 0 ? [`${rest} more`] : [])], "and");
  const stops = change.kind === "resume" ? change.stops : [];
  const isUnsure = request.state.is === "ready";
  return {
    ...plainFace(facts, ""),
    says: `Sending is stopped (${numberOf(request)})`,
    warnings: sent === "" ? [] : [`Already sent, cannot be stopped: ${sent}`],
    lead: stopLines(stops, [bold("Approved requests wait."), " "], MOST_STOPS),
    who: [section(["To resume:"], ...requirementLines(facts), isUnsure && [WAITS.people])],
    context: [],
    buttons: [press(request, "Review to resume", "review"), more(request, ["History", "history"])],
  };
}

type Checking = Extract<Request["state"], { is: "unknown" | "created" }>;

function checkingFace(facts: CardFacts, state: Checking): Face {
  if (state.is === "unknown") {
    const next = nextLook(state.since, facts.now);
    const when: Line = next === null ? ["now"] : [date(next, "{date_short_pretty} at {time_secs}")];
    return {
      ...plainFace(facts, "is not confirmed yet"),
      lead: [
        section([bold("Not confirmed yet."), " The Rail may exist. Next check: ", ...when, "."]),
      ],
    };
  }
  const { reads, since } = state;
  const why: Line =
    reads === 0
      ? ["Signalbox is comparing it with its approval."]
      : ["The service does not show it yet. Next check: ", date(nextRead(since, reads)), "."];
  return {
    ...plainFace(facts, "is created and being checked"),
    lead: [section([bold("The Rail was created."), " ", ...why])],
  };
}

function stuckFace(facts: CardFacts, state: Extract<Request["state"], { is: "stuck" }>): Face {
  const { request, count } = facts;
  const { change } = request.content;
  const [question, why] = questionOf(state.question, change.kind);
  const created = date(request.requestedAt, "{time} {date_short_pretty}");
  const hint: Line = ["If it exists, it was created after ", created, "."];
  const opens = later(request.attemptEndedAt ?? state.since, AGAIN_AFTER);
  return {
    ...plainFace(facts, "needs review"),
    warnings: [askAgainText(change)],
    lead: [section([bold(question), ` ${why}`], state.question === "not-found" && hint)],
    who: [section([`${requirementNames(count.progress, "or")} can answer.`])],
    context: [
      answersFor(request).includes("approve-again") && ours("Approving again: from ", date(opens)),
    ],
    buttons: [press(request, "Answer", "answer", true), more(request, ["History", "history"])],
  };
}
