import type { ModalView } from "@slack/types";
import { inTime, LATE } from "../../platform/process/in-time.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { noticeModal } from "../../platform/slack/blocks/notice-modal.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { SlackClients } from "../../platform/slack/web-client.ts";
import { answerLate } from "../../request/clicks/answer-late.ts";
import type { Context, OfferedRailApi } from "../../request/context.ts";
import { findSetup, isGoverned } from "../../request/queries/setups.ts";
import { tokenKeptNote } from "../set-up/set-up-messages.ts";
import { pushForm, redrawSetup, setupView, tellWhole } from "../set-up/set-up-view.ts";
import { readSetupModal } from "../set-up/setup-modal.ts";
import type { Connected, NewToken } from "./connect.ts";
import { connect, connectedSentence } from "./connect.ts";
import { offeredOf } from "./connection-blocks.ts";
import type { TokenFor } from "./connection-modals.ts";
import {
  connectionModal,
  readConnectionChoice,
  readTokenModal,
  tokenModal,
} from "./connection-modals.ts";
import type { Entered } from "./enter-token.ts";
import type { ConnectFault, TokenFault } from "./token-text.ts";
import { readToken, TOKEN_FAULTS } from "./token-text.ts";

/** [Connect] and [Another connection] */
export function connectButton({ db, setup }: Context, args: ButtonArgs): Promise<void> {
  return pushForm(args, async (askedIn) => {
    const isChange = isGoverned(await findSetup(db, workspaceOf(args.body)));
    return connectionModal({ askedIn, offered: setup.offered, isChange });
  });
}

/** [Replace the token] of the connection in use. */
export async function replaceTokenButton(context: Context, args: ButtonArgs): Promise<void> {
  const { body, client } = args;
  if (!body.view) return;
  const { id: userId, name: userName = userId } = body.user;
  const workspaceId = workspaceOf(body);
  const { connection } = await findSetup(context.db, workspaceId);
  const api = connection && offeredOf(connection, context.setup.offered);
  if (!api) return;
  const viewId = body.view.id;
  const about = { askedIn: readSetupModal(body.view).askedIn, name: api.name, reason: REPLACED };
  const next = await tokenView(context, api, about, { workspaceId, userId, userName, viewId });
  if (isInSetupsPlace(next)) await updateView(client, viewId, next);
  else await pushForm(args, async () => next);
}

/** The view with a link to our page replaces the set-up. */
const isInSetupsPlace = ({ callback_id }: ModalView) => callback_id === callback.setup;

/** The approvers read it if the token turns out to be another company's. */
const REPLACED =
  "The token was to be replaced. Nothing shows that the new one is the same company's.";

/** The next step is to enter the token. */
export async function submitConnection(context: Context, { view, body, ack, client }: SubmitArgs) {
  const read = readConnectionChoice(view, context.setup.offered);
  if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
  const api = context.setup.offered.find(({ name }) => name === read.choice.name);
  if (!api) return ack();
  const { id: userId, name: userName = userId } = body.user;
  const whose = { workspaceId: workspaceOf(body), userId, userName, viewId: view.root_view_id };
  const next = await tokenView(context, api, read.choice, whose);
  if (!isInSetupsPlace(next) || view.root_view_id === null) {
    return ack({ response_action: "update", view: checkedView(next) });
  }
  await updateView(client, view.root_view_id, next);
  await ack();
}

const ANSWER_WITHIN_MS = 1_200;

