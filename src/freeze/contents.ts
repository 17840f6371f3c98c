import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { announceFreezeChore } from "./announce-freeze.ts";
import { freezeButton, freezeCommand, submitFreeze } from "./freeze-command.ts";
import { frozenGauge } from "./frozen-gauge.ts";
import { resumeButton, resumeCommand } from "./resume-command.ts";

export const contents: Contents = {
  commands: [freezeCommand, resumeCommand],
  buttons: [
    { ids: [action.openFreeze], act: "look", isUrgent: true, press: freezeButton },
    { ids: [action.resumeSending], acknowledges: true, press: resumeButton },
  ],
  modals: [{ id: callback.freeze, submit: submitFreeze }],
  chores: [announceFreezeChore],
  gauges: [frozenGauge],
};
