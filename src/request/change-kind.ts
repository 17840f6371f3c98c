import type { ModalView, MrkdwnElement, RichTextBlockElement, RichTextSection } from "@slack/types";
import type { KindName } from "../authority/kinds.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import type { Line } from "../platform/slack/blocks/rich-text.ts";
import type { RequestFacts } from "./card/request-facts.ts";
import type { Context } from "./context.ts";
import type { Change } from "./rules/change.ts";
import type { ChangeRequest, DestinationRequest } from "./rules/change-request.ts";
import type { Destination } from "./rules/destination.ts";
import type { KindRules } from "./rules/kind-rules.ts";
import { registerRules } from "./rules/kind-rules.ts";
import type { RequestEvent } from "./rules/request-event.ts";

/** Everything that the engine does not know about one kind of change. `src/kinds.ts` lists them all. */
export interface ChangeKind<C extends Change = Change> extends KindRules<C> {
  words: ChangeWords;
  /** The change in a few words: `GBP → GBPA on Solana (devnet)`, `retire a wallet on Solana (devnet)`. */
  title(change: C): string;
  /**
   * Replaces `words.nothingDone`, and before the `next` end `words.nothingWillBeDone`, where that would be untrue of
   * this request; undefined where it is true.
   */
  nothingElse?(
    change: C,
    request: Pick<ChangeRequest, "attempt" | "state">,
    next?: NextEnd,
  ): string | undefined;
  /** The card's part beside the requester, the reason and the address or IBAN. */
  card(change: C, facts: RequestFacts, room: Room): CardPart;
  /** Why it cannot be requested now: checked when the form is kept, when it is submitted, and in its transaction. */
  obstacle(db: Db, change: C, around: ObstacleAround): Promise<Obstacle | undefined>;
  /** Why it can no longer be carried out as it was approved: checked in that moment. */
  whyOvertaken?(db: Db, change: C, around: ObstacleAround): Promise<string | undefined>;
  /**
   * The same where Slack has to be asked: before that moment. Throws a `StandingsNotKnown` where Slack does not say enough.
   */
  whyInVain?(
    context: Pick<Context, "people">,
    workspaceId: string,
    change: C,
  ): Promise<string | undefined>;
  /** Writes what happened to a request elsewhere, in the engine's transaction. */
  record?(
    tx: Tx,
    request: ChangeRequest,
    change: C,
    event: RequestEvent,
    seal: Seal,
  ): Promise<void>;
  /** The red lines of the card: only what is true. */
  warnings(change: C, facts: RequestFacts): RichTextSection[];
  /** Its form, filled in with the former request; absent if another screen asks for it. */
  formAgain?(context: Context, change: C, draft: NewDraft): Promise<ModalView>;
}

/** The end that somebody is about to give a request. */
export type NextEnd = "denied" | "withdrawn" | "voided";

export interface NewDraft {
  workspaceId: string;
  draftId: string;
  askedIn: string;
}

export interface ObstacleAround {
  workspaceId: string;
  connectionId: string;
  now: string;
}

export type Obstacle =
  /** `set-up-changed`: since this was made, or the token to change to is no longer kept. */
  | { because: "destination-not-usable" | "set-up-changed" | "not-disputed" }
  /** A Rail like it exists, or was requested while the form was open. */
  | { because: "similar-exists" }
  /** `not-adoptable`: approved here, requested, disputed, or changed since; the other is about its destination. */
  | { because: "not-adoptable" | "not-registered" }
  /** `already-registered`: this account, or this address on this network; a retired one may be requested again. */
  | { because: "already-registered" | "id-taken"; destination: Destination }
  | { because: "already-asked"; request: DestinationRequest }
  /** The service has shown this id with another address or IBAN. */
  | { because: "contradicted"; shown: string | null };

/** The words for a kind of change, on each screen that says what became of it or what will. */
export interface ChangeWords {
  nothingDone: string;
  nothingWillBeDone: string;
  /** The next step once there are enough approvals. */
  next: string;
  sending: string;
  /** The reason why an approver cannot take it back. */
  noWayBack: string;
  /** Its good end, in capitals. */
  inForce: string;
  /** Its name in a rule of the policy. */
  inRules: string;
  /** The meaning of closing it; `nothingWillBeDone` when absent. */
  closed?: readonly string[];
}

/** How much a screen has room for. */
export interface Room {
  /** At most this many people, groups or rules are named in one place; more are counted. */
  most: number;
  /** In characters of JSON. */
  size: number;
}

export type Fact = readonly [name: string, value: Line];

export interface CardPart {
  /** In the order of their weight: what is changed, where to, within which limits. */
  facts: readonly Fact[];
  /** Each difference, if there are more than a line has room for. */
  body?: readonly RichTextBlockElement[];
  /** Its origin, in small print. */
  context?: MrkdwnElement;
}

/** A kind or member that is missing is an error of the compiler. */
export type ChangeKinds = { [Kind in KindName]: ChangeKind<Extract<Change, { kind: Kind }>> };

let all: ChangeKinds | undefined;

/** Called once, at the start of a process, before anything is read or decided. */
export function registerKinds(kinds: ChangeKinds): void {
  all = kinds;
  registerRules(kinds);
}

export function kindOf({ kind }: Pick<Change, "kind">): ChangeKind {
  if (!all) throw new Error("No kind of change is registered: call registerKinds first.");
  return all[kind];
}
