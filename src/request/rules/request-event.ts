import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { CheckedIn } from "./approval/checked-in.ts";
import type { LapsedBecause } from "./approval/lapsed.ts";
import type {
  LookTrouble,
  NotSentBecause,
  PersonQuestion,
  QuarantinedBecause,
  UnknownBecause,
} from "./change-request.ts";
import type { Difference } from "./outcome/attestation.ts";
import type { TwoPersonRemedy } from "./remedy.ts";

type Happening =
  /** `checkedIn`: the source in which the approver looked the value up. */
  | {
      type: "approval-given";
      by: string;
      digest: string;
      isChecked: boolean;
      checkedIn?: CheckedIn;
    }
  /** The group of the address or IBAN that an approver was asked for was not what they typed. */
  | { type: "wrong-answer"; by: string; times: number }
  /** The same, but only in small letters and capitals: it does not end an attempt. */
  | { type: "case-slip"; by: string; times: number }
  /** An approver wants to know more from the requester. */
  | { type: "question-asked"; by: string; question: string }
  | { type: "approved" }
  /** `because`: the reason for each of them; earlier releases did not keep it. */
  | {
      type: "approvals-lapsed";
      of: readonly string[];
      because?: Readonly<Record<string, LapsedBecause>>;
    }
  | { type: "denied"; by: string; reason: string }
  | { type: "withdrawn"; by: string }
  | { type: "expired" }
  | { type: "sending-started"; attempt: number; countedApprovers: readonly string[] }
  | { type: "blocked"; nextTryAt: string }
  /** Another token is kept: it is tried again at once. */
  | { type: "woken" }
  | { type: "not-sent"; because: NotSentBecause | null; nextTryAt: string }
  | { type: "refused"; message: string; fieldErrors: Record<string, string[]> }
  | { type: "outcome-unknown"; because: UnknownBecause; nextLookAt: string; issued: Rail | null }
  | { type: "scanned-clean"; nextLookAt: string }
  | { type: "look-failed"; because: LookTrouble; nextLookAt: string }
  /** `answer`: the service's answer, if there is something to keep. */
  | {
      type: "gave-up";
      question: PersonQuestion;
      because: string;
      candidates?: readonly string[];
      answer?: string;
    }
  | { type: "voided"; because: string }
  | { type: "remedy-proposed"; by: string; remedy: TwoPersonRemedy }
  /** One of several people who have to agree. */
  | { type: "remedy-agreed"; by: string }
  /** `ruledOut`: Rails that the two looked at, and that do not belong to this request. */
  | {
      type: "released";
      by: string;
      proposedBy: string;
      expiresAt: string;
      ruledOut?: readonly string[];
    }
  /** A person has found the Rail at the service: it is read back and compared like any other. */
  | { type: "linked"; by: string; railId: string; issued: Rail; nextLookAt: string }
  /** `isProven`: the service itself showed this id with this address or IBAN. */
  | {
      type: "in-force";
      serviceId: string;
      isProven: boolean;
      by?: readonly string[];
      answer?: string;
    }
  /** The policy, the channel or the connection is now the requested one. */
  | { type: "set-up-changed"; countedApprovers: readonly string[] }
  /** The Rail is no longer disputed. */
  | { type: "dispute-ended"; countedApprovers: readonly string[] }
  /** The Rail is approved here as it is. `serviceId`: of its destination. */
  | { type: "rail-adopted"; serviceId: string; countedApprovers: readonly string[] }
  | { type: "created"; railId: string; issued: Rail | null; nextLookAt: string }
  /** The service itself has shown the id of a destination with its address or IBAN. */
  | { type: "proven" }
  | { type: "not-found-yet"; nextLookAt: string }
  | { type: "verified"; notes: readonly string[] }
  | {
      type: "quarantined";
      railIds: readonly string[];
      unnamed?: number;
      /** `differs` unless told. */
      because?: QuarantinedBecause;
      differences: readonly Difference[];
    }
  | { type: "instructions-undeliverable" }
  | { type: "instructions-posted"; channelId: string };

export type RequestEvent = { at: string } & Happening;

/**
 * Whether the event at `index` only repeats what happened just before: an automatic try that meets the same trouble
 * again. The event of sending belongs to its outcome.
 */
export function isRepeat(events: readonly RequestEvent[], index: number): boolean {
  const event = events[index];
  if (event?.type === "sending-started") return isRepeat(events, index + 1);
  const before = events.slice(0, index).findLast(({ type }) => type !== "sending-started");
  const trouble = event && troubleOf(event);
  return trouble !== undefined && before !== undefined && troubleOf(before) === trouble;
}

/** Undefined if it does not repeat by itself. */
function troubleOf(event: RequestEvent): string | undefined {
  switch (event.type) {
    case "not-sent":
    case "look-failed":
      return `${event.type}: ${event.because}`;
    case "blocked":
    case "scanned-clean":
    case "not-found-yet":
      return event.type;
    default:
      return undefined;
  }
}
