import type { ModalView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { updateView } from "../../platform/slack/intake/update-view.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy, findWorkspaceName } from "../../request/queries/companies.ts";
import { findSetup } from "../../request/queries/setups.ts";
import type { SetUpWhole } from "./set-up-messages.ts";
import { setUpForAdministrator, setUpInChannel } from "./set-up-messages.ts";
import { setupFacts } from "./setup-facts.ts";
import { readSetupModal, setupModal } from "./setup-modal.ts";

/** Opens a form above the set-up. */
export async function pushForm(
  { body, client }: ButtonArgs,
  draw: (askedIn: string) => Promise<ModalView>,
): Promise<void> {
  if (!body.view) return;
  const { askedIn } = readSetupModal(body.view);
  const view = checkedView(await draw(askedIn));
  await client.views.push({ trigger_id: body.trigger_id, view });
}

type Showing = Pick<Context, "db" | "pins" | "messenger" | "setup" | "command" | "logger">;

/** How the set-up stands, for those who may change it. */
export async function setupView(
  context: Showing,
  workspaceId: string,
  { askedIn, said }: { askedIn: string; said?: string | undefined },
): Promise<ModalView> {
  const { offered } = context.setup;
  return setupModal({ ...(await setupFacts(context, workspaceId)), offered, askedIn, said });
}

/** Redraws the set-up under the form that was just closed, with its result. */
export async function redrawSetup(
  context: Showing,
  client: WebClient,
  workspaceId: string,
  { viewId, askedIn, said }: { viewId: string | null; askedIn: string; said: string },
): Promise<void> {
  if (viewId === null) return;
  await updateView(client, viewId, await setupView(context, workspaceId, { askedIn, said }));
}

/** Tells the channel and the person who completed the first set-up: a courtesy that nothing depends on. */
export async function tellWhole(context: Showing, workspaceId: string, by: string): Promise<void> {
  const { db, messenger, command, logger } = context;
  const { connection, approvalsChannel: channelId } = await findSetup(db, workspaceId);
  if (!connection || channelId === null) return;
  const policy = await findPolicy(db, workspaceId);
  const workspaceName = await findWorkspaceName(db, workspaceId);
  const whole: SetUpWhole = { command, workspaceName, connection, channelId, policy };
  try {
    await messenger.post(workspaceId, channelId, setUpInChannel(whole));
    const direct = await messenger.directMessageWith(workspaceId, by);
    await messenger.post(workspaceId, direct, setUpForAdministrator(whole));
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    logger.warn({ err: error, workspaceId }, "not everyone was told that the set-up is whole");
  }
}
