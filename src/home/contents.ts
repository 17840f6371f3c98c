import { action } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { announceChangesChore } from "./announce-changes.ts";
import { healthButton, healthCommand, retryButton } from "./health-answer.ts";
import { helpButton } from "./help.ts";
import { homeCommand } from "./home.ts";

export const contents: Contents = {
  commands: [homeCommand, healthCommand],
  buttons: [
    { ids: [action.showHealth], act: "look", press: healthButton },
    { ids: [action.retryDeadLetters], act: "look", remembers: "retry", press: retryButton },
    { ids: [action.showHelp], isForAnyone: true, press: helpButton },
  ],
  chores: [announceChangesChore],
};
