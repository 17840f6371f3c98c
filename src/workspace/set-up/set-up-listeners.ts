import type { BlockButtonAction } from "@slack/bolt";
import type { WebClient } from "@slack/web-api";
import { callback } from "../../platform/slack/blocks/ids.ts";
import { clickOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import type { Command } from "../../request/command.ts";
import { takesNothing } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import { askToCarryOver, carryOverSentence } from "../connection/carry-over.ts";
import { lookAtToken, removeToken, tokenLookSentence } from "../connection/look-at-token.ts";
import { setupView } from "./set-up-view.ts";
import { readSetupModal } from "./setup-modal.ts";

export const setupCommand: Command<undefined> = {
  verb: "setup",
  alias: "set-up",
  usage: {
    takes: "",
    does: "shows and changes the connection, the approvals channel and the approvers; administrators only",
  },
  // A guest is told why guests see nothing; a member is told who can.
  act: () => ["look", "open-set-up"],
  worksBeforeSetUp: true,
  parse: takesNothing("setup"),
  answer: (context, _, { workspaceId, askedIn }) => setupView(context, workspaceId, { askedIn }),
};

/** [Set up] under a message and in the Home; [Back to set-up] where a form has taken its place. */
export async function openSetupButton(context: Context, { body, client }: ButtonArgs) {
  if (body.view?.callback_id === callback.setup) return redraw(context, client, body);
  const askedIn = body.channel?.id ?? body.user.id;
  const view = await setupView(context, workspaceOf(body), { askedIn });
  await openView(client, body, view);
}

/** [Check the token now] */
export async function checkTokenButton(context: Context, { body, client }: ButtonArgs) {
  const said = tokenLookSentence(await lookAtToken(context, workspaceOf(body)));
  await redraw(context, client, body, said);
}

/** [Remove the token] */
export async function removeTokenButton(context: Context, { body, client }: ButtonArgs) {
  const isRemoved = await removeToken(context, clickOf(body));
  await redraw(context, client, body, isRemoved ? REMOVED : NONE_LEFT);
}

/** [Carry the register over…] */
export async function carryOverButton(context: Context, { body, client }: ButtonArgs) {
  const asked = await askToCarryOver(context, clickOf(body));
  await redraw(context, client, body, carryOverSentence(asked));
}

const REMOVED =
  "The token is removed: nothing more is sent. Approved requests wait until there is one again, or expire. End the token at the Rail service too.";
const NONE_LEFT = "There is no longer a token.";

async function redraw(
  context: Context,
  client: WebClient,
  { view, ...body }: BlockButtonAction,
  said?: string,
): Promise<void> {
  if (!view) return;
  const { askedIn } = readSetupModal(view);
  const workspaceId = workspaceOf(body);
  await updateView(client, view.id, await setupView(context, workspaceId, { askedIn, said }));
}
