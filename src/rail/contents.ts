import type { Contents } from "../request/capability.ts";
import { createRailJob } from "./creating/post-rail.ts";
import { readRailsChore } from "./creating/read-rails.ts";
import { reconcileRailJob } from "./creating/reconcile-rail.ts";
import { verifyRailJob } from "./creating/verify-rail.ts";
import { postInstructionsJob } from "./instructions/post-instructions.ts";
import { withdrawInstructionsJob } from "./instructions/withdraw-instructions.ts";

export const contents: Contents = {
  jobs: [
    createRailJob,
    reconcileRailJob,
    verifyRailJob,
    postInstructionsJob,
    withdrawInstructionsJob,
  ],
  chores: [readRailsChore],
};
