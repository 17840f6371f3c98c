import type { App } from "@slack/bolt";
import { action, callback } from "./ids.ts";
import { once } from "./listeners/delivery.ts";
import type { ListenerDeps } from "./listeners/deps.ts";
import { destinationsPage, openRail, pendingPage, railsPage } from "./listeners/lists.ts";
import { forMembers, submittedByMembers } from "./listeners/members.ts";
import { chooseType, newRailButton, submitNewRail } from "./listeners/new-rail.ts";
import { railCommand } from "./listeners/rail-command.ts";
import {
  denyRequestButton,
  reviewRequest,
  showRequest,
  withdrawRequestButton,
} from "./listeners/request-buttons.ts";
import { submitApproval, submitDenial } from "./listeners/request-views.ts";
import { showSimilarRail } from "./listeners/similar-rail.ts";
import { submitDraft } from "./listeners/submit-draft.ts";

/** Everything a person can type, press or submit, and who listens. */
export function register(app: App, deps: ListenerDeps): void {
  app.command(deps.command, once(deps, railCommand(deps)));

  app.action(action.newRail, once(deps, forMembers(deps, newRailButton(deps))));
  app.action(action.chooseType, once(deps, forMembers(deps, chooseType(deps))));
  app.action(action.showSimilarInstructions, once(deps, forMembers(deps, showSimilarRail(deps))));
  app.view(callback.newRail, submittedByMembers(deps, submitNewRail(deps)));
  app.view(callback.reviewDraft, submittedByMembers(deps, submitDraft(deps)));

  app.action(action.reviewRequest, once(deps, reviewRequest(deps)));
  app.action(action.denyRequest, once(deps, denyRequestButton(deps)));
  app.action(action.withdrawRequest, withdrawRequestButton(deps));
  app.action(action.showRequest, once(deps, forMembers(deps, showRequest(deps))));
  app.view(callback.reviewRequest, submitApproval(deps));
  app.view(callback.denyRequest, submitDenial(deps));

  app.action(action.openRail, once(deps, forMembers(deps, openRail(deps))));
  app.action(action.checkInstructions, once(deps, forMembers(deps, openRail(deps))));
  for (const turn of [action.railsPreviousPage, action.railsNextPage]) {
    app.action(turn, once(deps, forMembers(deps, railsPage(deps))));
  }
  for (const turn of [action.showPending, action.pendingPreviousPage, action.pendingNextPage]) {
    app.action(turn, once(deps, forMembers(deps, pendingPage(deps))));
  }
  for (const turn of [action.destinationsPreviousPage, action.destinationsNextPage]) {
    app.action(turn, once(deps, forMembers(deps, destinationsPage(deps))));
  }
}
