import type { Roster, Standing } from "../../src/authority/roster.ts";
import type { People } from "../../src/platform/slack/slack.ts";
import { ANA, BEN, CAL, DAN } from "./builders.ts";

/** What Slack says; a test may change it while the people are asked for. */
export interface SaidOfPeople {
  /** The standing of people who are not simply active. */
  standings: Record<string, Standing>;
  /** The members of user groups; null where Slack does not say. A group that is missing here is gone. */
  members: Record<string, readonly string[] | null>;
  /** The Enterprise user of accounts that have one. */
  persons: Record<string, string>;
}

/** `onLook` comes before each answer. */
export function somePeople(
  { standings = {}, members = {}, persons = {} }: Partial<SaidOfPeople> = {},
  onLook: (userIds: readonly string[], groupIds: readonly string[]) => Promise<void> | void = () =>
    undefined,
): People {
  const standingNow = (userId: string) => standings[userId] ?? "active";
  const membersNow = (groupId: string) => (groupId in members ? (members[groupId] ?? null) : []);
  return {
    nameOf: async (_, userId) => NAMES[userId],
    timeZoneOf: async () => undefined,
    async standingOf(_, userId) {
      await onLook([userId], []);
      return standingNow(userId);
    },
    async whoIs(_, userIds, groupIds) {
      await onLook(userIds, groupIds);
      const known = userIds.filter((userId) => standingNow(userId) !== "not-known");
      return {
        standings: new Map(userIds.map((userId) => [userId, standingNow(userId)])),
        persons: new Map(known.map((userId) => [userId, persons[userId] ?? userId])),
        members: new Map(groupIds.map((groupId) => [groupId, membersNow(groupId)])),
      };
    },
  };
}

const NAMES: Record<string, string> = { [ANA]: "Ana", [BEN]: "Ben", [CAL]: "Cal", [DAN]: "Dan" };

const EVERYONE = [ANA, BEN, CAL, DAN, "U0EVE00001"];

/** Everybody of the builders is active, and a person of their own; of groups only those given are known. */
export function aRoster({
  standings = {},
  members = {},
  persons = {},
}: Partial<SaidOfPeople> = {}): Roster {
  const all = [...new Set([...EVERYONE, ...Object.keys(standings), ...Object.keys(persons)])];
  return {
    standings: new Map(all.map((userId) => [userId, standings[userId] ?? "active"])),
    persons: new Map(all.map((userId) => [userId, persons[userId] ?? userId])),
    members: new Map(Object.entries(members)),
  };
}
