import { acmeWith, BOT, type World } from "../seed.ts";
import { GLOBEX_BOT, globex } from "./globex.ts";

/** Acme and Globex, in whose workspaces nobody has installed the app yet. */
export function twoCompanies(command: string): World {
  const { app, ...acme } = acmeWith(command);
  const { botUserId: _, botToken: __, ...own } = app;
  const { bot: ___, ...other } = globex;
  return {
    app: own,
    workspaces: [acme, other].map(({ channels, ...each }) => ({
      ...each,
      channels: channels.map((channel) => ({
        ...channel,
        members: channel.members.filter((id) => id !== BOT && id !== GLOBEX_BOT),
      })),
    })),
  };
}
