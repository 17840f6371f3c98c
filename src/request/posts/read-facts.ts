import { valueKey } from "../../platform/payment-details/destination-value.ts";
import { accountText, type CardFacts } from "../card/facts.ts";
import { type Context, kindOf } from "../engine/context.ts";
import { valueIn } from "../rules/content.ts";
import { countApprovals } from "../rules/may.ts";
import { issuedRail, type Request, type Status, serviceIdOf } from "../rules/request.ts";
import type { InForce } from "../rules/settings.ts";
import { trustOf } from "../rules/trust.ts";
import { type Ground, readGround } from "../store/ground.ts";
import { readRail, readShownAs, serviceOf } from "../store/mirror.ts";
import { type PostRow, readPosts } from "../store/posts.ts";
import { isShownOtherwise } from "../store/rail-columns.ts";
import { type Filter, readIntact, readRequest, readRequests } from "../store/requests.ts";
import { readRecorded } from "../store/signed-rows.ts";
import type { Installation } from "../store/workspaces.ts";

export interface ReadFacts {
  facts: CardFacts;
  /** Its messages in Slack. */
  posts: PostRow[];
}

/**
 * All that the messages about a request are drawn from; null without an intact request or settings.
 */
export async function readFacts(
  context: Context,
  workspace: string,
  id: string,
): Promise<ReadFacts | null> {
  const ground = await readGround(context.db, { workspace, request: id });
  const { request, forces } = ground;
  if (!request) return null;
  const inForce = ground.inForce ?? (await readRecorded(context.db, workspace, forces.settings));
  if (!inForce) return null;
  const posts = await readPosts(context.db, workspace, id);
  return { facts: await factsOf(context, ground, request, inForce, posts), posts };
}

const MOST_NUMBERS = 50;

/** `posts`: null for a review, which has no links. */
export async function factsOf(
  context: Context,
  ground: Ground,
  request: Request,
  inForce: InForce,
  posts: readonly PostRow[] | null,
): Promise<CardFacts> {
  const { db } = context;
  const { workspace, now, forces, last } = ground;
  const { content, state } = request;
  const isCoolingDown = state.is === "ready" && state.because === "cool-down";
  const obstacle = isCoolingDown
    ? await kindOf(context.kinds, content).obstacle(db, content, ground, context.config)
    : null;
  const self = await context.self(workspace);
  // What a stop came too late for, and what it keeps.
  const numbersOf = async (...statuses: Status[]) => {
    if (content.change.kind !== "resume") return [];
    const { requests } = await readRequests(db, workspace, { statuses }, MOST_NUMBERS);
    return requests.map(({ number }) => number);
  };
  const filter: Filter = {
    ...{ connection: content.connection.id, kinds: ["add-destination"] },
    destination: content.traits.destination ?? "",
  };
  const isShown = posts === null || issuedRail(request) !== null;
  const { requests: register } = isShown
    ? await readRequests(db, workspace, filter)
    : { requests: [] };
  return {
    request,
    settings: inForce.settings,
    count: countApprovals(request, { ...ground, standings: new Map() }),
    resume: await readIntact(db, workspace, forces.frozen),
    last: last ?? { seq: 0, hash: "" },
    account: accountText(self.team, content.connection.environment),
    now,
    obstacleUntil: obstacle?.until ?? null,
    links: linksTo(self, posts ?? [], inForce.settings.channel),
    ...{ sending: await numbersOf("sending", "unknown"), kept: await numbersOf("ready") },
    register,
    ...(await readTrust(context, request, now)),
    isLookedFor: (ground.look?.beganAt ?? "") > (request.attemptEndedAt ?? now),
  };
}

/**
 * Whether people may pay into the Rail of a done request, or that its destination is held; null for
 * all else.
 */
export async function readTrust(
  { db }: Context,
  request: Request,
  now: string,
): Promise<Pick<CardFacts, "trust" | "naming">> {
  const { content, workspace } = request;
  const rail = issuedRail(request);
  const [id, value] = [serviceIdOf(request), valueIn(content.change)];
  if (id && value) {
    const shown = await readShownAs(db, serviceOf(content), id);
    if (isShownOtherwise(shown, { id, key: valueKey(value) })) {
      return { trust: { is: "held", because: "contradicted", fields: [] }, naming: null };
    }
  }
  if (!rail) return { trust: null, naming: null };
  const row = await readRail(db, serviceOf(content), rail.railId);
  const isOther = row?.namedBy && row.namedBy !== request.id;
  const found = isOther ? await readRequest(db, workspace, row.namedBy ?? "") : null;
  // A newer request that somebody changed vouches for nothing, nor does what it replaced.
  if (found?.is === "broken") return { trust: trustOf(null, row, now), naming: null };
  const naming = found?.request ?? request;
  return { trust: trustOf(naming, row, now), naming };
}

/** Of the messages that stand in Slack, where others may open them. */
function linksTo({ url }: Installation, rows: readonly PostRow[], channel: string) {
  const linkTo = (found: PostRow | undefined) => {
    const [place, ts] = found?.ts?.split(" ") ?? [];
    // Nobody else can open a direct message.
    return place && ts && !place.startsWith("D")
      ? `${url}archives/${place}/p${ts.replace(".", "")}`
      : null;
  };
  return {
    card: linkTo(rows.find(({ key, place }) => key === "card" && place === channel)),
    instructions: linkTo(rows.find(({ key }) => key === "instructions")),
  };
}
