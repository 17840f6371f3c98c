import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  copyableInline,
  date,
  LINE_BREAK,
  mentions,
  richText,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { MOST_WRONG_ANSWERS } from "../rules/approval/challenge.ts";
import type { CheckedIn } from "../rules/approval/checked-in.ts";
import type { Change } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import type { RequestEvent } from "../rules/request-event.ts";
import { remedyLeaves } from "./destination-status.ts";
import { quarantineText } from "./quarantine.ts";
import { lapsedLeaves } from "./request-people.ts";
import { LOOK_TROUBLE, notSentWords } from "./unknown-outcome.ts";

/** The events of a request, a line each, for the thread under its card; undefined when none is worth a line. */
export function history(
  request: Pick<ChangeRequest, "number" | "content">,
  events: readonly RequestEvent[],
): Message | undefined {
  const rows = events.flatMap((event) => {
    const line = lineOf(event, request.content.change);
    return line === undefined
      ? []
      : [[date(event.at, "{date_short_pretty} {time_secs}"), " · ", ...line]];
  });
  if (rows.length === 0) return undefined;
  return messageWith(
    `${numberOf(request)}: ${counted(rows.length, "step")} further`,
    richText(...rows),
  );
}

function lineOf(event: RequestEvent, change: Change): Line | undefined {
  switch (event.type) {
    case "approval-given":
      return [
        "Approved by ",
        user(event.by),
        ...(event.isChecked ? [", who passed the character check"] : []),
        ...(event.checkedIn ? [` (${CHECKED_IN[event.checkedIn]})`] : []),
      ];
    case "wrong-answer":
      return [
        user(event.by),
        ` failed the character check (${event.times} of ${MOST_WRONG_ANSWERS})`,
        ...(event.times >= MOST_WRONG_ANSWERS ? [" and can no longer approve it"] : []),
      ];
    case "question-asked":
      return [user(event.by), ` asked the requester: “${shortened(event.question, 1_000)}”`];
    case "case-slip":
      return undefined;
    case "approved":
      return ["Enough approvals"];
    case "approvals-lapsed":
      return lapsed(event);
    case "denied":
      return ["Denied by ", user(event.by)];
    case "withdrawn":
      return ["Withdrawn by ", user(event.by)];
    case "expired":
      return ["Expired"];
    case "sending-started":
      return [`Sent to the Rail service (attempt ${event.attempt})`];
    case "blocked":
      return [`${LOOK_TROUBLE["token-refused"]}; this try had no effect`];
    case "woken":
      return ["Another token was entered: tried again"];
    case "not-sent":
      return [`${notSentWords(event.because).why}; nothing was sent`];
    case "refused":
      return ["The Rail service refused it; this try had no effect"];
    case "outcome-unknown":
      return ["No clear answer: looking whether the Rail exists"];
    case "scanned-clean":
      return ["Looked for the Rail: not found yet"];
    case "look-failed":
      return [`Could not check for the Rail: ${LOOK_TROUBLE[event.because]}`];
    case "linked":
      return [user(event.by), ` linked ${shortened(event.railId, 80)}: it is being checked now`];
    case "gave-up":
      return [`A person is needed: ${shortened(event.because, 300)}`];
    case "voided":
      return [`Ended: ${shortened(event.because, 300)}`];
    case "remedy-proposed":
      return [user(event.by), " proposes: ", ...remedyLeaves(event.remedy, change)];
    case "remedy-agreed":
      return [user(event.by), " agrees"];
    case "released":
      return [
        "One more attempt was released by ",
        user(event.by),
        ", as ",
        user(event.proposedBy),
        " had proposed",
        ...ruledOut(event.ruledOut),
      ];
    case "in-force":
      return inForce(event, change);
    case "set-up-changed":
      return ["In effect, as approved by ", ...mentions(event.countedApprovers)];
    case "rail-adopted":
      return ["Rail adopted, as approved by ", ...mentions(event.countedApprovers)];
    case "dispute-ended":
      return ["Dispute ended, as approved by ", ...mentions(event.countedApprovers)];
    case "created":
      return [`Created as ${shortened(event.railId, 80)}`];
    case "proven":
      return ["Proven: the Rail service has shown this id with this very value in a Rail"];
    case "not-found-yet":
      return ["Checked: the service does not show the Rail yet"];
    case "verified":
      return ["Checked: matches the approval", ...event.notes.map((note) => ` (${note})`)];
    case "quarantined":
      return [quarantineText(event.because ?? "differs")];
    case "instructions-undeliverable":
      return ["Its deposit instructions wait: Slack accepts no direct message to the requester"];
    case "instructions-posted":
      return ["Deposit instructions posted"];
  }
}

const CHECKED_IN: Record<CheckedIn, string> = {
  contract: "contract",
  "call-back": "call-back",
  "earlier-payment": "earlier payment",
  other: "other records",
};

/** Earlier releases kept no reasons. */
function lapsed({ of, because }: Extract<RequestEvent, { type: "approvals-lapsed" }>): Line {
  if (of.length === 0) return ["More approvals are required now"];
  const told = because && of.flatMap((by) => (because[by] ? [{ by, because: because[by] }] : []));
  const whose = told?.length === of.length ? lapsedLeaves(told) : mentions(of);
  return ["No longer counted: the approval of ", ...whose];
}

/** Rails that the two who released it have looked at. */
function ruledOut(railIds: readonly string[] = []): Line {
  return railIds.length === 0
    ? []
    : [LINE_BREAK, `Not this one: ${shortened(railIds.join(", "), 200)}`];
}

function inForce(
  { serviceId, isProven, by = [] }: Extract<RequestEvent, { type: "in-force" }>,
  { kind }: Change,
): Line {
  switch (kind) {
    case "retire-destination":
      return ["Retired"];
    case "whitelist-destination":
    case "import-destination":
      return [
        "In the register: the Rail service's id is ",
        copyableInline(serviceId),
        isProven ? "" : ", unproven",
        ...(by.length === 0 ? [] : [", as agreed by ", ...mentions(by)]),
      ];
    // These have events of their own.
    case "create-rail":
    case "adopt-rail":
    case "end-dispute":
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return ["In effect"];
  }
}
