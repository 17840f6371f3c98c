import type { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import type { Clock } from "../process/clock.ts";
import { slackSaid } from "../process/error-facts.ts";
import { inTime } from "../process/in-time.ts";
import type { LastAnswers } from "./last-answers.ts";
import { createRecent } from "./recent.ts";
import type { Standing } from "./rules/roster.ts";
import type { Administrators, Freshness, People } from "./slack.ts";
import { WHY_NO_GROUPS, whyNoGroups } from "./user-groups.ts";
import type { InNameOf, SlackClients } from "./web-client.ts";

interface Person {
  standing: Standing;
  /** Undefined if that is not known. */
  person?: string;
  isAdministrator?: boolean;
  /** As people read it. */
  name?: string;
  timeZone?: string | undefined;
}

/** The part that a look-up may take of the three seconds that Slack waits. */
const ANSWER_WITHIN_MS = 1_800;
const AT_ONCE = 10;

/**
 * Asks Slack who someone is (`users.info`) and who is in a group (`usergroups.users.list`), each time unless the caller
 * takes older answers: a leaver must not count because of what was known before.
 */
export function createPeople(
  context: Pick<SlackClients, "as" | "quick"> & {
    logger: Logger;
    clock: Clock;
    lastAnswers: LastAnswers;
  },
): People & Administrators {
  const { as, quick, logger, clock, lastAnswers } = context;
  const recentPeople = createRecent<Person>(clock, ({ standing }) => standing !== "not-known");
  const recentMembers = createRecent<string[] | null>(clock, (members) => members !== null);

  async function personOf(workspaceId: string, userId: string): Promise<Person> {
    try {
      const { user } = await quick.users.info({ ...(await as(workspaceId)), user: userId });
      if (!user) return { standing: "not-known" };
      const { enterprise_user: enterprise } = user;
      return {
        standing: standing(workspaceId, user),
        person: enterprise?.id || userId,
        isAdministrator: Boolean(user.is_admin || user.is_owner || user.is_primary_owner),
        name: user.profile?.display_name || user.real_name || user.name || "",
        timeZone: user.tz,
      };
    } catch (error) {
      if (["user_not_found", "user_not_visible"].includes(slackSaid(error) ?? "")) {
        return { standing: "stranger", person: userId, isAdministrator: false };
      }
      logger.warn({ err: error, workspaceId }, "Slack did not say who someone is");
      return { standing: "not-known" };
    }
  }

  /** Nobody if the group is disabled or gone; null if Slack does not say. */
  async function membersOf(workspaceId: string, groupId: string): Promise<string[] | null> {
    try {
      return await readMembers(quick, await as(workspaceId), groupId);
    } catch (error) {
      if (["no_such_subteam", "subteam_not_found"].includes(slackSaid(error) ?? "")) return [];
      const because = whyNoGroups(error);
      const told = `${WHY_NO_GROUPS[because]}: nobody counts as a member of a user group`;
      logger.warn({ err: error, workspaceId, groupId, because }, told);
      return null;
    }
  }

  async function remember(workspaceId: string, fresh: Fresh) {
    try {
      await lastAnswers.remember(workspaceId, fresh);
    } catch (error) {
      logger.warn({ err: error, workspaceId }, "what Slack said of people could not be kept");
    }
  }

  /** Only for people about whom Slack has not answered now. */
  async function lastKnown(
    workspaceId: string,
    userIds: readonly string[],
    groupIds: readonly string[],
    { standings, members }: Roster,
  ): Promise<Pick<Roster, "lastKnown" | "lastInactive">> {
    const isSilent = (userId: string) => (standings.get(userId) ?? "not-known") === "not-known";
    const people = userIds.filter(isSilent);
    const groups = groupIds.filter((groupId) => (members.get(groupId) ?? null) === null);
    try {
      return {
        ...(groups.length > 0 && { lastKnown: await lastAnswers.membersOf(workspaceId, groups) }),
        ...(people.length > 0 && {
          lastInactive: await lastAnswers.inactiveOf(workspaceId, people),
        }),
      };
    } catch (error) {
      logger.warn({ err: error, workspaceId }, "Slack's last answers could not be read");
      return {};
    }
  }

  /** Notes in `fresh` what Slack has said in this moment. */
  function personFor(workspaceId: string, userId: string, freshness: Freshness, fresh: Fresh) {
    const age = freshness === "groups-of-a-minute" ? "of-the-deed" : freshness;
    return recentPeople.ask(`${workspaceId} ${userId}`, age, async () => {
      const said = await personOf(workspaceId, userId);
      if (said.standing === "active") fresh.active.push(userId);
      if (isInactive(said.standing)) fresh.inactive.set(userId, said.standing);
      return said;
    });
  }

  return {
    async nameOf(workspaceId, userId) {
      const { name } = await personFor(workspaceId, userId, "of-a-minute", nothing());
      return name || undefined;
    },

    async timeZoneOf(workspaceId, userId) {
      const { timeZone } = await personFor(workspaceId, userId, "of-a-minute", nothing());
      return timeZone || undefined;
    },

    async standingOf(workspaceId, userId, freshness = "now") {
      const fresh = nothing();
      const { standing } = await personFor(workspaceId, userId, freshness, fresh);
      await remember(workspaceId, fresh);
      // Another process may have learned since then that they are no longer a member.
      const isOlder =
        freshness === "of-an-hour" && standing === "active" && fresh.active.length === 0;
      if (!isOlder) return standing;
      const { lastInactive } = await lastKnown(workspaceId, [userId], [], NOBODY_ANSWERED);
      return lastInactive?.size === 0 ? standing : "not-known";
    },

    async isAdministrator(workspaceId, userId, freshness = "now") {
      const { isAdministrator } = await personFor(workspaceId, userId, freshness, nothing());
      return isAdministrator ?? null;
    },

    async whoIs(workspaceId, userIds, groupIds, freshness = "now") {
      const fresh = nothing();
      const standings = new Map<string, Standing>();
      const persons = new Map<string, string>();
      const members = new Map<string, readonly string[] | null>();
      const looks = [
        ...[...new Set(groupIds)].map((groupId) => async () => {
          const key = `${workspaceId} ${groupId}`;
          const age = freshness === "groups-of-a-minute" ? "of-a-minute" : freshness;
          const found = await recentMembers.ask(key, age, async () => {
            const said = await membersOf(workspaceId, groupId);
            if (said) fresh.members.set(groupId, said);
            return said;
          });
          members.set(groupId, found);
        }),
        ...[...new Set(userIds)].map((userId) => async () => {
          const found = await personFor(workspaceId, userId, freshness, fresh);
          standings.set(userId, found.standing);
          if (found.person !== undefined) persons.set(userId, found.person);
        }),
      ];
      await inTime(aFewAtOnce(looks), ANSWER_WITHIN_MS);
      // A later answer must not change what a decision was based on.
      const roster = {
        standings: new Map(standings),
        persons: new Map(persons),
        members: new Map(members),
      };
      await remember(workspaceId, fresh);
      return { ...roster, ...(await lastKnown(workspaceId, userIds, groupIds, roster)) };
    },
  };
}

/** What Slack has said in this moment. */
interface Fresh {
  active: string[];
  inactive: Map<string, Standing>;
  members: Map<string, readonly string[]>;
}

const nothing = (): Fresh => ({ active: [], inactive: new Map(), members: new Map() });

type Roster = Awaited<ReturnType<People["whoIs"]>>;

const NOBODY_ANSWERED: Roster = { standings: new Map(), persons: new Map(), members: new Map() };

const isInactive = (standing: Standing) => standing !== "active" && standing !== "not-known";

async function aFewAtOnce(looks: readonly (() => Promise<void>)[]): Promise<void> {
  const left = looks.values();
  const worker = async () => {
    for (const look of left) await look();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** In pages, should Slack ever answer in pages: a group cut short would take its members for leavers. */
async function readMembers(
  client: WebClient,
  as: InNameOf,
  groupId: string,
  cursor?: string,
): Promise<string[]> {
  const { users = [], response_metadata: metadata } = await client.usergroups.users.list({
    ...as,
    usergroup: groupId,
    include_disabled: false,
    ...(cursor !== undefined && { cursor }),
  });
  const next = metadata?.next_cursor;
  if (!next || next === cursor) return users;
  return [...users, ...(await readMembers(client, as, groupId, next))];
}

type User = NonNullable<Awaited<ReturnType<WebClient["users"]["info"]>>["user"]>;

function standing(workspaceId: string, user: User): Standing {
  if (user.deleted) return "deactivated";
  if (user.is_bot || user.id === "USLACKBOT") return "bot";
  if (user.is_stranger || !isOfWorkspace(workspaceId, user)) return "stranger";
  if (user.is_restricted || user.is_ultra_restricted) return "guest";
  return "active";
}

/** `team_id` names only one of the workspaces that a person of an organisation is in. */
function isOfWorkspace(workspaceId: string, { team_id, enterprise_user }: User): boolean {
  const teams = enterprise_user?.teams ?? [];
  return !team_id || team_id === workspaceId || teams.includes(workspaceId);
}
