import type { Button, HomeView, KnownBlock } from "@slack/types";
import { placeText } from "../platform/slack/blocks/answer-modal.ts";
import { actions, button, section } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import { bold, lines, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { railName } from "../rail/screens/list.ts";
import { withdrawButton } from "../request/card/approval-card.ts";
import { buttonValue } from "../request/card/button-value.ts";
import { railButton } from "../request/card/rail-button.ts";
import type { KnownRail } from "../request/queries/known-rails.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { numberOf } from "../request/rules/change-request.ts";
import { isWaitingToSend } from "../request/rules/status.ts";
import { code, TYPE_NAMES } from "../request/words.ts";
import type { Home } from "./home-parts.ts";
import { homeTitle, mine, obstacles, waiting } from "./home-parts.ts";

export interface HomeTab extends Home {
  /** The direct message with whoever it is for. */
  askedIn: string;
  /** The last that became known, newest first. */
  rails: readonly KnownRail[];
  maySeeHealth: boolean;
}

/** The App Home: what waits for me, what I asked for, the newest Rails, and every verb of the command. */
export function homeTab(props: HomeTab): HomeView {
  return {
    type: "home",
    private_metadata: placeText(props.askedIn),
    blocks: [
      homeTitle(props),
      ...obstacles(props),
      actions(
        button(
          "New Rail",
          action.newRail,
          "new",
          props.missing.length > 0 ? {} : { style: "primary" },
        ),
        button("All Rails", action.showRails, "1"),
        button("Open requests", action.showPending, "1"),
        button("Destinations", action.showDestinations, "all"),
        button("Check payment details…", action.openCheck, "check"),
      ),
      ...waiting(props, review),
      ...mine(props, withdraw),
      ...newestRails(props.rails, props.command),
      actions(...moreVerbs(props)),
      section(
        `${props.command} does the same in any conversation; ${props.command} help says how.`,
      ),
    ],
  };
}

/** Says to people who are no members what the app is, and shows nothing in it. */
export function homeTabForOthers({ blocks }: Pick<Message, "blocks">): HomeView {
  return { type: "home", blocks };
}

function moreVerbs({ frozen, looksAfter, maySeeHealth, maySetUp, missing }: HomeTab): Button[] {
  return [
    button("Policy", action.showPolicy, "1"),
    // While something is missing it stands above.
    ...(maySetUp && missing.length === 0 ? [button("Set-up", action.openSetup, "home")] : []),
    ...(looksAfter && frozen === null
      ? [button("Stop all sending…", action.openFreeze, "freeze", { style: "danger" })]
      : []),
    ...(maySeeHealth ? [button("Health", action.showHealth, "health")] : []),
    button("Help", action.showHelp, "help"),
  ];
}

function review(request: ChangeRequest): Button[] {
  return [
    button("Review and approve", action.reviewRequest, buttonValue(request), {
      accessibility_label: `Review and approve ${numberOf(request)}`,
    }),
  ];
}

/** As long as nothing was sent. */
function withdraw(request: ChangeRequest): Button[] {
  return isWaitingToSend(request) ? [withdrawButton(request)] : [];
}

function newestRails(rails: readonly KnownRail[], command: string): KnownBlock[] {
  if (rails.length === 0) {
    return [richText(lines([bold("No Rail is known here yet."), ` ${command} new asks for one.`]))];
  }
  return [richText(lines([bold("Newest Rails:")])), ...rails.flatMap(railRow)];
}

function railRow(rail: KnownRail): KnownBlock[] {
  const { railId, name, requestNumber, type, sourceAsset, destinationAsset } = rail;
  const facts = [
    `${TYPE_NAMES[type]} ${code(sourceAsset)} → ${code(destinationAsset)}`,
    `to ${shortened(rail.destinationName, 60)}`,
    requestNumber === null ? "made elsewhere" : `R-${requestNumber}`,
  ];
  const open = railButton("Open", action.openRail, railId);
  return [
    richText(lines(railName({ name, railId }), [facts.join(" · ")])),
    ...(open.length === 0 ? [] : [actions(...open)]),
  ];
}
