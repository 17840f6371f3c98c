import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { ApprovalPolicy } from "./approval/approval-policy.ts";
import type { Lapsed } from "./approval/lapsed.ts";
import type { Content, CreateRail, DestinationChange, SetupChange } from "./change.ts";
import { isDestinationChange, isSetupChange } from "./change.ts";
import type { Difference } from "./outcome/attestation.ts";
import type { ProposedRemedy } from "./remedy.ts";

/** Times are ISO 8601 in UTC throughout. */
export interface Approval {
  by: string;
  at: string;
  /** The digest that was shown to the approver. */
  digest: string;
}

export interface ChangeRequest {
  id: string;
  workspaceId: string;
  connectionId: string;
  /** The 142 of R-142; counted per workspace. */
  number: number;
  /** The number of events so far; guards every save. */
  version: number;
  content: Content;
  /** The frozen canonical bytes of `content`, and their SHA-256. */
  canonical: string;
  digest: string;
  /** The rule in force for this kind of change at its submission. */
  policy: ApprovalPolicy;
  requestedBy: string;
  requestedAt: string;
  expiresAt: string;
  approvals: readonly Approval[];
  /** How often each approver typed a wrong group of the address or IBAN. */
  wrongAnswers: Readonly<Record<string, number>>;
  /** How often only the case of letters was wrong; absent if never. */
  caseSlips?: Readonly<Record<string, number>>;
  /** The number of claims; each outcome names its claim. */
  attempt: number;
  state: State;
}

/** A request for a Rail, as opposed to one about a destination. */
export type RailRequest = ChangeRequest & { content: { change: CreateRail } };

export function isRailRequest(request: ChangeRequest): request is RailRequest {
  return request.content.change.kind === "create-rail";
}

/** A request about a wallet or bank account of the register. */
export type DestinationRequest = ChangeRequest & { content: { change: DestinationChange } };

export function isDestinationRequest(request: ChangeRequest): request is DestinationRequest {
  return isDestinationChange(request.content.change);
}

/** A request to change the policy, the channel for approvals or the connection. */
export type SetupRequest = ChangeRequest & { content: { change: SetupChange } };

export function isSetupRequest(request: ChangeRequest): request is SetupRequest {
  return isSetupChange(request.content.change);
}

/** `issued` is what the service first said of the Rail, in the creating answer or later. */
export interface CreatedRail {
  railId: string;
  issued: Rail | null;
}

/** The same for a Rail that was made but that nobody can show: its id may not be known. */
export interface MadeRail {
  railId: string | null;
  issued: Rail | null;
}

export type State =
  /** `lapsed`: the people whose approvals no longer count, and why. */
  | { status: "pending"; lapsed?: readonly Lapsed[] }
  /** `because`: why it was not sent the last time; null if it was not tried yet, or nobody noted it. */
  | {
      status: "approved";
      since: string;
      timesNotSent: number;
      because: NotSentBecause | null;
      nextTryAt: string;
    }
  | { status: "blocked"; since: string; nextTryAt: string }
  | { status: "sending"; since: string; timesNotSent: number }
  | {
      status: "unknown";
      since: string;
      because: UnknownBecause;
      cleanScans: number;
      /** The number of successive looks that learned nothing, and the last reason; null after a whole look. */
      failedLooks: number;
      trouble: LookTrouble | null;
      nextLookAt: string;
      issued: Rail | null;
    }
  | ({ status: "created"; since: string; timesNotFound: number; nextLookAt: string } & CreatedRail)
  /** `isUndeliverable`: its instructions cannot be sent to the requester. */
  | ({ status: "verified"; since: string; isUndeliverable?: boolean } & CreatedRail)
  | ({ status: "done"; since: string } & CreatedRail)
  | {
      status: "quarantined";
      since: string;
      railIds: readonly string[];
      /** How many more of its Rails the service shows without an id. */
      unnamed: number;
      because: QuarantinedBecause;
      /** The status before; null if nobody kept it. */
      was: Status | null;
      differences: readonly Difference[];
    }
  | {
      status: "needs-a-person";
      since: string;
      question: PersonQuestion;
      because: string;
      /** Rails that may be the right one: of the same route, without a tag, made since the request. */
      candidates: readonly string[];
      /** The Rail that is known to have been made; null if there is none. */
      made: MadeRail | null;
      /** When the POST's outcome became unknown; absent if no POST is in question, or nobody noted it. */
      unknownSince?: string;
      remedy?: ProposedRemedy;
    }
  /**
   * The end of a change that makes no Rail: a destination entered or left the register, or the set-up changed.
   * `serviceId`: the destination's; null if there is none.
   */
  | { status: "in-force"; since: string; serviceId: string | null }
  | { status: "denied"; at: string; by: string; reason: string }
  | { status: "withdrawn"; at: string; by: string }
  | { status: "expired"; at: string }
  /** It can no longer be done as requested. `made`: the Rail known to have been made before; null if there is none. */
  | { status: "voided"; at: string; because: string; made: MadeRail | null }
  | { status: "failed"; at: string; message: string; fieldErrors: Record<string, string[]> };

