import type { App } from "@slack/bolt";
import { checkMessage } from "../check/check-listeners.ts";
import {
  destinationsPage,
  filterDestinations,
} from "../destination/register/destination-listeners.ts";
import {
  addDestinationButton,
  redrawDestination,
  whitelistAnother,
} from "../destination/screens/add-destination.ts";
import { retireButton, submitRetirement } from "../destination/screens/retire-destination.ts";
import { submitDestination } from "../destination/screens/submit-destination.ts";
import { resumeButton } from "../freeze/freeze-listeners.ts";
import { retryButton } from "../home/health-listeners.ts";
import {
  checkButton,
  freezeButton,
  healthButton,
  helpButton,
  submitCheck,
  submitFreeze,
} from "../home/home-buttons.ts";
import { homeOpened, redrawHome } from "../home/home-listeners.ts";
import { railCommand } from "../home/rail-command.ts";
import { action, callback, shortcut } from "../platform/slack/blocks/ids.ts";
import { answerable } from "../platform/slack/intake/answering.ts";
import { once } from "../platform/slack/intake/delivery.ts";
import { createNewestOnly } from "../platform/slack/intake/newest-only.ts";
import { policyButton, submitPolicy } from "../policy/screens/policy-form-listeners.ts";
import {
  policyHistoryPage,
  policyPage,
  submitPolicyQuestion,
} from "../policy/screens/policy-listeners.ts";
import { submitPolicyText } from "../policy/screens/policy-text-listeners.ts";
import { removeApproverButton, submitApproverRemoval } from "../policy/screens/remove-approver.ts";
import { openLinkRail, submitLinkRail } from "../rail/screens/link-rail-listeners.ts";
import { openRail, pendingPage, railsPage } from "../rail/screens/list-listeners.ts";
import { chooseType, newRailButton, submitNewRail } from "../rail/screens/new-rail-listeners.ts";
import { ruleOutButton } from "../rail/screens/rule-out-listeners.ts";
import { showSimilarRail } from "../rail/screens/similar-rail.ts";
import type { ListenerDeps } from "../request/context.ts";
import { remembered } from "../request/remember-click.ts";
import { onLiveCard } from "../request/screens/on-live-card.ts";
import {
  openAgreement,
  openRemedy,
  submitAgreement,
  submitRemedy,
} from "../request/screens/remedies.ts";
import {
  denyRequestButton,
  reviewRequest,
  showRequest,
  withdrawRequestButton,
} from "../request/screens/request-buttons.ts";
import { submitApproval, submitDenial } from "../request/screens/request-views.ts";
import { submitDraft } from "../request/screens/submit-draft.ts";
import {
  connectButton,
  replaceTokenButton,
  submitConnection,
  submitToken,
} from "../workspace/connection/set-up-connection.ts";
import {
  forAdministrators,
  submittedByAdministrators,
} from "../workspace/set-up/for-administrators.ts";
import { forMembers, submittedByMembers } from "../workspace/set-up/gates.ts";
import { channelButton, submitChannel } from "../workspace/set-up/set-up-channel.ts";
import {
  carryOverButton,
  checkTokenButton,
  openSetupButton,
  removeTokenButton,
} from "../workspace/set-up/set-up-listeners.ts";

