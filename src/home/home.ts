import type { Button, HomeView, KnownBlock } from "@slack/types";
import { placeText } from "../platform/slack/blocks/answer-modal.ts";
import { actions, button, context } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import { bold, richText } from "../platform/slack/blocks/rich-text.ts";
import type { Message } from "../platform/slack/message.ts";
import { messageWith } from "../platform/slack/message.ts";
import { railList } from "../rail/screens/list.ts";
import { knownRailRows } from "../rail/screens/rail-row.ts";
import { withdrawButton } from "../request/card/approval-card.ts";
import { buttonValue } from "../request/card/button-value.ts";
import type { Command } from "../request/command.ts";
import type { Context } from "../request/context.ts";
import { rowBlocks } from "../request/list/list-screen.ts";
import { requestRowOf } from "../request/list/requests-list.ts";
import { findPolicy, findWorkspaceName } from "../request/queries/companies.ts";
import { listOpenRequests } from "../request/queries/find-requests.ts";
import { findFreeze } from "../request/queries/freezes.ts";
import { listRequestsBy } from "../request/queries/requests.ts";
import { findSetup } from "../request/queries/setups.ts";
import { countMissingCards } from "../request/queries/stale-messages.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { numberOf } from "../request/rules/change-request.ts";
import { isWaitingToSend } from "../request/rules/status.ts";
import { whyRefused } from "../workspace/set-up/gates.ts";
import { missingParts } from "../workspace/set-up/setup-facts.ts";
import { looksAfter } from "./health-message.ts";
import { help } from "./help.ts";
import type { Home } from "./home-parts.ts";
import {
  homeTitle,
  isBeforeSetUp,
  mine,
  newRailButton,
  obstacles,
  overview,
  waiting,
  waitsText,
} from "./home-parts.ts";
import { waitingFor } from "./waiting.ts";

/** The slash command alone. */
export const homeCommand: Command<undefined> = {
  verb: "",
  usage: { takes: "", does: "shows what needs your approval, and your requests" },
  act: () => "look",
  worksBeforeSetUp: true,
  parse: () => ({ ok: true, args: undefined }),
  answer: async (context, _, { workspaceId, userId }) =>
    home(await homeFacts(context, workspaceId, userId)),
};

const LATEST = 5;

/** Each part has at most these: a message has less room than the Home. */
const MOST_ROWS = 3;

export function home(props: Home): Message {
  return messageWith(
    waitsText(props.waiting),
    ...homeTitle(props),
    ...obstacles(props),
    ...(isBeforeSetUp(props) ? [] : whatThereIs(props)),
  );
}

function whatThereIs(props: Home): KnownBlock[] {
  return [
    ...waiting(props, { most: MOST_ROWS }),
    ...mine(props, { most: MOST_ROWS }),
    ...overview(props),
    actions(
      newRailButton(props),
      button("Open requests", action.showPending, "pending"),
      button("Help", action.showHelp, "help"),
    ),
  ];
}

/** `askedIn` is the direct message with this person. */
export async function homeTabAnswer(
  context: Context,
  workspaceId: string,
  userId: string,
  askedIn: string,
): Promise<HomeView> {
  const { command, verbs } = context;
  const why = await whyRefused(context, workspaceId, userId, "look", { isReading: true });
  if (why) {
    return { type: "home", blocks: [...why.blocks, ...help({ command, verbs }).blocks] };
  }
  const facts = await homeFacts(context, workspaceId, userId);
  return homeTab({
    ...facts,
    askedIn,
    maySeeHealth: facts.looksAfter || facts.maySetUp,
  });
}

async function homeFacts(context: Context, workspaceId: string, userId: string): Promise<Home> {
  const { db, command, approvalsChannelOf } = context;
  const policy = await findPolicy(db, workspaceId);
  const setup = await findSetup(db, workspaceId);
  const { frozen } = await findFreeze(db, workspaceId);
  const rails = setup.connection ? await knownRailRows(db, setup.connection.id) : [];
  const open = await listOpenRequests(db, workspaceId);
  return {
    command,
    workspaceName: await findWorkspaceName(db, workspaceId),
    environment: setup.connection?.environment ?? null,
    missing: missingParts({ ...setup, approvalsChannel: await approvalsChannelOf(workspaceId) }),
    maySetUp: await context.maySetUp(workspaceId, userId),
    missingCards: await countMissingCards(db, workspaceId),
    frozen,
    looksAfter: await looksAfter(context, workspaceId, policy, userId),
    waiting: await waitingFor(context, { workspaceId, userId }, policy, { rails, open }),
    rails,
    open: open.map((request) => requestRowOf(request, policy)),
    // One more than is shown tells that there are others.
    myRequests: await listRequestsBy(db, workspaceId, userId, LATEST + 1),
    policy,
    now: context.clock(),
  };
}

interface HomeTab extends Home {
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
      ...(isBeforeSetUp(props) ? [actions(...answeredBeforeSetUp(props))] : inTheTab(props)),
      context(`You can also type ${props.command} in any channel.`),
      ...stop(props),
    ],
  };
}

function inTheTab(props: HomeTab): KnownBlock[] {
  return [
    ...waiting(props, { most: LATEST, more: review }),
    ...mine(props, { most: LATEST, more: withdraw }),
    ...overview(props),
    ...recentRails(props),
    actions(newRailButton(props), ...moreVerbs(props)),
  ];
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

function recentRails({ rails, now }: HomeTab): KnownBlock[] {
  if (rails.length === 0) return [];
  return [
    richText([bold("Recent Rails")]),
    ...rails.slice(0, LATEST).flatMap((row) => rowBlocks(railList, row, now)),
  ];
}
