import type { Contents } from "../request/capability.ts";
import { announceFreezeChore } from "./announce-freeze.ts";
import { freezeCommand } from "./freeze-command.ts";
import { frozenGauge } from "./frozen-gauge.ts";
import { resumeCommand } from "./resume-command.ts";

export const contents: Contents = {
  commands: [freezeCommand, resumeCommand],
  chores: [announceFreezeChore],
  gauges: [frozenGauge],
};
