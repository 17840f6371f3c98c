import type { Logger } from "pino";
import { MessengerError } from "../platform/slack/messenger-error.ts";
import type { Messenger, People } from "../platform/slack/slack.ts";
import { checkReach } from "../request/posting/check-reach.ts";
import type { OutOfReach } from "../request/posting/out-of-reach.ts";
import { oneByOne, sent } from "../request/posting/tell-each.ts";
import type { UntoldChange } from "../request/queries/kept-settings.ts";
import type { Store } from "../request/queries/store-port.ts";
import { canonicalJson } from "../request/rules/digest.ts";
import { everyoneNamed } from "../request/who-is.ts";
import type { PolicyChanged } from "./settings-notice.ts";
import { settingsNotice } from "./settings-notice.ts";

interface Deps {
  store: Pick<
    Store,
    "keptSettings" | "transaction" | "policyInForce" | "findPolicyVersion" | "setupOf"
  >;
  messenger: Pick<Messenger, "post" | "placeOf" | "directMessageWith">;
  people: Pick<People, "whoIs">;
  logger: Pick<Logger, "warn">;
  command: string;
}

/**
 * Tells the approvals channel what the environment has changed, once, and so each channel that it was moved from. While the channel cannot be reached each approver
 * is told alone, once, and the channel as soon as it takes messages again.
 */
export async function announceSettings(deps: Deps, workspaceId: string): Promise<void> {
  const { store, messenger } = deps;
  const { untold } = await store.keptSettings(workspaceId);
  const { approvalsChannel: channelId } = await store.setupOf(workspaceId);
  if (untold.length === 0) return;
  await tellLeft(deps, workspaceId, untold, channelId);
  if (channelId === null) return tellAlone(deps, workspaceId, untold, null);
  try {
    await checkReach({ messenger }, workspaceId, channelId);
    await messenger.post(workspaceId, channelId, await noticeOf(deps, workspaceId, untold));
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    return tellAlone(deps, workspaceId, untold, { channelId, because: error.code });
  }
  await keep(deps, workspaceId, (each) => (isAmong(untold, each) ? [] : [each]));
}

/** A channel from which the approvals were moved is told once, if the bot can still write there. */
async function tellLeft(
  deps: Deps,
  workspaceId: string,
  untold: readonly UntoldChange[],
  current: string | null,
): Promise<void> {
  const { messenger } = deps;
  for (const each of untold) {
    const { change, told } = each;
    const left = change.is === "channel" ? change.from : null;
    if (left === null || left === current || told.includes(left)) continue;
    try {
      await checkReach({ messenger }, workspaceId, left);
      await messenger.post(workspaceId, left, await noticeOf(deps, workspaceId, untold));
    } catch (error) {
      if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    }
    await keep(deps, workspaceId, (other) => [
      isAmong([each], other) ? { ...other, told: [...other.told, left] } : other,
    ]);
  }
}

async function tellAlone(
  deps: Deps,
  workspaceId: string,
  untold: readonly UntoldChange[],
  channel: OutOfReach | null,
): Promise<void> {
  const { store, messenger, people, logger } = deps;
  const policy = await store.policyInForce(workspaceId);
  const approvers = await everyoneNamed({ people }, workspaceId, policy);
  const newTo = (userId: string) => untold.filter(({ told }) => !told.includes(userId));
  const left = approvers.filter((userId) => newTo(userId).length > 0).map((userId) => ({ userId }));
  await oneByOne(logger, { workspaceId }, left, async ({ userId }) => {
    const news = newTo(userId);
    await sent(
      messenger,
      { workspaceId },
      userId,
      await noticeOf(deps, workspaceId, news, channel),
    );
    await keep(deps, workspaceId, (each) => [
      isAmong(news, each) ? { ...each, told: [...each.told, userId] } : each,
    ]);
  });
}

async function noticeOf(
  { store, command }: Pick<Deps, "store" | "command">,
  workspaceId: string,
  untold: readonly UntoldChange[],
  channel?: OutOfReach | null,
) {
  const changes = untold.map(({ change }) => change);
  const policies = new Map<number, PolicyChanged>();
  for (const change of changes) {
    if (change.is !== "policy") continue;
    const before = await store.findPolicyVersion(workspaceId, change.from);
    const after = await store.findPolicyVersion(workspaceId, change.to);
    if (before && after) policies.set(change.to, { before, after });
  }
  return settingsNotice({ changes, policies, command, ...(channel !== undefined && { channel }) });
}

const isAmong = (some: readonly UntoldChange[], { change }: UntoldChange) =>
  some.some((each) => canonicalJson(each.change) === canonicalJson(change));

/** A start may have added more meanwhile. */
async function keep(
  { store }: Pick<Deps, "store">,
  workspaceId: string,
  kept: (each: UntoldChange) => UntoldChange[],
): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.lockWorkspace(workspaceId);
    const { untold } = await tx.keptSettings(workspaceId);
    await tx.keepSettings(workspaceId, { untold: untold.flatMap(kept) });
  });
}
