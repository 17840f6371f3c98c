import { expireRequestJob, voidRequestJob, wakeRequestJob } from "./apply-command.ts";
import { verifyAuditsChore } from "./auditing/verify-audits.ts";
import type { Contents } from "./capability.ts";
import { keepSetupJob } from "./carry-out.ts";
import { raiseAlarmJob } from "./posting/raise-alarm.ts";
import { remindApproversJob } from "./posting/remind-approvers.ts";
import { tellEndingJob } from "./posting/tell-ending.ts";
import { updateApprovalCardJob } from "./posting/update-approval-card.ts";
import { watchCardsChore } from "./posting/watch-cards.ts";
import { requestsGauge } from "./requests-gauge.ts";
import { pendingCommand } from "./screens/pending.ts";
import { withdrawCommand } from "./screens/withdraw.ts";
import { sweepChore } from "./sweep.ts";

export const contents: Contents = {
  commands: [pendingCommand, withdrawCommand],
  jobs: [
    updateApprovalCardJob,
    raiseAlarmJob,
    remindApproversJob,
    tellEndingJob,
    expireRequestJob,
    voidRequestJob,
    wakeRequestJob,
    keepSetupJob,
  ],
  chores: [sweepChore, watchCardsChore, verifyAuditsChore],
  gauges: [requestsGauge],
};
