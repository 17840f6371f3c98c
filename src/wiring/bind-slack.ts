import type { App } from "@slack/bolt";
import { checkButton, checkMessage, submitCheck } from "../check/check.ts";
import { destinationsPage, filterDestinations } from "../destination/register/destinations.ts";
import {
  addDestinationButton,
  redrawDestination,
  whitelistAnother,
} from "../destination/screens/add-destination.ts";
import { retireButton, submitRetirement } from "../destination/screens/retire-destination.ts";
import { submitDestination } from "../destination/screens/submit-destination.ts";
import { freezeButton, submitFreeze } from "../freeze/freeze-command.ts";
import { resumeButton } from "../freeze/resume-command.ts";
import { healthButton, retryButton } from "../home/health-answer.ts";
import { helpButton } from "../home/help.ts";
import { homeOpened, redrawHome } from "../home/home-listeners.ts";
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
import { railsPage } from "../rail/screens/list.ts";
import { chooseType, newRailButton, submitNewRail } from "../rail/screens/new-rail-listeners.ts";
import { ruleOutButton } from "../rail/screens/rule-out-listeners.ts";
import { openRail } from "../rail/screens/show.ts";
import { showSimilarRail } from "../rail/screens/similar-rail.ts";
import { remembered } from "../request/clicks/remember-click.ts";
import type { Context } from "../request/context.ts";
import { openAgreement, submitAgreement } from "../request/screens/agree.ts";
import { denyRequestButton, submitDenial } from "../request/screens/deny.ts";
import { onLiveCard } from "../request/screens/on-live-card.ts";
import { pendingPage, showRequest } from "../request/screens/pending.ts";
import { openRemedy, submitRemedy } from "../request/screens/remedy.ts";
import { reviewRequest, submitApproval } from "../request/screens/review.ts";
import { submitDraft } from "../request/screens/submit-draft.ts";
import { withdrawRequestButton } from "../request/screens/withdraw.ts";
import {
  connectButton,
  replaceTokenButton,
  submitConnection,
  submitToken,
} from "../workspace/connection/set-up-connection.ts";
import { pressed, submitted } from "../workspace/set-up/gates.ts";
import { channelButton, submitChannel } from "../workspace/set-up/set-up-channel.ts";
import {
  carryOverButton,
  checkTokenButton,
  openSetupButton,
  removeTokenButton,
} from "../workspace/set-up/set-up-listeners.ts";
import { railCommand } from "./bind-commands.ts";

