import type { RichTextBlockElement, RichTextList } from "@slack/types";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyableInline,
  date,
  lines,
  quote,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { kindOf } from "../change-kind.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import { approvalCount } from "../rules/approval/awaited.ts";
import type { Change } from "../rules/change.ts";
import { isHeldByFreeze } from "../rules/change.ts";
import type { ChangeRequest, Status } from "../rules/change-request.ts";
import type { In } from "../rules/status.ts";
import { nothingDone } from "./change-facts.ts";
import { contradicted, inForce, wayOut } from "./destination-status.ts";
import { quarantineRows } from "./quarantine.ts";
import type { RequestFacts } from "./request-facts.ts";
import {
  bullets,
  LOOK_HELP,
  LOOK_TROUBLE,
  notSentWords,
  outcomeUnknown,
} from "./unknown-outcome.ts";

/** In capitals, never by colour alone. */
export const STATUS_TITLES: Record<Exclude<Status, "pending">, string> = {
  approved: "APPROVED",
  blocked: "BLOCKED",
  sending: "SENDING",
  unknown: "NOT CONFIRMED YET",
  created: "CREATED, BEING CHECKED",
  verified: "CREATED AND CHECKED",
  done: "DONE",
  quarantined: "QUARANTINED",
  "needs-a-person": "NEEDS REVIEW",
  "in-force": "DONE",
  denied: "DENIED",
  withdrawn: "WITHDRAWN",
  expired: "EXPIRED",
  voided: "VOID",
  failed: "FAILED",
};

/** With what the request knows of it: `WAITING 1 of 2`. */
export function statusTitle(request: ChangeRequest, currentPolicy: ApprovalPolicy): string {
  const { state } = request;
  if (state.status === "pending") {
    const { given, needed } = approvalCount(request, currentPolicy);
    return `WAITING ${given} of ${needed}`;
  }
  if (state.status === "approved" && state.timesNotSent > 0) return "APPROVED, NOT SENT YET";
  if (state.status === "needs-a-person" && state.remedy) return "NEEDS A SECOND APPROVER";
  if (state.status === "in-force") return kindOf(request.content.change).words.inForce;
  return STATUS_TITLES[state.status];
}

/** The meaning of the status, and what happens next or who can help. Empty where the line of the status says it all. */
export function statusDetails(
  request: Pick<ChangeRequest, "content" | "state" | "requestedBy" | "attempt">,
  facts: Partial<
    Pick<
      RequestFacts,
      "instructionsWentTo" | "areInstructionsWithdrawn" | "destination" | "remedies" | "frozen"
    >
  > = {},
): RichTextBlockElement[] {
  const { state, requestedBy } = request;
  const { change } = request.content;
  switch (state.status) {
    case "pending":
    case "done":
      return [];
    case "approved":
      return [approved(state, nextFor(change, facts.frozen))];
    case "blocked":
      return [
        lines(
          [`${LOOK_TROUBLE["token-refused"]}. ${nothingDone(request)}`],
          [`${LOOK_HELP["token-refused"]} Next try: `, date(state.nextTryAt), "."],
        ),
      ];
    case "sending":
      return [lines([kindOf(change).words.sending])];
    case "unknown":
      return [outcomeUnknown(state)];
    case "created":
      return [
        lines(
          [
            "Rail ",
            copyableInline(state.railId),
            " is compared with what was approved before its deposit instructions are posted.",
          ],
          state.timesNotFound > 0 && [
            "The service does not show it yet. Next check: ",
            date(state.nextLookAt),
            ".",
          ],
        ),
      ];
    case "verified":
      return [
        lines([
          "Rail ",
          copyableInline(state.railId),
          " matches the approval. ",
          ...(state.isUndeliverable ? undeliverable(requestedBy) : [BEING_POSTED]),
        ]),
      ];
    case "quarantined":
      return change.kind === "create-rail"
        ? [lines(...quarantineRows(state, facts)), ...differencesOf(state)]
        : [contradicted(request), ...differencesOf(state)];
    case "needs-a-person":
      return [
        lines(["An approver needs to decide. Why:"]),
        quote(shortened(state.because, 500, "(no reason kept)")),
        ...wayOut(request, state, facts.remedies),
      ];
    case "in-force":
      return inForce(request, state, facts.destination);
    case "denied":
      return [
        lines(["By ", user(state.by), ", ", date(state.at), `. ${nothingDone(request)} Reason:`]),
        quote(shortened(state.reason, 1_000, "(none)")),
      ];
    case "withdrawn":
      return [lines(["By ", user(state.by), ", ", date(state.at), `. ${nothingDone(request)}`])];
    case "expired":
      return [
        lines(["Expired ", date(state.at), `. ${nothingDone(request)} It can be requested again.`]),
      ];
    case "voided":
      return [
        lines(["Ended ", date(state.at), `. ${nothingDone(request)} Why:`]),
        quote(shortened(state.because, 500, "(no reason kept)")),
      ];
    case "failed":
      return failed(state, nothingDone(request));
  }
}

