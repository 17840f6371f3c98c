import { action } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { sendApprovedBytes } from "./approved-bytes.ts";
import { auditCommand } from "./audit-command.ts";
import { checkRowsJob, verifyRowsChore } from "./check-rows.ts";
import { signHeadsChore } from "./sign-heads.ts";
import { stampHeadsChore } from "./stamp-heads.ts";
import { verifyAuditsChore } from "./verify-audits.ts";

export const contents: Contents = {
  commands: [auditCommand],
  buttons: [{ ids: [action.sendApprovedBytes], act: "look", press: sendApprovedBytes }],
  jobs: [checkRowsJob],
  chores: [verifyRowsChore, verifyAuditsChore, signHeadsChore, stampHeadsChore],
};
