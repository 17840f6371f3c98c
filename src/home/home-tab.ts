import type { Button, HomeView, KnownBlock } from "@slack/types";
import { placeText } from "../platform/slack/blocks/answer-modal.ts";
import { actions, button, context } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import { bold, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { railList } from "../rail/screens/list.ts";
import { withdrawButton } from "../request/card/approval-card.ts";
import { buttonValue } from "../request/card/button-value.ts";
import { rowBlocks } from "../request/list/list-screen.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { numberOf } from "../request/rules/change-request.ts";
import { isWaitingToSend } from "../request/rules/status.ts";
import type { Home } from "./home-parts.ts";
import {
  homeTitle,
  isBeforeSetUp,
  mine,
  newRailButton,
  obstacles,
  overview,
  waiting,
} from "./home-parts.ts";

export interface HomeTab extends Home {
  /** The direct message with its reader. */
  askedIn: string;
  maySeeHealth: boolean;
}

/** The App Home: what needs my approval, my requests, recent Rails, one row of verbs, and the emergency stop apart. */
export function homeTab(props: HomeTab): HomeView {
  return {
    type: "home",
    private_metadata: placeText(props.askedIn),
    blocks: [
      ...homeTitle(props),
      ...obstacles(props),
      ...(isBeforeSetUp(props) ? [actions(...answeredBeforeSetUp(props))] : whatThereIs(props)),
      context(`You can also type ${props.command} in any channel.`),
      ...stop(props),
    ],
  };
}

function whatThereIs(props: HomeTab): KnownBlock[] {
  return [
    ...waiting(props, { most: LATEST, more: review }),
    ...mine(props, { most: LATEST, more: withdraw }),
    ...overview(props),
    ...recentRails(props),
    actions(newRailButton(props), ...moreVerbs(props)),
  ];
}

/** Says to people who are no members what the app is, and shows nothing in it. */
export function homeTabForOthers({ blocks }: Pick<Message, "blocks">): HomeView {
  return { type: "home", blocks };
}

function moreVerbs(props: HomeTab): Button[] {
  const { maySetUp, missing } = props;
  return [
    button("Rails", action.showRails, "all"),
    button("Open requests", action.showPending, "pending"),
    button("Destinations", action.showDestinations, "all"),
    button("Check payment details…", action.openCheck, "check"),
    button("Policy", action.showPolicy, "1"),
    // While something is missing it stands above.
    ...(maySetUp && missing.length === 0 ? [button("Set-up", action.openSetup, "home")] : []),
    ...answeredBeforeSetUp(props),
  ];
}

function answeredBeforeSetUp({ maySeeHealth }: HomeTab): Button[] {
  return [
    ...(maySeeHealth ? [button("Health", action.showHealth, "health")] : []),
    button("Help", action.showHelp, "help"),
  ];
}

function stop({ frozen, looksAfter }: HomeTab): KnownBlock[] {
  if (!looksAfter || frozen !== null) return [];
  const freeze = button("Stop all sending…", action.openFreeze, "freeze", { style: "danger" });
  return [actions(freeze)];
}

function review(request: ChangeRequest): Button[] {
  return [
    button("Review", action.reviewRequest, buttonValue(request), {
      accessibility_label: `Review ${numberOf(request)}`,
    }),
  ];
}

/** As long as nothing was sent. */
function withdraw(request: ChangeRequest): Button[] {
  return isWaitingToSend(request) ? [withdrawButton(request)] : [];
}

const LATEST = 5;

function recentRails({ rails, now }: HomeTab): KnownBlock[] {
  if (rails.length === 0) return [];
  return [
    richText([bold("Recent Rails")]),
    ...rails.slice(0, LATEST).flatMap((row) => rowBlocks(railList, row, now)),
  ];
}