export type Status = State["status"];

/** `differs`: it has differences, and only then. */
export type QuarantinedBecause =
  | "differs"
  /** More than one Rail was made for it. */
  | "several"
  /** A Rail was made although none should have been. */
  | "uncalled-for"
  /** An attempt before the one that counts made its Rail. */
  | "earlier-attempt"
  /** Its Rail also belongs to another request. */
  | "of-another-request";

/** Why nobody knows whether a Rail was created. */
export type UnknownBecause = "no-clear-answer" | "interrupted" | "no-id";

/** Why a look at the service's Rails learned nothing. `incomplete`: it does not show all its Rails. */
export type LookTrouble = "token-refused" | "unreachable" | "incomplete";

/** Why an approved request was not sent; with a refused token it is blocked. */
export type NotSentBecause =
  /** No connection opened to send it. */
  | "no-connection"
  /** The look for the Rail before it learned nothing. */
  | Exclude<LookTrouble, "token-refused">
  /** The restore marker could not be written after the claim. */
  | "marker-not-kept"
  /** The marker showed that the database is an older one. */
  | "restored"
  /** Its sender paused for so long after the claim that it counted as gone. */
  | "overtaken"
  /** Sending was frozen between the claim and the POST. */
  | "frozen";

/** The question that only a person can answer; it decides which remedies there are. */
export type PersonQuestion =
  /** Was it done? */
  | "outcome"
  /** Is a Rail of the same route, made meanwhile without our tag, the one? */
  | "look-alike-rail"
  /** It was made: under which id? */
  | "no-id"
  /** It was made, but is not shown. */
  | "not-shown"
  | "tampered"
  /** The question what belongs into the register. */
  | "register";

/** Whether it was last held up because the service refuses the token, or there is none. */
export function waitsForToken({ state }: Pick<ChangeRequest, "state">): boolean {
  if (state.status === "unknown") return state.trouble === "token-refused";
  return state.status === "blocked";
}

/** How many tries in a row did not send it. */
export function timesNotSent({ state }: Pick<ChangeRequest, "state">): number {
  return state.status === "approved" || state.status === "sending" ? state.timesNotSent : 0;
}

/** `R-142`, as people write it. */
export function numberOf({ number }: Pick<ChangeRequest, "number">): string {
  return `R-${number}`;
}

/** Takes `R-142`, `r142` or `142`; undefined for anything else. */
export function readRequestNumber(text: string): number | undefined {
  const digits = /^(?:r-?)?([1-9][0-9]{0,8})$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The Rail that belongs to a request, once one is known. */
export function railIdOf(request: Pick<ChangeRequest, "state">): string | undefined {
  return railIdsOf(request)[0];
}

/** Every Rail that is known to belong to a request as it stands. */
export function railIdsOf({ state }: Pick<ChangeRequest, "state">): readonly string[] {
  switch (state.status) {
    case "created":
    case "verified":
    case "done":
      return [state.railId];
    case "quarantined":
      return state.railIds;
    case "needs-a-person": {
      const railId = state.made?.railId ?? null;
      return railId === null ? [] : [railId];
    }
    case "pending":
    case "approved":
    case "blocked":
    case "sending":
    case "unknown":
    case "in-force":
    case "denied":
    case "withdrawn":
    case "expired":
    // People look into the Rails of a closed request.
    case "voided":
    case "failed":
      return [];
  }
}
