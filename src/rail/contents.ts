import type { Contents } from "../request/capability.ts";
import { createRailJob } from "./creating/post-rail.ts";
import { readRailsChore } from "./creating/read-rails.ts";
import { reconcileRailJob } from "./creating/reconcile-rail.ts";
import { verifyRailJob } from "./creating/verify-rail.ts";
import { postInstructionsJob } from "./instructions/post-instructions.ts";
import { withdrawInstructionsJob } from "./instructions/withdraw-instructions.ts";
import { listCommand } from "./screens/list.ts";
import { newCommand } from "./screens/new-rail.ts";
import { showCommand } from "./screens/show.ts";

export const contents: Contents = {
  commands: [newCommand, listCommand, showCommand],
  jobs: [
    createRailJob,
    reconcileRailJob,
    verifyRailJob,
    postInstructionsJob,
    withdrawInstructionsJob,
  ],
  chores: [readRailsChore],
};
