import { type App, acmeSeed, BOT, SIGNALBOX } from "../seed.ts";
import type { World } from "../world.ts";
import { GLOBEX_BOT } from "./globex.ts";
import { manyWorkspaces } from "./many.ts";

/** The same workspaces before anyone has added Signalbox, which also subscribes to its removal. */
export function nothingInstalled(command: string): World {
  const { botUserId: _, botToken: __, ...app } = acmeSeed.app;
  const signalbox: App = {
    ...app,
    commands: app.commands.map((each) => ({ ...each, command })),
    events: ["app_home_opened", "message.im", "app_uninstalled", "tokens_revoked"],
    home: { tab: true, messages: true },
  };
  return {
    ...manyWorkspaces,
    workspaces: manyWorkspaces.workspaces.map((workspace) => ({
      ...workspace,
      installed: workspace.installed.filter(({ id }) => id !== SIGNALBOX),
      channels: workspace.channels.map((channel) => ({
        ...channel,
        members: channel.members.filter((id) => id !== BOT && id !== GLOBEX_BOT),
      })),
    })),
    furtherApps: [...manyWorkspaces.furtherApps, signalbox],
  };
}
