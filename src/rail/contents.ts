import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { openAdoption, submitAdoption } from "./adopting/adopt-rail.ts";
import { createRailJob } from "./creating/post-rail.ts";
import { readRailsChore } from "./creating/read-rails.ts";
import { reconcileRailJob } from "./creating/reconcile-rail.ts";
import { verifyRailJob } from "./creating/verify-rail.ts";
import { disputeButton } from "./disputes/dispute-rail.ts";
import { openEndDispute, submitEndDispute } from "./disputes/end-dispute.ts";
import { openReport, submitReport } from "./disputes/report-problem.ts";
import { copyButton, qrCodeButton } from "./instructions/copy-instructions.ts";
import { postInstructionsJob } from "./instructions/post-instructions.ts";
import { withdrawInstructionsJob } from "./instructions/withdraw-instructions.ts";
import { openLinkRail, submitLinkRail } from "./screens/link-rail.ts";
import { listRailsCommand, railListButtons } from "./screens/list.ts";
import { submitNewRail } from "./screens/new-rail.ts";
import {
  chooseType,
  continueDraft,
  emptyNewRail,
  keepTyped,
  newCommand,
  newRailButton,
  stampClosed,
  submitDestination,
  whitelistAnother,
} from "./screens/open-new-rail.ts";
import { openUnapproved, submitUnapproved } from "./screens/open-unapproved.ts";
import { ruleOutButton } from "./screens/rule-out-rail.ts";
import { openRail, showCommand, showSimilarRail } from "./screens/show.ts";

export const contents: Contents = {
  commands: [newCommand, listRailsCommand, showCommand],
  buttons: [
    { ids: [action.newRail], act: "create-rail", press: newRailButton },
    { ids: [action.chooseType], act: "create-rail", press: chooseType },
    { ids: [action.value], act: "create-rail", press: keepTyped },
    { ids: [action.emptyNewRail], act: "create-rail", press: emptyNewRail },
    { ids: [action.continueDraft], act: "create-rail", press: continueDraft },
    { ids: [action.showSimilarInstructions], act: "look", press: showSimilarRail },
    { ids: [action.openRail, action.checkInstructions], act: "look", press: openRail },
    { ids: [action.copyInstructions], act: "look", press: copyButton },
    { ids: [action.showQrCode], act: "look", press: qrCodeButton },
    { ids: [action.openUnapproved], act: "open-unapproved", press: openUnapproved },
    { ids: [action.adoptRail], act: "adopt-rail", press: openAdoption },
    { ids: [action.reportProblem], act: "report-problem", press: openReport },
    { ids: [action.disputeRail], act: "look", remembers: "dispute", press: disputeButton },
    { ids: [action.endDispute], act: "end-dispute", press: openEndDispute },
    ...railListButtons,
    { ids: [action.whitelistAnother], act: "whitelist-destination", press: whitelistAnother },
    { ids: [action.linkRail], isOnCard: true, press: openLinkRail },
    { ids: [action.ruleOutRail], act: "look", remembers: "rule-out", press: ruleOutButton },
  ],
  modals: [
    // New Rail may be below this form, and is then redrawn.
    {
      id: callback.addDestination,
      act: ["whitelist-destination", "import-destination"],
      submit: submitDestination,
    },
    { id: callback.newRail, act: "create-rail", submit: submitNewRail, closed: stampClosed },
    { id: callback.linkRail, submit: submitLinkRail },
    { id: callback.openUnapproved, act: "open-unapproved", submit: submitUnapproved },
    { id: callback.adoptRail, act: "adopt-rail", submit: submitAdoption },
    { id: callback.reportProblem, act: "report-problem", submit: submitReport },
    { id: callback.endDispute, act: "end-dispute", submit: submitEndDispute },
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
