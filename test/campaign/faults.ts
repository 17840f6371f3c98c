/** What can go wrong at one step of a process, by the kind of step at which it strikes. */

const ON_POST = [
  "request-lost",
  "answer-lost",
  "delayed-past-time-out",
  "delayed-and-late",
  "duplicated-on-the-wire",
  "duplicated-and-lost",
  "truncated",
  "cut-json",
  "redirected",
  "500-before-commit",
  "500-after-commit",
  "429",
  "not-sent",
  "not-sent-learned-late",
  "id-null",
  "metadata-not-echoed",
  "hidden-for-minutes",
  "shown-late",
] as const;

const ON_READ = [
  "read-lost",
  "read-truncated",
  "read-500",
  "read-not-sent",
  "pages-reordered",
  "read-altered",
  "made-by-others-meanwhile",
  "made-alike-meanwhile",
] as const;

/** What is wrong with the list for one whole reading of it. */
export const ON_LIST = [
  "total-too-high",
  "total-lags",
  "rail-leaves",
  "rail-leaves-another-comes",
  "counted-twice",
] as const;

const ON_SERVICE = ["token-revoked"] as const;

const ON_SLACK = [
  "post-taken-answer-lost",
  "update-delivered-late",
  "slack-down",
  "channel-gone",
  "card-deleted",
  "pending-card-deleted",
] as const;

const ON_PEOPLE = ["standing-not-known", "approver-deactivated"] as const;

const ON_ANY = [
  "killed",
  "second-worker",
  "long-pause",
  "jobs-lost",
  "clock-forward",
  "clock-back",
  "clock-far-ahead-and-back",
  "restored",
  "restored-without-marker",
  "frozen-by-approver",
  "withdrawn-now",
  "request-tampered",
  "approvals-forged",
] as const;

export type FaultKind =
  | (typeof ON_POST)[number]
  | (typeof ON_READ)[number]
  | (typeof ON_LIST)[number]
  | (typeof ON_SERVICE)[number]
  | (typeof ON_SLACK)[number]
  | (typeof ON_PEOPLE)[number]
  | (typeof ON_ANY)[number];

/** What a process does at a step outwards. */
export type StepKind = "post" | "read" | "slack" | "people" | "store" | "commit";

const BY_STEP: Record<StepKind, readonly FaultKind[]> = {
  post: [...ON_POST, ...ON_SERVICE, ...ON_ANY],
  read: [...ON_READ, ...ON_LIST, ...ON_SERVICE, ...ON_ANY],
  slack: [...ON_SLACK, ...ON_ANY],
  people: [...ON_PEOPLE, "killed"],
  // A card is deleted even while nobody draws it.
  store: ["pending-card-deleted", ...ON_ANY],
  // Its transaction is open: on one connection nobody else can do anything meanwhile.
  commit: ["killed"],
};

export const FAULT_KINDS: readonly FaultKind[] = [
  ...ON_POST,
  ...ON_READ,
  ...ON_LIST,
  ...ON_SERVICE,
  ...ON_SLACK,
  ...ON_PEOPLE,
  ...ON_ANY,
];

export function faultsAt(step: StepKind): readonly FaultKind[] {
  return BY_STEP[step];
}

/** Strikes once, at the first step from `from` on at which it can. */
export interface PlannedFault {
  kind: FaultKind;
  from: number;
  /** From 0 up to 1: which earlier moment, how many minutes, which field; whatever the kind has to choose. */
  choice: number;
}
