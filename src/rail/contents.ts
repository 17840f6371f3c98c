import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { createRailJob } from "./creating/post-rail.ts";
import { readRailsChore } from "./creating/read-rails.ts";
import { reconcileRailJob } from "./creating/reconcile-rail.ts";
import { verifyRailJob } from "./creating/verify-rail.ts";
import { postInstructionsJob } from "./instructions/post-instructions.ts";
import { withdrawInstructionsJob } from "./instructions/withdraw-instructions.ts";
import { openLinkRail, submitLinkRail } from "./screens/link-rail.ts";
import { listCommand, railsPage } from "./screens/list.ts";
import { chooseType, newCommand, newRailButton, submitNewRail } from "./screens/new-rail.ts";
import { ruleOutButton } from "./screens/rule-out-rail.ts";
import { openRail, showCommand, showSimilarRail } from "./screens/show.ts";
import { submitDestination, whitelistAnother } from "./screens/whitelist-another.ts";

export const contents: Contents = {
  commands: [newCommand, listCommand, showCommand],
  buttons: [
    { ids: [action.newRail], act: "create-rail", press: newRailButton },
    { ids: [action.chooseType], act: "create-rail", press: chooseType },
    { ids: [action.showSimilarInstructions], act: "look", press: showSimilarRail },
    { ids: [action.openRail, action.checkInstructions], act: "look", press: openRail },
    {
      ids: [action.showRails, action.railsPreviousPage, action.railsNextPage],
      act: "look",
      press: railsPage,
    },
    { ids: [action.whitelistAnother], act: "whitelist-destination", press: whitelistAnother },
    { ids: [action.linkRail], isOnCard: true, press: openLinkRail },
    { ids: [action.ruleOutRail], act: "look", remembers: "rule-out", press: ruleOutButton },
  ],
  modals: [
    // New Rail may stand below this form, and is then drawn again.
    {
      id: callback.addDestination,
      act: ["whitelist-destination", "import-destination"],
      submit: submitDestination,
    },
    { id: callback.newRail, act: "create-rail", submit: submitNewRail },
    { id: callback.linkRail, submit: submitLinkRail },
  ],
  jobs: [
    createRailJob,
    reconcileRailJob,
    verifyRailJob,
    postInstructionsJob,
    withdrawInstructionsJob,
  ],
  chores: [readRailsChore],
};
