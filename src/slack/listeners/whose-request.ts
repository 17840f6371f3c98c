import type { BlockButtonAction } from "@slack/bolt";
import { proposersOf } from "../../services/decide-request.ts";
import { rosterFor } from "../../services/roster.ts";
import { readButtonValue } from "../button-value.ts";
import { note } from "../messages/note.ts";
import { workspaceOf } from "./delivery.ts";
import type { ListenerDeps } from "./deps.ts";

export const GONE = note("There is no such request any more.");

/** Nothing that a button carries is trusted: the request is read again, and so is who pressed. */
export async function whoseRequest(
  { store, people }: Pick<ListenerDeps, "store" | "people">,
  body: BlockButtonAction,
  value: string | undefined,
) {
  const shown = readButtonValue(value);
  const workspaceId = workspaceOf(body);
  const request = shown && (await store.findRequest({ workspaceId, requestId: shown.requestId }));
  if (!request) return undefined;
  const by = body.user.id;
  const roster = await rosterFor({ store, people }, request, [by, ...proposersOf(request)]);
  const standing = roster.standings.get(by) ?? "not-known";
  return { request, by, standing, roster, shownDigest: shown.digest };
}
