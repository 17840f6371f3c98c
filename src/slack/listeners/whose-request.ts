import type { BlockButtonAction } from "@slack/bolt";
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
  const standing = await people.standingOf(workspaceId, by);
  return { request, by, standing, shownDigest: shown.digest };
}