/** Everything a person can type, press or submit, and who listens. */
export function register(app: App, deps: ListenerDeps): void {
  app.use(redrawHome(deps));
  app.command(deps.command, railCommand(deps));
  app.shortcut(
    { type: "message_action", callback_id: shortcut.checkPaymentDetails },
    once(deps, checkMessage(deps)),
  );

  app.action(action.newRail, once(deps, forMembers(deps, newRailButton(deps))));
  app.action(action.chooseType, once(deps, forMembers(deps, chooseType(deps))));
  app.action(action.showSimilarInstructions, once(deps, forMembers(deps, showSimilarRail(deps))));
  app.view(callback.newRail, submittedByMembers(deps, submitNewRail(deps)));
  app.view(callback.reviewDraft, submittedByMembers(deps, submitDraft(deps)));

  const adding = [
    [action.addWallet, { kind: "wallet", isImport: false }],
    [action.addBankAccount, { kind: "bank-account", isImport: false }],
    [action.importDestination, { kind: null, isImport: true }],
  ] as const;
  for (const [button, what] of adding) {
    app.action(button, once(deps, forMembers(deps, addDestinationButton(deps, what))));
  }
  app.action(action.whitelistAnother, once(deps, forMembers(deps, whitelistAnother(deps))));
  const redraws = createNewestOnly();
  for (const change of [action.chooseDestinationKind, action.chooseNetwork, action.checkTyped]) {
    app.action(change, redrawDestination(deps, redraws));
  }
  app.view(callback.addDestination, submittedByMembers(deps, submitDestination(deps, redraws)));
  app.action(action.retireDestination, once(deps, forMembers(deps, retireButton(deps))));
  app.view(callback.retireDestination, submittedByMembers(deps, submitRetirement(deps)));

  app.action(action.reviewRequest, once(deps, onLiveCard(deps, reviewRequest(deps))));
  app.action(action.denyRequest, once(deps, onLiveCard(deps, denyRequestButton(deps))));
  app.action(action.withdrawRequest, answerable(withdrawRequestButton(deps)));
  app.action(action.showRequest, once(deps, forMembers(deps, showRequest(deps))));
  app.view(callback.reviewRequest, submitApproval(deps));
  app.view(callback.denyRequest, submitDenial(deps));
  app.action(action.enterId, once(deps, onLiveCard(deps, openRemedy(deps, "enter-id"))));
  app.action(
    action.releaseAttempt,
    once(deps, onLiveCard(deps, openRemedy(deps, "release-attempt"))),
  );
  app.action(action.closeRequest, once(deps, onLiveCard(deps, openRemedy(deps, "close"))));
  app.action(action.agreeToRemedy, once(deps, onLiveCard(deps, openAgreement(deps))));
  app.action(action.linkRail, once(deps, onLiveCard(deps, openLinkRail(deps))));
  app.view(callback.linkRail, submitLinkRail(deps));
  app.view(callback.proposeRemedy, submitRemedy(deps));
  app.view(callback.agreeToRemedy, submitAgreement(deps));

  app.action(action.resumeSending, answerable(resumeButton(deps)));
  app.action(action.retryDeadLetters, once(deps, forMembers(deps, retryButton(deps))));

  app.action(
    action.ruleOutRail,
    remembered(deps, "rule-out", forMembers(deps, ruleOutButton(deps))),
  );

  registerSetup(app, deps);

  for (const turn of [action.showPolicy, action.policyPreviousPage, action.policyNextPage]) {
    app.action(turn, once(deps, forMembers(deps, policyPage(deps))));
  }
  for (const turn of [action.policyHistoryPreviousPage, action.policyHistoryNextPage]) {
    app.action(turn, once(deps, forMembers(deps, policyHistoryPage(deps))));
  }
  app.view(callback.policyQuestion, submittedByMembers(deps, submitPolicyQuestion(deps)));
  app.view(callback.policyText, submittedByMembers(deps, submitPolicyText(deps)));
  app.view(callback.reviewPolicyText, submittedByMembers(deps, submitDraft(deps)));

  app.action(action.openRail, once(deps, forMembers(deps, openRail(deps))));
  app.action(action.checkInstructions, once(deps, forMembers(deps, openRail(deps))));
  for (const turn of [action.showRails, action.railsPreviousPage, action.railsNextPage]) {
    app.action(turn, once(deps, forMembers(deps, railsPage(deps))));
  }
  for (const turn of [action.showPending, action.pendingPreviousPage, action.pendingNextPage]) {
    app.action(turn, once(deps, forMembers(deps, pendingPage(deps))));
  }
  for (const turn of [
    action.showDestinations,
    action.destinationsPreviousPage,
    action.destinationsNextPage,
  ]) {
    app.action(turn, once(deps, forMembers(deps, destinationsPage(deps))));
  }
  app.action(action.filterDestinations, once(deps, forMembers(deps, filterDestinations(deps))));

  app.event("app_home_opened", homeOpened(deps));
  app.action(action.showHealth, once(deps, forMembers(deps, healthButton(deps))));
  app.action(action.showHelp, once(deps, helpButton(deps)));
  app.action(action.openCheck, once(deps, forMembers(deps, checkButton())));
  app.view(callback.checkText, submittedByMembers(deps, submitCheck(deps)));
  app.action(action.openFreeze, once(deps, forMembers(deps, freezeButton(), { isUrgent: true })));
  app.view(callback.freeze, submitFreeze(deps));
}

/** What only people who may set the workspace up press and submit. */
function registerSetup(app: App, deps: ListenerDeps): void {
  const buttons = [
    [action.openSetup, openSetupButton(deps)],
    [action.setUpConnection, connectButton(deps)],
    [action.replaceToken, replaceTokenButton(deps)],
    [action.checkToken, checkTokenButton(deps)],
    [action.setUpChannel, channelButton(deps)],
    [action.setUpApprovers, policyButton(deps, "approvers")],
    [action.setUpQuorum, policyButton(deps, "quorum")],
    [action.removeApprover, removeApproverButton(deps)],
  ] as const;
  for (const [id, listener] of buttons) {
    app.action(id, once(deps, forAdministrators(deps, listener)));
  }
  app.action(
    action.removeToken,
    remembered(deps, "remove-token", forAdministrators(deps, removeTokenButton(deps))),
  );
  app.action(
    action.carryOver,
    remembered(deps, "carry-over", forAdministrators(deps, carryOverButton(deps))),
  );
  // It leads to our own page, which Slack tells us of all the same.
  app.action(action.openTokenPage, async ({ ack }) => ack());
  app.view(callback.chooseConnection, submittedByAdministrators(deps, submitConnection(deps)));
  app.view(callback.enterToken, submittedByAdministrators(deps, submitToken(deps)));
  app.view(callback.chooseChannel, submittedByAdministrators(deps, submitChannel(deps)));
  app.view(callback.policyForm, submittedByAdministrators(deps, submitPolicy(deps)));
  app.view(callback.removeApprover, submittedByAdministrators(deps, submitApproverRemoval(deps)));
  app.view(callback.reviewPolicyForm, submittedByAdministrators(deps, submitDraft(deps)));
}
