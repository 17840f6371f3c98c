import { ACME } from "./slack-workspace/seed.ts";
import { GLOBEX } from "./slack-workspace/seeds/globex.ts";
import { BOOKS } from "./slack-workspace/seeds/ledger.ts";
import { nothingInstalled } from "./slack-workspace/seeds/nothing-installed.ts";
import type { World } from "./slack-workspace/world.ts";

/** Acme and Globex, in whose workspaces nobody has installed the app yet. */
export function twoCompanies(command: string): World {
  const { workspaces, furtherApps } = nothingInstalled(command);
  return {
    enterprises: [],
    workspaces: workspaces
      .filter(({ team }) => team.id === ACME || team.id === GLOBEX)
      .map(({ channels, ...each }) => ({
        ...each,
        installed: [],
        channels: channels.filter(({ id }) => id !== BOOKS),
      })),
    furtherApps: furtherApps.map(({ oauth, ...app }) => ({
      ...app,
      ...(oauth && { oauth: { ...oauth, rotatesTokens: false } }),
    })),
  };
}