/** A token typed in Slack, which waits for three seconds; the service may take longer. */
export async function submitToken(context: Context, args: SubmitArgs): Promise<void> {
  const { view, body, ack, client } = args;
  const click = clickOf(body);
  const { workspaceId, by } = click;
  const { tokenFor, pasted } = readTokenModal(view);
  const { askedIn, name, reason } = tokenFor;
  const api = context.setup.offered.find((each) => each.name === name);
  if (!api) return ack({ response_action: "errors", errors: { [block.token]: NOT_OFFERED } });
  const work = typedToken(context, { ...click, api, reason, pasted });
  const answer = await inTime(work, ANSWER_WITHIN_MS);
  if (answer === LATE) {
    await answerLate(context, args, {
      what: "token",
      work,
      meanwhile: beingTried(),
      result: triedView,
      unknown: NOT_KNOWN,
      failed: "a token could not be tried",
    });
  } else if (answer.ok) {
    await ack();
  } else {
    const errors = { [block.token]: TOKEN_FAULTS[answer.because] };
    return ack({ response_action: "errors", errors });
  }
  const connected = await work.catch(() => undefined);
  if (!connected?.ok) return;
  const said = connectedSentence(connected);
  const viewId = view.root_view_id;
  await redrawSetup(context, client, workspaceId, { viewId, askedIn, said });
  if (connected.how !== "asked-for" && connected.isWholeNow)
    await tellWhole(context, workspaceId, by);
}

const NOT_OFFERED =
  "The operator of Signalbox no longer offers this connection. Choose another one.";

const NOT_KNOWN =
  "Whether the token was kept is not known here: the set-up shows it. If it was not, try again; if it stays like this, give the operator of Signalbox";

/** A token is entered behind a link of its own, or right here. */
export async function tokenView(
  { setup }: Pick<Context, "setup">,
  api: OfferedRailApi,
  tokenFor: TokenFor,
  whose: { workspaceId: string; userId: string; userName: string; viewId: string | null },
): Promise<ModalView> {
  const { reason } = tokenFor;
  const url = await setup.linkFor?.({ ...whose, api, reason });
  return tokenModal({ api, tokenFor, ...(url !== undefined && { url }) });
}

/** The result of a token that was typed in Slack. */
export async function typedToken(
  context: Context,
  given: Omit<NewToken, "token"> & { pasted: string },
): Promise<Connected | { ok: false; because: TokenFault | ConnectFault }> {
  const { pasted, ...others } = given;
  const read = readToken(pasted);
  return read.ok
    ? connect({ ...context, ...context.setup }, { ...others, token: read.token })
    : read;
}

export function beingTried(): ModalView {
  return noticeModal({
    title: "Being tried",
    sentences: [
      "The Rail service takes its time to answer. The result appears here and in the set-up.",
    ],
  });
}

/** Replaces that view. */
export function triedView(
  connected: Connected | { ok: false; because: TokenFault | ConnectFault },
): ModalView {
  return connected.ok
    ? noticeModal({ title: "Kept", sentences: [connectedSentence(connected)] })
    : noticeModal({
        title: "Not kept",
        sentences: [TOKEN_FAULTS[connected.because], "Nothing was changed."],
      });
}

/** Shows in Slack the result of a token entered on our page: in the set-up, and to the person who asked for the link. */
export async function tellEntered(
  context: Context,
  { as, usual }: Pick<SlackClients, "as" | "usual">,
  { link, connected }: Extract<Entered, { ok: true }>,
): Promise<void> {
  const { messenger, logger } = context;
  const { workspaceId, userId, viewId, connectionName } = link;
  const said = connectedSentence(connected);
  try {
    const direct = await messenger.directMessageWith(workspaceId, userId);
    const kept = tokenKeptNote(connectionName, said, connected.lastFour);
    await messenger.post(workspaceId, direct, kept);
    if (viewId !== null) {
      const view = await setupView(context, workspaceId, { askedIn: userId, said });
      await updateView(usual, viewId, view, await as(workspaceId));
    }
    if (connected.how !== "asked-for" && connected.isWholeNow) {
      await tellWhole(context, workspaceId, userId);
    }
  } catch (error) {
    // The token is kept in any case, and the page says so.
    logger.warn({ err: error, workspaceId }, "Slack does not show that a token was entered");
  }
}
