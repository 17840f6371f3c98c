import type { Authority } from "../../authority/authority.ts";
import { isDoneAtOnce } from "../../authority/judge.ts";
import { AUTHORITY } from "../../authority/table.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import type { Context, OfferedRailApi, SetupParts } from "../../request/context.ts";
import { dropToken, keepToken, listConnectionsAt } from "../../request/queries/connections.ts";
import { findApprovalsChannel, findSetup, isGoverned } from "../../request/queries/setups.ts";
import { makeConnectionCurrent } from "../../request/queries/successions.ts";
import type { ChangeConnection, Connection } from "../../request/rules/change.ts";
import type { AskingSetup } from "../set-up/ask-setup-change.ts";
import { askSetupChange, setDirectly } from "../set-up/ask-setup-change.ts";
import { wakeForToken } from "../set-up/setup-kind.ts";
import type { Owner } from "./prove-owner.ts";
import { hasToHold, ownerOfToken } from "./prove-owner.ts";
import type { ConnectFault } from "./token-text.ts";
import { lastFourOf } from "./token-text.ts";

export type Connecting = AskingSetup &
  Pick<Context, "seal"> & { messenger: Pick<Messenger, "placeOf"> } & Pick<SetupParts, "railApiAt">;

/** The same token given twice by one click or link is one. */
export interface NewToken extends Click {
  api: OfferedRailApi;
  token: string;
  /** Shown to the approvers if they have to decide. */
  reason: string;
}

export type Connected =
  | { ok: true; how: "connected" | "rotated"; lastFour: string; isWholeNow: boolean }
  | { ok: true; how: "asked-for"; lastFour: string; requestNumber: number }
  | { ok: false; because: ConnectFault };

/**
 * Tries a token and keeps it. A token of proven owner replaces the former one of the connection in use at once. Any
 * other may be another company's: it makes another connection, and after the first set-up the approvers decide.
 */
export async function connect(context: Connecting, given: NewToken): Promise<Connected> {
  const { workspaceId } = given;
  if (context.pins.connection !== null) return { ok: false, because: "pinned" };
  const owner = await tried(context, given);
  if (typeof owner === "string") return { ok: false, because: owner };
  const setup = await findSetup(context.db, workspaceId);
  const row = rowOf(owner, setup.connection);
  if (isDoneAtOnce(row, isGoverned(setup))) return keepDirectly(context, given, owner);
  return askForConnection(context, given, owner);
}

function rowOf({ connection, proof }: Owner, current: Connection | null): Authority {
  const isProven = proof !== "none" && connection?.id === current?.id;
  return AUTHORITY[isProven ? "replace-token" : "change-connection"];
}

/** What has become of a token that was taken, for the person who entered it. */
export function connectedSentence(connected: Extract<Connected, { ok: true }>): string {
  switch (connected.how) {
    case "connected":
      return "The Rail service accepts the token. The workspace is connected.";
    case "rotated":
      return "The Rail service accepts the token. It is of the company that is known here, and has taken the place of the former one.";
    case "asked-for":
      return `The token makes another connection: R-${connected.requestNumber} asks the approvers for it. Until they decide, the current one stays in use. Destinations and approvals do not carry over.`;
  }
}

/** The first calls with a token find its owner. */
async function tried(
  { db, seal, railApiAt }: Connecting,
  { workspaceId, api: { baseUrl, environment }, token }: NewToken,
): Promise<Owner | ConnectFault> {
  const found = await listConnectionsAt(db, workspaceId, baseUrl, environment);
  const rails = railApiAt({ baseUrl, environment, token });
  try {
    const owner = await ownerOfToken({ db, seal }, rails, { workspaceId, token, found });
    if (owner.proof !== "sees-a-rail") for await (const _ of rails.listRails()) break;
    return owner;
  } catch (error) {
    if (error instanceof RailApiError) return error.code;
    throw error;
  }
}

async function keepDirectly(
  context: Connecting,
  given: NewToken,
  owner: Owner,
): Promise<Connected> {
  const { workspaceId, by, api, token, delivery } = given;
  const lastFour = lastFourOf(token);
  const connection = owner.connection ?? newConnection(context, api);
  const set = await setDirectly(context, { workspaceId, by, delivery }, async (tx, before) => {
    const isRotation = before.connection?.id === connection.id;
    // Somebody has finished the set-up meanwhile.
    if (!isDoneAtOnce(rowOf(owner, before.connection), isGoverned(before))) return undefined;
    const kept = { ...connection, name: api.name, lastFour };
    await keepToken(tx.db, context.seal, workspaceId, kept, token, context.clock());
    await wakeForToken(tx, workspaceId, connection.id);
    if (!isRotation) await makeConnectionCurrent(tx.db, workspaceId, connection.id);
    const facts = { connectionId: connection.id, name: api.name, lastFour };
    if (isRotation) return { action: "token-rotated", facts };
    const from = before.connection?.baseUrl ?? null;
    const tell = { is: "connection", from, to: connection.baseUrl } as const;
    return { action: "connection-set", facts, tell };
  });
  if (set.is === "not-now") return connect(context, given);
  const how = owner.proof === "none" ? "connected" : "rotated";
  return { ok: true, how, lastFour, isWholeNow: set.is === "set" && set.isWholeNow };
}

/** Whether somebody could see the card of a request. */
export async function canBeAsked(
  { db, messenger }: Pick<Connecting, "db" | "messenger">,
  workspaceId: string,
): Promise<boolean> {
  const approvalsChannel = await findApprovalsChannel(db, workspaceId);
  if (approvalsChannel === null) return false;
  const place = await messenger.placeOf(workspaceId, approvalsChannel);
  return place === "ours" || place === "not-known";
}

async function askForConnection(
  context: Connecting,
  given: NewToken,
  { connection, proof }: Owner,
): Promise<Connected> {
  const { workspaceId, by, api, token, reason, delivery } = given;
  if (!(await canBeAsked(context, workspaceId))) return { ok: false, because: "no-place" };

  const lastFour = lastFourOf(token);
  const kept = newConnection(context, api);
  const to = connection && proof !== "none" ? connection : kept;
  const isHolding = await hasToHold(context.db, workspaceId, to, proof);
  await context.transaction((tx) =>
    keepToken(
      tx.db,
      context.seal,
      workspaceId,
      { ...kept, name: api.name, lastFour },
      token,
      context.clock(),
    ),
  );
  const change: ChangeConnection = {
    kind: "change-connection",
    name: `Connection to ${api.name}`,
    reason,
    to,
    tokenAt: kept.id,
    connectionName: api.name,
    lastFour,
    ...(isHolding && { holdsFormer: true }),
  };
  const asked = await askSetupChange(context, { workspaceId, by, askedIn: by, change, delivery });
  if (asked.ok)
    return { ok: true, how: "asked-for", lastFour, requestNumber: asked.request.number };
  await context.transaction((tx) => dropToken(tx.db, workspaceId, kept.id));
  return { ok: false, because: "not-asked" };
}

function newConnection(
  { newId }: Pick<Context, "newId">,
  { baseUrl, environment }: OfferedRailApi,
): Connection {
  return { id: `con_${newId()}`, baseUrl, environment };
}
