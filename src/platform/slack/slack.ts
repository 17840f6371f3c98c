import type { Message } from "./message.ts";
import type { Age } from "./recent.ts";
import type { Roster, Standing } from "./rules/roster.ts";

/**
 * What a conversation is to us. Approvals and instructions stand in `ours` only: the bot is a member, and no other
 * organisation reads along. A private channel that the bot is not in looks like one that does not exist.
 */
export type Place =
  | "ours"
  | "not-a-member"
  | "not-found"
  | "archived"
  | "shared"
  | "direct-message"
  | "not-known";

/** A picture to show in messages. `altText`, of at most 1,000 characters, says in words all that it shows. */
export interface Picture {
  filename: string;
  png: Uint8Array;
  altText: string;
}

export interface LastLook {
  /** Done when the message's turn has come, right before it leaves. What this throws is thrown, and nothing is sent. */
  lastLook?: () => Promise<void>;
}

/**
 * What a conversation gets before what, as it takes one message a second. Calls and cards go first, instructions and
 * reminders next, history last.
 */
export const RANKS = ["first", "next", "last"] as const;
export type Rank = (typeof RANKS)[number];

/** The conversation and the time stamp by which Slack knows a message. */
export interface MessagePlace {
  channelId: string;
  ts: string;
}

/** Posts our messages and changes them in place. All throw `MessengerError`. */
export interface Messenger {
  /** With `threadTs`, as a reply under the message that stands there; `rank` is `first` when absent. */
  post(
    workspaceId: string,
    channelId: string,
    message: Message,
    how?: LastLook & { threadTs?: string; rank?: Rank },
  ): Promise<MessagePlace>;
  update(workspaceId: string, at: MessagePlace, message: Message, how?: LastLook): Promise<void>;
  /**
   * Slack's id of the file, which nobody sees until a message of ours shows it, and then whoever sees the message. For a
   * moment Slack may refuse messages with it: `blocks-refused`.
   */
  uploadImage(workspaceId: string, picture: Picture): Promise<string>;
  /** Shows one person a file of ours, by direct message. `says` is in our own words: Slack reads it as markup. */
  sendFile(
    workspaceId: string,
    userId: string,
    file: { filename: string; bytes: Uint8Array; says: string },
  ): Promise<void>;
  /**
   * A courtesy, which never throws for Slack's sake: undefined if Slack does not say. A message that is gone may have one
   * for a minute.
   */
  linkTo(workspaceId: string, at: MessagePlace): Promise<string | undefined>;
  /** Never throws: a look-up that fails is `not-known`. `now` when the age is absent. */
  placeOf(workspaceId: string, channelId: string, age?: Age): Promise<Place>;
  /** Whether Slack still has a message of ours. Never throws: a failed look-up is `not-known`. */
  presenceOf(workspaceId: string, at: MessagePlace): Promise<"there" | "gone" | "not-known">;
  /**
   * Says something to one person alone: in a conversation, or by direct message where Slack refuses that; nowhere a second
   * time where Slack may have taken it. A courtesy, which never throws for Slack's sake: nothing may rest on it.
   */
  whisper(
    workspaceId: string,
    to: { channelId: string; userId: string },
    message: Message,
    /** By direct message; the same when absent. */
    alone?: Message,
  ): Promise<void>;
  /** The conversation with one person. */
  directMessageWith(workspaceId: string, userId: string): Promise<string>;
}

/** A lane of messages that go to Slack one after the other: some at once, then one in each interval. */
export interface Lane {
  name: string;
  everyMs: number;
  atOnce: number;
  /** `first` when absent. Everything in a lane of several ranks has one. */
  rank?: Rank;
}

/** Turns in a workspace's lanes, the same for all processes. */
export interface Pace {
  /**
   * Takes the next turn, which comes in `waitMs`; or leaves it where that would be more than `atMostMs`, and is worth
   * another try in `waitMs`. A rank below `first` takes a turn only at once, and none while a higher rank waits.
   */
  take(
    workspaceId: string,
    lane: Lane,
    atMostMs: number,
  ): Promise<{ isTaken: boolean; waitMs: number }>;
  /** No turn for this many milliseconds, and then none for ranks below the lane's. */
  stall(workspaceId: string, lane: Lane, ms: number): Promise<void>;
}

/**
 * How old an answer about people and groups may be. Claims need answers of `now`, and never reuse a look-up. Approvals and
 * resuming ask once a click, `of-the-deed`. Stopping takes groups of the last minute. What decides nothing takes everything of
 * the last minute. Reading alone also takes a full member of the last hour while Slack is silent.
 */
export type Freshness = Age | "groups-of-a-minute";

/** Slack's word on people and user groups. Never throws: a missing answer means that nothing is known. */
export interface People {
  /** `now` when the freshness is absent, as in all of these. */
  standingOf(workspaceId: string, userId: string, freshness?: Freshness): Promise<Standing>;
  /** For texts that must call nobody, from an answer of the last minute where there is one. */
  nameOf(workspaceId: string, userId: string): Promise<string | undefined>;
  /** The IANA name of the time zone in their profile, from an answer of the last minute where there is one. */
  timeZoneOf(workspaceId: string, userId: string): Promise<string | undefined>;
  /** Looked up at the same time, while Slack waits for an acknowledgement: what takes too long is not known. */
  whoIs(
    workspaceId: string,
    userIds: readonly string[],
    groupIds: readonly string[],
    freshness?: Freshness,
  ): Promise<Roster>;
}

/** Never throws. */
export interface Administrators {
  /** Administrators and owners of the workspace; null if Slack did not say. */
  isAdministrator(
    workspaceId: string,
    userId: string,
    freshness?: Freshness,
  ): Promise<boolean | null>;
}
