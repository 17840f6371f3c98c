import { acmeSeed, BOT, type World } from "./slack-workspace/seed.ts";
import { GLOBEX_BOT, globex } from "./slack-workspace/seeds/globex.ts";

/** Acme and Globex, in whose workspaces nobody has installed the app yet. */
export function twoCompanies(command: string): World {
  const { app: installed, ...acme } = acmeSeed;
  const { botUserId: _, botToken: __, ...app } = installed;
  const { bot: ___, ...other } = globex;
  return {
    app: { ...app, commands: app.commands.map((each) => ({ ...each, command })) },
    workspaces: [acme, other].map(({ channels, ...each }) => ({
      ...each,
      channels: channels.map((channel) => ({
        ...channel,
        members: channel.members.filter((id) => id !== BOT && id !== GLOBEX_BOT),
      })),
    })),
  };
}
