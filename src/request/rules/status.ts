import type { State, Status } from "./change-request.ts";

interface Traits {
  /** It waits for approval or for sending; it continues by itself; only people can continue it; nothing more happens. */
  phase: "waiting" | "under-way" | "with-people" | "over";
  /** The requester gets a message about it. They know that they withdrew it. */
  isEnding: boolean;
  /** It may still be sent, for the first time or once more, so a freeze holds it up. */
  mindsFreeze?: true;
  /** Its approvers have agreed, and it is to be sent. */
  isReleased?: true;
  /** The service may have done it without our knowing. */
  mayBeDone?: true;
  /** One Rail belongs to it, and no person has to look at it. */
  hasItsRail?: true;
  /** It has ended, and nothing can have been created. */
  leftNothing?: true;
}

/** The meaning of each status: a question asked in two places is a column. */
const STATUS = {
  pending: { phase: "waiting", isEnding: false, mindsFreeze: true },
  approved: { phase: "waiting", isEnding: false, mindsFreeze: true, isReleased: true },
  blocked: { phase: "waiting", isEnding: false, mindsFreeze: true, isReleased: true },
  sending: { phase: "under-way", isEnding: false, mayBeDone: true },
  unknown: { phase: "under-way", isEnding: false, mayBeDone: true },
  created: { phase: "under-way", isEnding: false, hasItsRail: true },
  verified: { phase: "under-way", isEnding: false, hasItsRail: true },
  quarantined: { phase: "with-people", isEnding: true },
  "needs-a-person": { phase: "with-people", isEnding: true, mindsFreeze: true, mayBeDone: true },
  done: { phase: "over", isEnding: true, hasItsRail: true },
  "in-force": { phase: "over", isEnding: true },
  denied: { phase: "over", isEnding: true, leftNothing: true },
  withdrawn: { phase: "over", isEnding: false, leftNothing: true },
  expired: { phase: "over", isEnding: true, leftNothing: true },
  // A request that people closed is voided too, and what it made may turn up later.
  voided: { phase: "over", isEnding: true },
  failed: { phase: "over", isEnding: true, leftNothing: true },
} as const satisfies Record<Status, Traits>;

/** A request's state while it has this status. */
export type In<S extends Status> = Extract<State, { status: S }>;

interface Stated {
  state: { status: Status };
}
type StateWith<Trait extends keyof Traits> = Extract<
  State,
  { status: { [S in Status]: (typeof STATUS)[S] extends Record<Trait, true> ? S : never }[Status] }
>;

export const STATUSES = Object.keys(STATUS) as Status[];

/** Queries read the same columns. */
export const statusesThat = (are: (traits: Traits) => boolean): readonly Status[] =>
  STATUSES.filter((status) => are(STATUS[status]));

const traitsOf = ({ state: { status } }: Stated): Traits => STATUS[status];

/** Waits for approval or for sending: for the first time, or for one more attempt that two people released. */
export const isWaitingToSend = (request: Stated) => traitsOf(request).phase === "waiting";
export const isWithPeople = (request: Stated) => traitsOf(request).phase === "with-people";
/** Nothing more happens to it, and nobody is asked. */
export const hasEnded = (request: Stated) => traitsOf(request).phase === "over";
/** It can be requested again. */
export const endedInVain = (request: Stated) =>
  hasEnded(request) && request.state.status !== "done" && request.state.status !== "in-force";
export const isEnding = (request: Stated) => traitsOf(request).isEnding;
export const mindsFreeze = (request: Stated) => traitsOf(request).mindsFreeze === true;
export const mayBeDone = (request: Stated) => traitsOf(request).mayBeDone === true;

export const isReleased = (state: State): state is StateWith<"isReleased"> =>
  "isReleased" in STATUS[state.status];
export const hasItsRail = (state: State): state is StateWith<"hasItsRail"> =>
  "hasItsRail" in STATUS[state.status];

export const OPEN = statusesThat(({ phase }) => phase !== "over");
/** A destination that the service contradicts stays in quarantine, and hinders no other request. */
export const UNSETTLED = OPEN.filter((status) => status !== "quarantined");
