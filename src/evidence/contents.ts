import type { Contents } from "../request/capability.ts";
import { auditCommand } from "./audit-command.ts";
import { signHeadsChore } from "./sign-heads.ts";
import { stampHeadsChore } from "./stamp-heads.ts";
import { verifyAuditsChore } from "./verify-audits.ts";

export const contents: Contents = {
  commands: [auditCommand],
  chores: [verifyAuditsChore, signHeadsChore, stampHeadsChore],
};
