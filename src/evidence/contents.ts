import type { Contents } from "../request/capability.ts";
import { auditCommand } from "./audit-command.ts";
import { checkRowsJob, verifyRowsChore } from "./check-rows.ts";
import { signHeadsChore, stampHeadsChore } from "./sign-heads.ts";
import { verifyAuditsChore } from "./verify-audits.ts";

export const contents: Contents = {
  commands: [auditCommand],
  jobs: [checkRowsJob],
  chores: [verifyRowsChore, verifyAuditsChore, signHeadsChore, stampHeadsChore],
};
