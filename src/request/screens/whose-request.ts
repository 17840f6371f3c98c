import type { BlockButtonAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import type { Roster } from "../../authority/roster.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { openView } from "../../platform/slack/intake/open-view.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { pressedValue, readButtonValue } from "../card/button-value.ts";
import { circumstances } from "../circumstances.ts";
import type { Context } from "../context.ts";
import { proposersOf } from "../decide-request.ts";
import { findRequest } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import type { Command } from "../rules/decide.ts";
import { decide } from "../rules/decide.ts";
import type { Refusal } from "../rules/decision.ts";
import { rosterFor } from "../who-is.ts";
import { refusalMessage } from "./refusals.ts";

export const GONE = note("This request no longer exists.");

/** Trusts nothing that a button carries: the request is read again. The submission asks Slack anew. */
export async function whoseRequest(
  { db, people }: Pick<Context, "db" | "people">,
  body: BlockButtonAction,
  value: string | undefined,
  isToStop = false,
) {
  const shown = readButtonValue(value);
  const workspaceId = workspaceOf(body);
  const request = shown && (await findRequest(db, { workspaceId, requestId: shown.requestId }));
  if (!request) return undefined;
  const by = body.user.id;
  const look = { freshness: "of-a-minute", isToStop } as const;
  const roster = await rosterFor({ db, people }, request, [by, ...proposersOf(request)], look);
  return { request, by, roster, shownDigest: shown.digest };
}

/** The request that a press is about. Undefined, and the person is told, if it is gone. */
export async function pressedRequest(
  { db }: Pick<Context, "db">,
  { action, body, respond }: ButtonArgs,
): Promise<ChangeRequest | undefined> {
  const requestId = readButtonValue(pressedValue(action))?.requestId ?? "";
  const request = await findRequest(db, { workspaceId: workspaceOf(body), requestId });
  if (!request) await respond(privately(GONE));
  return request;
}

/** Why this would be refused now; undefined if it would not. Changes nothing. `roster` was looked up for it. */
export async function refusalNow(
  { db, pins, clock }: Pick<Context, "db" | "pins" | "clock">,
  request: ChangeRequest,
  command: Command,
  roster: Roster,
): Promise<Refusal | undefined> {
  const around = await circumstances({ db, pins }, request, clock(), command, roster);
  const decision = decide(command, request, around);
  return decision.ok ? undefined : decision.refusal;
}

type Found = NonNullable<Awaited<ReturnType<typeof whoseRequest>>>;

interface Opening {
  /** The command that the view leads to: it has to be allowed now. Undefined if nothing is left to do. */
  command(found: Found): Command | undefined;
  view(found: Found): ModalView | Promise<ModalView>;
  isToStop?: boolean;
}

/** Opens a view about the request of a button, or tells at once why the person may not go on. */
export async function openAbout(
  context: Pick<Context, "db" | "people" | "pins" | "clock">,
  { action, body, respond, client }: ButtonArgs,
  { command, view, isToStop = false }: Opening,
): Promise<void> {
  const found = await whoseRequest(context, body, pressedValue(action), isToStop);
  if (!found) return void (await respond(privately(GONE)));
  const { request, roster } = found;
  const asked = command(found);
  const refusal = asked ? await refusalNow(context, request, asked, roster) : "not-now";
  if (refusal) return void (await respond(privately(refusalMessage({ refusal, request }))));
  await openView(client, body, await view(found));
}
