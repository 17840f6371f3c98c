import type { BlockButtonAction, ViewSubmitAction } from "@slack/bolt";
import type { Roster } from "../../authority/roster.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { readButtonValue } from "../card/button-value.ts";
import { circumstances } from "../circumstances.ts";
import type { Context } from "../context.ts";
import { proposersOf } from "../decide-request.ts";
import { findRequest } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import type { Command } from "../rules/decide.ts";
import { decide } from "../rules/decide.ts";
import type { Refusal } from "../rules/decision.ts";
import { rosterFor } from "../who-is.ts";

export const GONE = note("There is no such request any more.");

/** Nothing that a button carries is trusted: the request is read again, and so is who pressed. */
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
  const roster = await rosterFor({ db, people }, request, [by, ...proposersOf(request)], {
    freshness: "groups-of-a-minute",
    isToStop,
  });
  const standing = roster.standings.get(by) ?? "not-known";
  return { request, by, standing, roster, shownDigest: shown.digest };
}

/** Why this would be refused now; undefined when it would not. Changes nothing. `roster` was looked up for it. */
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

/** Who submitted what, in which delivery. */
export function clickOf(body: ViewSubmitAction) {
  return {
    workspaceId: workspaceOf(body),
    by: body.user.id,
    delivery: deliveryOf(body, "effect"),
  };
}
