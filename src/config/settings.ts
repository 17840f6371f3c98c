import { z } from "zod";
import { processSettings } from "./settings/process.ts";
import type { Setting } from "./settings/setting.ts";
import { slackSettings } from "./settings/slack.ts";
import { workspaceSettingsTable } from "./settings/workspace.ts";

export const sandboxSettings = {
  WORLD: {
    says: "In the sandbox only: `many` for several workspaces with nothing installed yet",
    default: "one",
    read: z.enum(["one", "many"], {
      error: "must be one or many: how many workspaces the sandbox has.",
    }),
  },
} satisfies Record<string, Setting>;

/** Every variable of the environment that Signalbox reads, but for NODE_ENV. */
export const SETTINGS: Record<string, Setting> = {
  ...slackSettings,
  ...processSettings,
  ...sandboxSettings,
  ...workspaceSettingsTable,
};

/** Settings that a file can hold, as containers mount secrets. */
export const SECRETS = Object.keys(SETTINGS).filter((name) => SETTINGS[name]?.isSecret);
