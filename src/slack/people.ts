import type { WebClient } from "@slack/web-api";
import { WebAPIPlatformError } from "@slack/web-api";
import type { Logger } from "pino";
import type { Standing } from "../domain/approval-policy.ts";
import type { Members, People } from "../services/ports.ts";
import { inTime } from "./in-time.ts";
import type { SlackClients } from "./web-client.ts";

interface Deps extends Pick<SlackClients, "as" | "quick"> {
  logger: Logger;
}

interface Person {
  standing: Standing;
  /** Undefined where that is not known. */
  person?: string;
}

/** Of the three seconds that Slack waits. */
const ANSWER_WITHIN_MS = 1_800;
const AT_ONCE = 10;

/**
 * Asks Slack who someone is (`users.info`) and who is in a group (`usergroups.users.list`), each time: a leaver must not
 * count because of what was known before.
 */
export function createPeople({ as, quick, logger }: Deps): People {
  async function personOf(workspaceId: string, userId: string): Promise<Person> {
    try {
      const { user } = await quick.users.info({ ...(await as(workspaceId)), user: userId });
      if (!user) return { standing: "not-known" };
      const { enterprise_user: enterprise } = user;
      return { standing: standing(workspaceId, user), person: enterprise?.id || userId };
    } catch (error) {
      if (isError(error, ["user_not_found", "user_not_visible"])) {
        return { standing: "stranger", person: userId };
      }
      logger.warn({ err: error, workspaceId }, "Slack did not say who someone is");
      return { standing: "not-known" };
    }
  }

  /** In pages, should Slack ever answer in pages: a group cut short would take its members for leavers. */
  async function readMembers(
    workspaceId: string,
    groupId: string,
    cursor?: string,
  ): Promise<string[]> {
    const { users = [], response_metadata: metadata } = await quick.usergroups.users.list({
      ...(await as(workspaceId)),
      usergroup: groupId,
      include_disabled: false,
      team_id: workspaceId,
      ...(cursor !== undefined && { cursor }),
    });
    const next = metadata?.next_cursor;
    if (!next || next === cursor) return users;
    return [...users, ...(await readMembers(workspaceId, groupId, next))];
  }

  async function membersOf(workspaceId: string, groupId: string): Promise<Members> {
    try {
      return { ok: true, userIds: await readMembers(workspaceId, groupId) };
    } catch (error) {
      // Also of one that is disabled.
      if (isError(error, ["no_such_subteam", "subteam_not_found"])) {
        return { ok: true, userIds: [] };
      }
      const because = whyNoMembers(error);
      logger.warn({ err: error, workspaceId, groupId, because }, WHY_NO_MEMBERS[because]);
      return { ok: false, because };
    }
  }

  return {
    membersOf,

    async standingOf(workspaceId, userId) {
      return (await personOf(workspaceId, userId)).standing;
    },

    async whoIs(workspaceId, userIds, groupIds) {
      const standings = new Map<string, Standing>();
      const persons = new Map<string, string>();
      const members = new Map<string, readonly string[] | null>();
      const looks = [
        ...[...new Set(groupIds)].map((groupId) => async () => {
          const found = await membersOf(workspaceId, groupId);
          members.set(groupId, found.ok ? found.userIds : null);
        }),
        ...[...new Set(userIds)].map((userId) => async () => {
          const found = await personOf(workspaceId, userId);
          standings.set(userId, found.standing);
          if (found.person !== undefined) persons.set(userId, found.person);
        }),
      ];
      await inTime(aFewAtOnce(looks), ANSWER_WITHIN_MS);
      // What comes later must not change what was decided by.
      return {
        standings: new Map(standings),
        persons: new Map(persons),
        members: new Map(members),
      };
    },
  };
}

async function aFewAtOnce(looks: readonly (() => Promise<void>)[]): Promise<void> {
  const left = looks.values();
  const worker = async () => {
    for (const look of left) await look();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

type User = NonNullable<Awaited<ReturnType<WebClient["users"]["info"]>>["user"]>;

function standing(workspaceId: string, user: User): Standing {
  if (user.deleted) return "deactivated";
  if (user.is_bot || user.id === "USLACKBOT") return "bot";
  if (user.is_stranger || !isOfWorkspace(workspaceId, user)) return "stranger";
  if (user.is_restricted || user.is_ultra_restricted) return "guest";
  return "active";
}

/** Of a person of an organisation with several workspaces, `team_id` names only one of them. */
function isOfWorkspace(workspaceId: string, { team_id, enterprise_user }: User): boolean {
  const teams = enterprise_user?.teams ?? [];
  return !team_id || team_id === workspaceId || teams.includes(workspaceId);
}

type WhyNoMembers = Extract<Members, { ok: false }>["because"];

function whyNoMembers(error: unknown): WhyNoMembers {
  if (isError(error, ["missing_scope", "not_allowed_token_type"])) return "missing-scope";
  return isError(error, ["plan_upgrade_required"]) ? "no-user-groups" : "unavailable";
}

const WHY_NO_MEMBERS: Record<WhyNoMembers, string> = {
  "missing-scope":
    "the app lacks the scope usergroups:read: nobody counts as a member of a user group",
  "no-user-groups": "the workspace's plan has no user groups: nobody counts as a member of one",
  unavailable: "Slack did not say who is in a user group",
};

function isError(error: unknown, codes: readonly string[]): boolean {
  return error instanceof WebAPIPlatformError && codes.includes(String(error.data.error));
}