/** Everything a person can type, press or submit, and who listens. */
export function register(app: App, deps: Context): void {
  app.use(redrawHome(deps));
  app.command(deps.command, railCommand(deps));
  app.shortcut(
    { type: "message_action", callback_id: shortcut.checkPaymentDetails },
    once(deps, checkMessage(deps)),
  );

  app.action(action.newRail, once(deps, pressed(deps, "create-rail", newRailButton(deps))));
  app.action(action.chooseType, once(deps, pressed(deps, "create-rail", chooseType(deps))));
  app.action(
    action.showSimilarInstructions,
    once(deps, pressed(deps, "look", showSimilarRail(deps))),
  );
  app.view(callback.newRail, submitted(deps, "create-rail", submitNewRail(deps)));
  app.view(
    callback.reviewDraft,
    submitted(
      deps,
      ["create-rail", "whitelist-destination", "import-destination", "retire-destination"],
      submitDraft(deps),
    ),
  );

  const adding = [
    [action.addWallet, { kind: "wallet", isImport: false }],
    [action.addBankAccount, { kind: "bank-account", isImport: false }],
    [action.importDestination, { kind: null, isImport: true }],
  ] as const;
  for (const [button, what] of adding) {
    app.action(
      button,
      once(
        deps,
        pressed(
          deps,
          what.isImport ? "import-destination" : "whitelist-destination",
          addDestinationButton(deps, what),
        ),
      ),
    );
  }
  app.action(
    action.whitelistAnother,
    once(deps, pressed(deps, "whitelist-destination", whitelistAnother(deps))),
  );
  const redraws = createNewestOnly();
  for (const change of [action.chooseDestinationKind, action.chooseNetwork, action.checkTyped]) {
    app.action(change, redrawDestination(deps, redraws));
  }
  app.view(
    callback.addDestination,
    submitted(
      deps,
      ["whitelist-destination", "import-destination"],
      submitDestination(deps, redraws),
    ),
  );
  app.action(
    action.retireDestination,
    once(deps, pressed(deps, "retire-destination", retireButton(deps))),
  );
  app.view(
    callback.retireDestination,
    submitted(deps, "retire-destination", submitRetirement(deps)),
  );

  app.action(action.reviewRequest, once(deps, onLiveCard(deps, reviewRequest(deps))));
  app.action(action.denyRequest, once(deps, onLiveCard(deps, denyRequestButton(deps))));
  app.action(action.withdrawRequest, answerable(withdrawRequestButton(deps)));
  app.action(action.showRequest, once(deps, pressed(deps, "look", showRequest(deps))));
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
  app.action(
    action.retryDeadLetters,
    remembered(deps, "retry", pressed(deps, "look", retryButton(deps))),
  );

  app.action(
    action.ruleOutRail,
    remembered(deps, "rule-out", pressed(deps, "look", ruleOutButton(deps))),
  );

  registerSetup(app, deps);

  for (const turn of [action.showPolicy, action.policyPreviousPage, action.policyNextPage]) {
    app.action(turn, once(deps, pressed(deps, "look", policyPage(deps))));
  }
  for (const turn of [action.policyHistoryPreviousPage, action.policyHistoryNextPage]) {
    app.action(turn, once(deps, pressed(deps, "look", policyHistoryPage(deps))));
  }
  app.view(callback.policyQuestion, submitted(deps, "look", submitPolicyQuestion(deps)));
  app.view(callback.policyText, submitted(deps, "change-policy", submitPolicyText(deps)));
  app.view(callback.reviewPolicyText, submitted(deps, "change-policy", submitDraft(deps)));

  app.action(action.openRail, once(deps, pressed(deps, "look", openRail(deps))));
  app.action(action.checkInstructions, once(deps, pressed(deps, "look", openRail(deps))));
  for (const turn of [action.showRails, action.railsPreviousPage, action.railsNextPage]) {
    app.action(turn, once(deps, pressed(deps, "look", railsPage(deps))));
  }
  for (const turn of [action.showPending, action.pendingPreviousPage, action.pendingNextPage]) {
    app.action(turn, once(deps, pressed(deps, "look", pendingPage(deps))));
  }
  for (const turn of [
    action.showDestinations,
    action.destinationsPreviousPage,
    action.destinationsNextPage,
  ]) {
    app.action(turn, once(deps, pressed(deps, "look", destinationsPage(deps))));
  }
  app.action(
    action.filterDestinations,
    once(deps, pressed(deps, "look", filterDestinations(deps))),
  );

  app.event("app_home_opened", homeOpened(deps));
  app.action(action.showHealth, once(deps, pressed(deps, "look", healthButton(deps))));
  app.action(action.showHelp, once(deps, helpButton(deps)));
  app.action(action.openCheck, once(deps, pressed(deps, "look", checkButton())));
  app.view(callback.checkText, submitted(deps, "look", submitCheck(deps)));
  app.action(
    action.openFreeze,
    once(deps, pressed(deps, "look", freezeButton(), { isUrgent: true })),
  );
  app.view(callback.freeze, submitFreeze(deps));
}

/** What people press and submit in the set-up. */
function registerSetup(app: App, deps: Context): void {
  const buttons = [
    [action.openSetup, pressed(deps, "open-set-up", openSetupButton(deps))],
    [action.setUpConnection, pressed(deps, "change-connection", connectButton(deps))],
    [action.replaceToken, pressed(deps, "replace-token", replaceTokenButton(deps))],
    [action.checkToken, pressed(deps, "open-set-up", checkTokenButton(deps))],
    [action.setUpChannel, pressed(deps, "change-channel", channelButton(deps))],
    [
      action.setUpApprovers,
      pressed(deps, ["open-set-up", "change-policy"], policyButton(deps, "approvers")),
    ],
    [
      action.setUpQuorum,
      pressed(deps, ["open-set-up", "change-policy"], policyButton(deps, "quorum")),
    ],
    [action.removeApprover, pressed(deps, "remove-approver", removeApproverButton(deps))],
  ] as const;
  for (const [id, listener] of buttons) {
    app.action(id, once(deps, listener));
  }
  app.action(
    action.removeToken,
    remembered(deps, "remove-token", pressed(deps, "remove-token", removeTokenButton(deps))),
  );
  app.action(
    action.carryOver,
    remembered(deps, "carry-over", pressed(deps, "carry-over", carryOverButton(deps))),
  );
  // It leads to our own page, which Slack tells us of all the same.
  app.action(action.openTokenPage, async ({ ack }) => ack());
  app.view(callback.chooseConnection, submitted(deps, "change-connection", submitConnection(deps)));
  app.view(
    callback.enterToken,
    submitted(deps, ["replace-token", "change-connection"], submitToken(deps)),
  );
  app.view(callback.chooseChannel, submitted(deps, "change-channel", submitChannel(deps)));
  app.view(
    callback.policyForm,
    submitted(deps, ["open-set-up", "change-policy"], submitPolicy(deps)),
  );
  app.view(
    callback.removeApprover,
    submitted(deps, "remove-approver", submitApproverRemoval(deps)),
  );
  app.view(
    callback.reviewPolicyForm,
    submitted(deps, ["open-set-up", "change-policy"], submitDraft(deps)),
  );
}
