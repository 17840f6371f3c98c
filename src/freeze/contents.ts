import type { Gauge } from "../platform/metrics/gauge.ts";
import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { isAnyFrozen } from "../request/queries/freezes.ts";
import { announceFreezeChore } from "./announce-freeze.ts";
import {
  freezeButton,
  freezeCommand,
  resumeButton,
  resumeCommand,
  submitFreeze,
} from "./freeze-command.ts";

const frozen: Gauge = {
  name: "signalbox_frozen",
  help: "1 while sending is frozen in any workspace.",
  labels: [],
  read: async (db) => [{ value: (await isAnyFrozen(db)) ? 1 : 0 }],
};

export const contents: Contents = {
  commands: [freezeCommand, resumeCommand],
  buttons: [
    { ids: [action.openFreeze], act: "look", isUrgent: true, press: freezeButton },
    { ids: [action.resumeSending], acknowledges: true, press: resumeButton },
  ],
  modals: [{ id: callback.freeze, submit: submitFreeze }],
  chores: [announceFreezeChore],
  gauges: [frozen],
};
