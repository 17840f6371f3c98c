import { eachWorkspace } from "../services/each-workspace.ts";
import { readRails } from "../services/read-rails.ts";
import { sweep } from "../services/sweep.ts";
import { announceFreeze } from "./announce-freeze.ts";
import type { ChoreName } from "./queues.ts";
import { watchCards } from "./watch-cards.ts";
import { watchChannels } from "./watch-channels.ts";

type Deps = Parameters<typeof eachWorkspace>[0] &
  Parameters<typeof sweep>[0] &
  Parameters<typeof watchChannels>[0] &
  Parameters<typeof watchCards>[0] &
  Parameters<typeof readRails>[0] &
  Parameters<typeof announceFreeze>[0];

/** What is done again and again, for every workspace that it concerns. */
export function choresOf(deps: Deps): Record<ChoreName, () => Promise<void>> {
  return {
    // Over all workspaces at once.
    sweep: () => sweep(deps),
    "watch-cards": () =>
      eachWorkspace(
        deps,
        { that: "have-open-requests", atOnce: 8, what: "watch-cards" },
        async (workspaceId) => {
          await watchChannels(deps, workspaceId);
          await watchCards(deps, workspaceId);
        },
      ),
    "read-rails": () =>
      eachWorkspace(deps, { that: "are-connected", atOnce: 4, what: "read-rails" }, (workspaceId) =>
        readRails(deps, workspaceId),
      ),
    "announce-freeze": () =>
      eachWorkspace(
        deps,
        { that: "have-an-untold-freeze", atOnce: 8, what: "announce-freeze" },
        (workspaceId) => announceFreeze(deps, workspaceId),
      ),
  };
}
