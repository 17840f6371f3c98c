import type { Logger } from "pino";
import type { UserGroups } from "../../workspace/set-up/setup.ts";
import { limits } from "./blocks/limits.ts";
import type { SlackClients } from "./web-client.ts";
import { WHY_NO_GROUPS, whyNoGroups } from "./why-no-groups.ts";

interface Deps extends Pick<SlackClients, "as" | "quick"> {
  logger: Logger;
}

/** The groups that a form can offer (`usergroups.list`). */
export function createUserGroups({ as, quick, logger }: Deps): UserGroups {
  return {
    async list(workspaceId) {
      try {
        const { usergroups: found = [] } = await quick.usergroups.list(await as(workspaceId));
        const groups = found.flatMap(({ id, handle = "", name = "" }) =>
          id === undefined ? [] : [{ id, handle, name }],
        );
        const offered = groups.slice(0, limits.options);
        return { ok: true, groups: offered, left: groups.length - offered.length };
      } catch (error) {
        const because = whyNoGroups(error);
        logger.warn({ err: error, workspaceId, because }, WHY_NO_GROUPS[because]);
        return { ok: false, because };
      }
    },
  };
}
