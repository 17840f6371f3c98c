import { note } from "../platform/slack/blocks/note.ts";
import { workspaceOf } from "../platform/slack/intake/delivery.ts";
import type { ButtonListener } from "../platform/slack/intake/listeners.ts";
import { privately } from "../platform/slack/intake/privately.ts";
import type { Context } from "../request/context.ts";
import { findRequestByNumber } from "../request/queries/requests.ts";
import { numberOf, readRequestNumber } from "../request/rules/change-request.ts";
import { GONE } from "../request/screens/whose-request.ts";

/** [Get the approved bytes]: a file whose SHA-256 is the digest that the card and the review show. */
export function sendApprovedBytes(context: Context): ButtonListener {
  return async ({ action, body, respond }) => {
    const workspaceId = workspaceOf(body);
    const number = readRequestNumber(action.value ?? "");
    const request = number && (await findRequestByNumber(context.db, workspaceId, number));
    if (!request) return void (await respond(privately(GONE)));
    const filename = `${numberOf(request)}-approved.json`;
    await context.messenger.sendFile(workspaceId, body.user.id, {
      filename,
      bytes: Buffer.from(request.canonical),
      says: `The exact bytes of ${numberOf(request)}. Their SHA-256 is ${request.digest}.`,
    });
    await respond(
      privately(
        note(
          `${filename} was sent to you by direct message.`,
          "Run sha256sum on it: the result is the digest that the review shows.",
        ),
      ),
    );
  };
}
