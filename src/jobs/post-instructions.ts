import type { Logger } from "pino";
import type { ChangeRequest } from "../domain/change-request.ts";
import type { ApplyDeps } from "../services/apply-command.ts";
import { applyCommand } from "../services/apply-command.ts";
import { MessengerError } from "../services/messenger-error.ts";
import type { Messenger, PostedMessage, RailApis, RequestRef, Store } from "../services/ports.ts";
import { railFacts } from "../services/rail-facts.ts";
import { readBack } from "../services/verify-rail.ts";
import { addressQrCode } from "../slack/messages/address-qr-code.ts";
import { depositInstructions } from "../slack/messages/deposit-instructions.ts";
import { postWithPicture, uploadPicture } from "./pictures.ts";

interface Deps extends ApplyDeps {
  store: Store;
  messenger: Messenger;
  railApis: RailApis;
  logger: Pick<Logger, "warn">;
}

/**
 * Posts how to pay into a verified Rail, where it was asked for. The Rail is read and judged once more for it: what is
 * shown is what the service says now, and equals what was approved.
 */
export async function postInstructions(deps: Deps, ref: RequestRef): Promise<void> {
  const { store } = deps;
  const request = await store.findRequest(ref);
  if (request?.state.status !== "verified") return;

  try {
    const posted =
      (await store.findMessage(ref, "instructions")) ??
      (await postAnew(deps, ref, request, request.state));
    if (posted) await applyCommand(deps, ref, { type: "posted", channelId: posted.channelId });
  } catch (error) {
    if (!isForNobody(error)) throw error;
    // The card says it, and the sweep has it tried again.
    deps.logger.warn({ err: error, ...ref }, "the requester takes no direct message");
    await applyCommand(deps, ref, { type: "undeliverable" });
  }
}

/** What a conversation refuses goes to the requester alone: whatever is out of reach now is that person. */
function isForNobody(error: unknown): boolean {
  return error instanceof MessengerError && (error.code === "no-such-person" || error.isOutOfReach);
}

/** Undefined where the Rail is no longer what was approved. */
async function postAnew(
  deps: Deps,
  ref: RequestRef,
  { connectionId, content }: ChangeRequest,
  { railId, isUndeliverable }: { railId: string; isUndeliverable?: boolean },
): Promise<PostedMessage | undefined> {
  const { store } = deps;
  const { rail, applied } = await readBack(deps, ref, connectionId, railId);
  const isStillVerified = applied.ok && applied.request.state.status === "verified";
  if (rail === null || !isStillVerified) return undefined;

  // Tried again and again, it must not leave a picture behind each time.
  if (isUndeliverable) await channelFor(deps, ref, content);
  const facts = await railFacts(deps, ref.workspaceId, connectionId, rail);
  const qrFileId = await uploadPicture(deps, ref.workspaceId, await addressQrCode(rail));
  const channel = await channelFor(deps, ref, content);
  // The upload takes its time: another run may have posted meanwhile.
  const already = await store.findMessage(ref, "instructions");
  if (already) return already;

  const postTo = (where: string) =>
    postWithPicture(deps, ref.workspaceId, where, qrFileId, (fileId) =>
      depositInstructions(facts, { qrFileId: fileId }),
    );
  const at = await postTo(channel).catch(async (error: unknown) => {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    // The conversation was closed to the bot since it was looked at.
    return postTo(await deps.messenger.directMessageWith(ref.workspaceId, content.requestedBy));
  });
  const posted = { ...at, version: 0 };
  await store.saveMessage(ref, "instructions", posted);
  return posted;
}

/** Where the bot is not in the conversation, or others could read along, they go to the requester alone. */
async function channelFor(
  { messenger }: Deps,
  { workspaceId }: RequestRef,
  { askedIn, requestedBy }: { askedIn: string; requestedBy: string },
): Promise<string> {
  const place = await messenger.placeOf(workspaceId, askedIn);
  if (place === "not-known") throw new Error("Slack did not say who reads along; tried again");
  return place === "ours" ? askedIn : messenger.directMessageWith(workspaceId, requestedBy);
}
