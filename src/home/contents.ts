import type { Contents } from "../request/capability.ts";
import { announceChangesChore } from "./announce-changes.ts";
import { healthCommand } from "./health-answer.ts";
import { homeCommand } from "./home.ts";

export const contents: Contents = {
  commands: [homeCommand, healthCommand],
  chores: [announceChangesChore],
};
