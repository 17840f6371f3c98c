import { DESTINATION_KINDS } from "../authority/kinds.ts";
import { action, callback } from "../platform/slack/blocks/ids.ts";
import { expireRequestJob, voidRequestJob, wakeRequestJob } from "./apply-command.ts";
import type { Contents } from "./capability.ts";
import { keepSetupJob } from "./carry-out.ts";
import {
  pendingCommand,
  requestListButtons,
  requestsCommand,
  showRequest,
} from "./list/requests-list.ts";
import { raiseAlarmJob } from "./posting/raise-alarm.ts";
import { remindApproversJob } from "./posting/remind-approvers.ts";
import { tellEndingJob } from "./posting/tell-ending.ts";
import { updateApprovalCardJob } from "./posting/update-approval-card.ts";
import { watchCardsChore } from "./posting/watch-cards.ts";
import { requestsGauge } from "./requests-gauge.ts";
import { openAgreement, submitAgreement } from "./screens/agree.ts";
import { denyRequestButton, submitDenial, submitQuestion } from "./screens/deny.ts";
import { proposes, submitRemedy } from "./screens/remedy.ts";
import { requestMore, showHistory } from "./screens/request-history.ts";
import { reviewRequest, submitApproval, submitCheckedValue } from "./screens/review.ts";
import { submitDraft } from "./screens/submit-draft.ts";
import { withdrawCommand, withdrawRequestButton } from "./screens/withdraw.ts";
import { sweepChore } from "./sweep.ts";

export const contents: Contents = {
  commands: [pendingCommand, requestsCommand, withdrawCommand],
  buttons: [
    { ids: [action.reviewRequest], isOnCard: true, press: reviewRequest },
    { ids: [action.denyRequest], isOnCard: true, press: denyRequestButton },
    { ids: [action.withdrawRequest], acknowledges: true, press: withdrawRequestButton },
    { ids: [action.showRequest], act: "look", press: showRequest },
    ...requestListButtons,
    { ids: [action.enterId], isOnCard: true, press: proposes("enter-id") },
    { ids: [action.releaseAttempt], isOnCard: true, press: proposes("release-attempt") },
    { ids: [action.closeRequest], isOnCard: true, press: proposes("close") },
    { ids: [action.requestMore], act: "look", press: requestMore },
    { ids: [action.showHistory], act: "look", press: showHistory },
    { ids: [action.openLink], isForAnyone: true, press: async () => {} },
    { ids: [action.agreeToRemedy], isOnCard: true, press: openAgreement },
  ],
  modals: [
    {
      id: callback.reviewDraft,
      act: ["create-rail", ...DESTINATION_KINDS],
      submit: submitDraft,
    },
    { id: callback.checkValue, submit: submitCheckedValue },
    { id: callback.reviewRequest, submit: submitApproval },
    { id: callback.denyRequest, submit: submitDenial },
    { id: callback.askRequester, submit: submitQuestion },
    { id: callback.proposeRemedy, submit: submitRemedy },
    { id: callback.agreeToRemedy, submit: submitAgreement },
  ],
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
  chores: [sweepChore, watchCardsChore],
  gauges: [requestsGauge],
};
