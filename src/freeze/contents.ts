import type { Contents } from "../request/capability.ts";
import { freezeCommand } from "./freeze-command.ts";
import { frozenGauge } from "./frozen-gauge.ts";
import { resumeCommand } from "./resume-command.ts";

export const contents: Contents = {
  commands: [freezeCommand, resumeCommand],
  gauges: [frozenGauge],
};