/** Does not announce a next step that a freeze holds up. */
function nextFor(change: Change, frozen: RequestFacts["frozen"] | undefined): string {
  return frozen && isHeldByFreeze(change)
    ? "It waits until sending resumes."
    : kindOf(change).words.next;
}

function approved({ timesNotSent, because, nextTryAt }: In<"approved">, next: string) {
  if (timesNotSent === 0) return lines([next]);
  const { why, help } = notSentWords(because);
  return lines(
    [`Nothing was sent; tried ${counted(timesNotSent, "time")}. ${why}.`],
    help !== "" && [help],
    ["Next try: ", date(nextTryAt), "."],
  );
}

const BEING_POSTED = "Its deposit instructions are being posted.";

function undeliverable(requestedBy: string): Line {
  return [
    "Its deposit instructions could not be sent to ",
    user(requestedBy),
    " by direct message: the account may be deactivated. Signalbox keeps trying. Until then any member can open them with the button.",
  ];
}

function differencesOf({ differences }: In<"quarantined">): RichTextList[] {
  return bullets(differences, "difference", ({ field, expectedBy, expected, found }) => [
    bold(shortened(field, 60)),
    expectedBy === "approved" ? ": approved " : ": at creation ",
    shown(expected),
    ", now ",
    shown(found),
  ]);
}

function failed(
  { at, message, fieldErrors }: In<"failed">,
  whatWasDone: string,
): RichTextBlockElement[] {
  const faults = Object.entries(fieldErrors).flatMap(([field, messages]) =>
    messages.map((each) => ({ field, message: each })),
  );
  const isReasonGiven = message.trim() !== "" || faults.length > 0;
  return [
    lines([
      "The Rail service refused it, ",
      date(at),
      `. ${whatWasDone} ${isReasonGiven ? "It said:" : "It gave no reason."}`,
    ]),
    ...(isReasonGiven ? [quote(shortened(message, 300, "(only this)"))] : []),
    ...bullets(faults, "message", (fault) => [
      bold(shortened(fault.field, 60, "(no field)")),
      ": ",
      shortened(fault.message, 150, "(nothing)"),
    ]),
    lines([
      isReasonGiven
        ? "Once that is fixed, it can be requested again. If the message is not clear, an administrator can ask the Rail service."
        : "An administrator can ask the Rail service why.",
    ]),
  ];
}

const shown = (value: string | null): string =>
  value === null ? "nothing" : `“${shortened(value, 80, "blank")}”`;

/** A sign beside the word of the status, never instead of it. */
export function statusSign({
  request,
  frozen,
}: Pick<RequestFacts, "request"> & Partial<Pick<RequestFacts, "frozen">>): string {
  if (frozen && isHeldByFreeze(request.content.change)) return "🛑";
  return SIGNS[request.state.status];
}

const SIGNS: Record<Status, string> = {
  pending: "⏳",
  approved: "⏳",
  blocked: "⏳",
  sending: "⏳",
  unknown: "⚠️",
  created: "⏳",
  verified: "⏳",
  done: "✅",
  quarantined: "🛑",
  "needs-a-person": "⚠️",
  "in-force": "✅",
  denied: "⛔",
  withdrawn: "⛔",
  expired: "⛔",
  voided: "⛔",
  failed: "⛔",
};
