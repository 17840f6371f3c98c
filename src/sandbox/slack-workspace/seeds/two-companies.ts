import { acmeWith, BOT, type World } from "../seed.ts";
import { globex } from "./globex.ts";

/** Acme and Globex, in whose workspaces nobody has installed the app yet. */
export function twoCompanies(command: string): World {
  const { app, ...acme } = acmeWith(command);
  const channels = acme.channels.map((channel) => ({
    ...channel,
    members: channel.members.filter((id) => id !== BOT),
  }));
  return { app, workspaces: [{ ...acme, channels }, globex] };
}
