import type { Logger } from "pino";
import type { Clock } from "../../platform/process/clock.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger, People } from "../../platform/slack/slack.ts";
import { oneByOne, sent } from "../../request/posting/tell-each.ts";
import type { Store, UntoldRail } from "../../request/queries/store-port.ts";
import type { RailRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import type { SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import { destinationIdOf } from "../../request/rules/route.ts";
import { everyoneNamed } from "../../request/who-is.ts";
import { unapprovedRails } from "./unapproved-rails.ts";
import type { Walk } from "./walk-rails.ts";

interface Deps {
  store: Pick<
    Store,
    | "currentConnection"
    | "findRequest"
    | "listOpenRequests"
    | "listUntoldRails"
    | "noteRailsTold"
    | "policyInForce"
  >;
  messenger: Pick<Messenger, "post" | "directMessageWith">;
  people: People;
  clock: Clock;
  logger: Pick<Logger, "warn">;
  command: string;
  approvalsChannelOf: (workspaceId: string) => Promise<string | null>;
}

/**
 * After a whole walk: tells the approvals channel of each Rail that nobody approved here, once, and of all of them in one
 * message. While the channel takes nothing each approver is told alone, once, and the channel is tried again.
 */
export async function tellOfUnapproved(
  deps: Deps,
  workspaceId: string,
  { tagged }: Pick<Walk, "tagged">,
): Promise<void> {
  const { store, clock } = deps;
  const channelId = await deps.approvalsChannelOf(workspaceId);
  // Nobody has set the workspace up yet: it is told once somebody has.
  if (channelId === null) return;
  const connection = await store.currentConnection(workspaceId);
  const due = await notApproved(deps, workspaceId, connection.id, tagged);
  if (due.length === 0) return;

  const { environment } = connection;
  const message = (
    untold: readonly UntoldRail[],
    channel?: Parameters<typeof unapprovedRails>[2],
  ) =>
    unapprovedRails(
      untold.map(({ rail }) => rail),
      { environment, command: deps.command },
      channel,
    );
  const note = (untold: readonly UntoldRail[], to: "channel" | "approvers-alone") =>
    store.noteRailsTold(
      connection.id,
      untold.map(({ rail }) => rail.railId),
      to,
      clock(),
    );
  try {
    await deps.messenger.post(workspaceId, channelId, message(due));
    await note(due, "channel");
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    const untold = due.filter(({ isToldAlone }) => !isToldAlone);
    if (untold.length === 0) return;
    deps.logger.warn({ err: error, workspaceId }, "the approvals channel does not take new Rails");
    const alone = message(untold, { channelId, because: error.code });
    const policy = await store.policyInForce(workspaceId);
    const approvers = await everyoneNamed(deps, workspaceId, policy);
    const people = approvers.map((userId) => ({ userId }));
    await oneByOne(deps.logger, { workspaceId }, people, async ({ userId }) => {
      await sent(deps.messenger, { workspaceId }, userId, alone);
      await note(untold, "approvers-alone");
    });
  }
}

/**
 * The open requests are read before the Rails without a request: a Rail that is listed there and was sent here has its
 * request under way by then, or is known as that request's.
 */
async function notApproved(
  { store }: Deps,
  workspaceId: string,
  connectionId: string,
  tagged: Walk["tagged"],
): Promise<UntoldRail[]> {
  const open = (await store.listOpenRequests(workspaceId)).filter(isRailRequest);
  const mayBeMade = open.filter(({ state }) => MAY_BE_MADE.has(state.status));
  const tagOf = new Map(
    [...tagged].flatMap(([requestId, its]) => its.map(({ id }) => [id, requestId] as const)),
  );
  const due: UntoldRail[] = [];
  for (const untold of await store.listUntoldRails(connectionId)) {
    const { rail } = untold;
    const requestId = tagOf.get(rail.railId);
    // That request learns of its own Rail, and calls people where something is wrong with it.
    if (requestId && (await store.findRequest({ workspaceId, requestId }))) continue;
    if (!mayBeMade.some((request) => isOfRoute(request, rail))) due.push(untold);
  }
  return due;
}

const MAY_BE_MADE: ReadonlySet<string> = new Set(["sending", "unknown", "needs-a-person"]);

function isOfRoute({ content }: RailRequest, rail: SeenRail): boolean {
  const { spec } = content.change;
  return (
    rail.type === spec.type &&
    rail.sourceAsset === spec.source.asset &&
    rail.destinationAsset === spec.destination.asset &&
    rail.destination.serviceId === destinationIdOf(spec)
  );
}
