import { action, callback } from "../platform/slack/blocks/ids.ts";
import type { Contents } from "../request/capability.ts";
import { submitDraft } from "../request/screens/submit-draft.ts";
import { opensPolicy, submitPolicy } from "./screens/policy-form-listeners.ts";
import {
  policyCommand,
  policyHistoryPage,
  policyPage,
  submitPolicyQuestion,
} from "./screens/policy-listeners.ts";
import { submitPolicyText } from "./screens/policy-text-modal.ts";
import { removeApproverButton, submitApproverRemoval } from "./screens/remove-approver.ts";
import { openPolicyText, openRule, submitRule } from "./screens/rule-form.ts";
import { watchQuorumsChore } from "./watch-quorums.ts";

export const contents: Contents = {
  commands: [policyCommand],
  buttons: [
    {
      ids: [action.showPolicy, action.policyPreviousPage, action.policyNextPage],
      act: "look",
      press: policyPage,
    },
    {
      ids: [action.policyHistoryPreviousPage, action.policyHistoryNextPage],
      act: "look",
      press: policyHistoryPage,
    },
    {
      ids: [action.setUpApprovers],
      act: ["open-set-up", "change-policy"],
      press: opensPolicy("approvers"),
    },
    {
      ids: [action.setUpQuorum],
      act: ["open-set-up", "change-policy"],
      press: opensPolicy("quorum"),
    },
    { ids: [action.editRule], act: "change-policy", press: openRule },
    { ids: [action.editPolicyText], act: "change-policy", press: openPolicyText },
    { ids: [action.removeApprover], act: "remove-approver", press: removeApproverButton },
  ],
  modals: [
    { id: callback.policyQuestion, act: "look", submit: submitPolicyQuestion },
    { id: callback.policyText, act: "change-policy", submit: submitPolicyText },
    { id: callback.editRule, act: "change-policy", submit: submitRule },
    { id: callback.reviewPolicyText, act: "change-policy", submit: submitDraft },
    { id: callback.policyForm, act: ["open-set-up", "change-policy"], submit: submitPolicy },
    { id: callback.reviewPolicyForm, act: ["open-set-up", "change-policy"], submit: submitDraft },
    { id: callback.removeApprover, act: "remove-approver", submit: submitApproverRemoval },
  ],
  chores: [watchQuorumsChore],
};
