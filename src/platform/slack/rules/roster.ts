/** What Slack says of a person. Only `active` counts; a look-up that fails is `not-known`. */
export type Standing = "active" | "deactivated" | "bot" | "guest" | "stranger" | "not-known";

/** Slack's present word on people and user groups. A person who is not in it is not known. */
export interface Roster {
  standings: ReadonlyMap<string, Standing>;
  /** One id for all accounts of a person: that of the Enterprise user, else the account's own. */
  persons: ReadonlyMap<string, string>;
  /** The members of each user group, by the group's id; null if Slack did not say. */
  members: ReadonlyMap<string, readonly string[] | null>;
  /** Members by Slack's last answer, without those known to have gone; only groups of which it says nothing now. */
  lastKnown?: ReadonlyMap<string, readonly string[]>;
  /** People who are no active members by Slack's last answer, and of whom it says nothing now. */
  lastInactive?: ReadonlySet<string>;
}
