import type { BlockButtonAction } from "@slack/bolt";
import { note } from "../../platform/slack/blocks/note.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { readButtonValue } from "../card/button-value.ts";
import type { Context } from "../context.ts";
import { proposersOf } from "../decide-request.ts";
import { findRequest } from "../queries/requests.ts";
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
