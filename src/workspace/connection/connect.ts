import { isDoneAtOnce } from "../../authority/judge.ts";
import { AUTHORITY } from "../../authority/table.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError, type RailApiErrorCode } from "../../platform/rail-api/rail-api-error.ts";
import type { Messenger } from "../../platform/slack/slack.ts";
import type { Store } from "../../request/queries/store-port.ts";
import type { ChangeConnection, Connection } from "../../request/rules/change.ts";
import type { AskSetupDeps } from "../set-up/ask-setup-change.ts";
import { askSetupChange } from "../set-up/ask-setup-change.ts";
import type { DirectDeps } from "../set-up/set-directly.ts";
import { setDirectly } from "../set-up/set-directly.ts";
import type { OfferedRailApi, RailApiAt } from "../set-up/setup.ts";
import { lastFourOf } from "./last-four.ts";
import { proveOwner } from "./prove-owner.ts";
import { wakeForToken } from "./wake-for-token.ts";

export interface ConnectDeps extends DirectDeps, AskSetupDeps {
  store: AskSetupDeps["store"] &
    Pick<Store, "listConnectionsAt" | "latestRailId" | "isConnectionBlank">;
  messenger: Pick<Messenger, "placeOf">;
  railApiAt: RailApiAt;
}

export interface NewToken {
  workspaceId: string;
  by: string;
  api: OfferedRailApi;
  token: string;
  /** For the approvers, where they have to decide. */
  reason: string;
  /** The same token given twice by one click or link is one. */
  delivery: string;
}

/** Why a token was not kept. */
export type ConnectFault =
  | "token-refused"
  /** The operator does not list the address. */
  | "not-listed"
  | "unreachable"
  | "silent"
  | "not-as-documented"
  /** Nobody could see the card of the request that it takes. */
  | "no-place"
  | "not-asked"
  /** The environment sets connection and token. */
  | "pinned";

export type Connected =
  | { ok: true; how: "connected" | "rotated"; lastFour: string; isWholeNow: boolean }
  | { ok: true; how: "asked-for"; lastFour: string; requestNumber: number }
  | { ok: false; because: ConnectFault };

/**
 * Tries a token, and keeps it where the service takes it. One that sees a Rail of a connection that we know is of that
 * company: of the current one it takes the place of the former token at once. Any other may be another company's, so it
 * makes a connection of its own, to which no destination and no approval is carried over; after the first set-up the
 * approvers decide about that.
 */
export async function connect(deps: ConnectDeps, given: NewToken): Promise<Connected> {
  const { workspaceId, api, token } = given;
  if (deps.store.pins.connection !== null) return { ok: false, because: "pinned" };
  const owner = await ownerOf(deps, workspaceId, api, deps.railApiAt({ ...api, token }));
  if (typeof owner === "string") return { ok: false, because: owner };
  const setup = await deps.store.setupOf(workspaceId);
  const isCurrent = owner.known !== null && owner.known.id === setup.connection?.id;
  const row = AUTHORITY[isCurrent ? "replace-token" : "change-connection"];
  if (isDoneAtOnce(row, setup.setUpAt !== null)) return keepDirectly(deps, given, owner);
  return askForConnection(deps, given, owner);
}

interface Owner {
  /** The connection to which the token is known to belong. */
  known: Connection | null;
  /** The current connection, where nothing at all hangs on it that could be inherited. */
  blank: Connection | null;
}

/** The first call with a token: whose is it? */
async function ownerOf(
  { store }: Pick<ConnectDeps, "store">,
  workspaceId: string,
  { baseUrl, environment }: OfferedRailApi,
  rails: RailApi,
): Promise<Owner | ConnectFault> {
  const current = (await store.setupOf(workspaceId)).connection?.id;
  const found = await store.listConnectionsAt(workspaceId, baseUrl, environment);
  const ours = found.find(({ id }) => id === current);
  const blank = ours && (await store.isConnectionBlank(ours.id)) ? ours : null;
  try {
    const known = await proveOwner(store, rails, found);
    if (known === null) for await (const _ of rails.listRails()) break;
    return { known, blank };
  } catch (error) {
    if (error instanceof RailApiError) return FAULTS[error.code];
    throw error;
  }
}

export const FAULTS: Record<RailApiErrorCode, ConnectFault> = {
  unauthenticated: "token-refused",
  "not-listed": "not-listed",
  "not-sent": "unreachable",
  unavailable: "silent",
  "not-found": "not-as-documented",
  invalid: "not-as-documented",
  "unexpected-response": "not-as-documented",
};

async function keepDirectly(
  deps: ConnectDeps,
  given: NewToken,
  { known, blank }: Owner,
): Promise<Connected> {
  const { workspaceId, by, api, token, delivery } = given;
  const lastFour = lastFourOf(token);
  const connection = known ?? blank ?? newConnection(deps, api);
  const set = await setDirectly(deps, { workspaceId, by, delivery }, async (tx, before) => {
    const isRotation = before.connection?.id === connection.id;
    // Someone has finished the set-up meanwhile.
    const row = AUTHORITY[isRotation && known ? "replace-token" : "change-connection"];
    if (!isDoneAtOnce(row, before.setUpAt !== null)) return undefined;
    await tx.keepToken(
      workspaceId,
      { ...connection, name: api.name, lastFour },
      token,
      deps.clock(),
    );
    await wakeForToken(tx, workspaceId, connection.id);
    if (!isRotation) await tx.makeConnectionCurrent(workspaceId, connection.id);
    const facts = { connectionId: connection.id, name: api.name, lastFour };
    return { action: isRotation ? "token-rotated" : "connection-set", facts };
  });
  if (set.is === "not-now") return connect(deps, given);
  const how = known ? "rotated" : "connected";
  return { ok: true, how, lastFour, isWholeNow: set.is === "set" && set.isWholeNow };
}

/** Whether somebody could see the card of a request. */
export async function canBeAsked(
  { store, messenger }: { store: Pick<Store, "setupOf">; messenger: ConnectDeps["messenger"] },
  workspaceId: string,
): Promise<boolean> {
  const { approvalsChannel } = await store.setupOf(workspaceId);
  if (approvalsChannel === null) return false;
  const place = await messenger.placeOf(workspaceId, approvalsChannel);
  return place === "ours" || place === "not-known";
}

async function askForConnection(
  deps: ConnectDeps,
  given: NewToken,
  { known }: Owner,
): Promise<Connected> {
  const { workspaceId, by, api, token, reason, delivery } = given;
  if (!(await canBeAsked(deps, workspaceId))) return { ok: false, because: "no-place" };

  const lastFour = lastFourOf(token);
  const kept = newConnection(deps, api);
  await deps.store.transaction((tx) =>
    tx.keepToken(workspaceId, { ...kept, name: api.name, lastFour }, token, deps.clock()),
  );
  const change: ChangeConnection = {
    kind: "change-connection",
    name: `Connection to ${api.name}`,
    reason,
    to: known ?? kept,
    tokenAt: kept.id,
    connectionName: api.name,
    lastFour,
  };
  const asked = await askSetupChange(deps, { workspaceId, by, askedIn: by, change, delivery });
  if (asked.ok)
    return { ok: true, how: "asked-for", lastFour, requestNumber: asked.request.number };
  await deps.store.transaction((tx) => tx.dropToken(workspaceId, kept.id));
  return { ok: false, because: "not-asked" };
}

function newConnection(
  { newId }: Pick<ConnectDeps, "newId">,
  { baseUrl, environment }: OfferedRailApi,
): Connection {
  return { id: `con_${newId()}`, baseUrl, environment };
}
