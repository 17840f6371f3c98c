import type { KindName } from "../../authority/kinds.ts";
import type { Pins } from "../../authority/pins.ts";
import type { RailType } from "../../platform/rail-api/rules/rail.ts";
import type { Change, MoneyChange, Subject } from "./change.ts";
import type { ChangeRequest, PersonQuestion } from "./change-request.ts";
import type { Circumstances, Undated } from "./decision.ts";
import { isSameConnection } from "./decision.ts";
import type { Remedy } from "./remedy.ts";
import type { RequestEvent } from "./request-event.ts";

/** The rules of one kind of change: no clock, no I/O. `ChangeKind` adds what it says to people and what it writes. */
export interface KindRules<C extends Change = Change> {
  /** Two requests with the same route ask for the same, or are about the same thing. */
  route(change: C): string;
  /** Null for a change of the set-up. */
  subject(change: C): Subject | null;
  /** The policy's conditions see these besides its subject. */
  traits(change: C): RailTraits;
  /** Whether approvers type a group of its address or IBAN. Asked only of a change with a subject. */
  isTyped(facts: { isFirstUse: boolean; isLookedLike: boolean }): boolean;
  /** Requests of this kind can fill up a workspace; all others are still possible when it is full. */
  fillsWorkspace: boolean;
  /** The job that carries out an approved request, and how Signalbox does what the Rail service does not. */
  carriedOut: CarriedOut<C>;
  /** The remedies while it needs a person. */
  remedies(question: PersonQuestion): readonly Remedy["type"][];
  /** Why the environment does not allow it, in words for people. */
  whyPinned(change: C, pins: Pins): string | undefined;
  /** Why it can no longer be done as requested, in words for people. */
  whyVoid(
    change: C,
    around: Pick<Circumstances, "register" | "policy" | "setup" | "overtaken">,
  ): string | undefined;
}

export type CarriedOut<C extends Change> =
  /** By one POST, through `sendOnce` alone. */
  | { by: "service"; job: "create-rail" | "whitelist-destination" }
  /** At the moment of the claim; nothing is sent. */
  | {
      by: "signalbox";
      job: "keep-register" | "keep-setup";
      settle(change: C, found: Found): Undated<RequestEvent>;
    };

/** What is known at the moment of the claim. */
export interface Found extends Pick<Circumstances, "isIdTaken" | "seen"> {
  countedApprovers: readonly string[];
}

export interface RailTraits {
  types: readonly RailType[];
  assets: readonly string[];
  networks: readonly string[];
}

type AllRules = { [Kind in KindName]: KindRules<Extract<Change, { kind: Kind }>> };

/**
 * The engine knows no capability, so the program's one table of kinds is put here before anything runs, and never
 * changes. An argument instead would pass through every rule, query and screen, with the same value everywhere.
 */
let all: AllRules | undefined;

export function registerRules(rules: AllRules): void {
  all = rules;
}

export function rulesOf({ kind }: Pick<Change, "kind">): KindRules {
  if (!all) throw new Error("No kind of change is registered: call registerKinds first.");
  return all[kind];
}

/** Null for a request about no destination: one that changes the set-up. */
export function subjectOf(
  request: Pick<ChangeRequest, "state"> & { content: { change: MoneyChange } },
): Subject;
export function subjectOf(
  request: Pick<ChangeRequest, "state"> & { content: { change: Change } },
): Subject | null;
export function subjectOf({
  content,
  state,
}: Pick<ChangeRequest, "state"> & { content: { change: Change } }): Subject | null {
  const subject = subjectOfChange(content.change);
  return subject && state.status === "in-force"
    ? { ...subject, serviceId: state.serviceId }
    : subject;
}

/** Null for a change of the set-up. */
export function subjectOfChange(change: MoneyChange): Subject;
export function subjectOfChange(change: Change): Subject | null;
export function subjectOfChange(change: Change): Subject | null {
  return rulesOf(change).subject(change);
}

/** Why a request can no longer be done as requested, in words for people; undefined if it can. */
export function whyVoid(
  request: Pick<ChangeRequest, "content">,
  around: Pick<Circumstances, "register" | "connection" | "policy" | "setup" | "overtaken">,
): string | undefined {
  if (!isSameConnection(request, around)) return ANOTHER_CONNECTION;
  const { change } = request.content;
  const rules = rulesOf(change);
  // The operator may have pinned more since the request.
  return rules.whyPinned(change, around.setup.pins) ?? rules.whyVoid(change, around);
}

const ANOTHER_CONNECTION =
  "The Rail connection was changed while this waited, and what was approved for one is not done with another.";
