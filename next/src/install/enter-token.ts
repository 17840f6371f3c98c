import type { Tx } from "../platform/database/db.ts";
import type { RailApi } from "../platform/rail-api/rail-api.ts";
import { RailApiError, type RailApiErrorCode } from "../platform/rail-api/rail-api-error.ts";
import { type Applied, goOn } from "../request/engine/apply.ts";
import { type Context, uuid } from "../request/engine/context.ts";
import { changedFields } from "../request/rules/attest.ts";
import {
  type Account,
  boundTo,
  readConnectionsAt,
  saveConnection,
} from "../request/store/connections.ts";
import { type Ground, readGround } from "../request/store/ground.ts";
import { readRequests } from "../request/store/requests.ts";
import { save } from "../request/store/save.ts";
import { askForChange, changeAtOnce } from "../settings/change-at-once.ts";
import type { TokenLink } from "./token-link.ts";

/** What became of a token: `used` after another one by the same link. */
export type Entered =
  | { is: "kept" | "offered" }
  | { is: "asked"; number: number }
  | { is: "used" }
  | { is: "refused"; because: RailApiErrorCode };

/**
 * Tries a token, and keeps it. One that reads a Rail which we created here is the same company's,
 * and used at once. Any other may be another company's: it makes a connection of its own, whose
 * register is empty, and that people have to agree to. Nothing that it showed is kept.
 */
export async function enterToken(
  context: Context,
  link: TokenLink,
  environment: string,
  token: string,
): Promise<Entered> {
  const { workspace, baseUrl } = link;
  const { seal } = context.db.keys;
  const made = { workspace, id: uuid(context), baseUrl, environment };
  const account: Account = { ...made, mark: seal.seal(token, boundTo(made)) };
  let owner: Account | null;
  try {
    owner = await ownerOf(context, account);
  } catch (error) {
    if (error instanceof RailApiError) return { is: "refused", because: error.code };
    throw error;
  }
  const applied = await context.db.transaction(workspace, (tx) =>
    keep(context, tx, link, owner ?? account, token, owner !== null),
  );
  if ("applied" in applied) goOn(context, applied.applied);
  return applied.entered;
}

/** The newest Rails of each connection at that address; more would prove no more. */
const MOST_READ = 3;

/** The connection whose Rails a token reads, with the same entry points; null for none. */
async function ownerOf(context: Context, account: Account): Promise<Account | null> {
  const api = context.railApi(account);
  if (!api) throw new RailApiError("not-sent", "The operator does not list this address");
  const { db } = context;
  const { workspace } = account;
  for (const known of await readConnectionsAt(db, workspace, account)) {
    const filter = { kinds: ["create-rail"], statuses: ["done"], connection: known.id } as const;
    const { requests } = await readRequests(db, workspace, filter, MOST_READ);
    for (const { state } of requests) {
      const result = state.is === "done" ? state.result : null;
      if (result && "issued" in result && (await isShown(api, result))) return known;
    }
  }
  // A token that was not tried yet is tried all the same.
  await read(api, "signalbox");
  return null;
}

async function isShown(
  api: RailApi,
  { railId, issued }: { railId: string; issued: Parameters<typeof changedFields>[0] },
): Promise<boolean> {
  const shown = await read(api, railId);
  if (shown?.id !== railId || shown.createdAt !== issued.createdAt) return false;
  const { source } = issued;
  const entry = source.kind === "fiat" ? source.bankAccount.iban : source.wallet.address;
  const changed = changedFields(issued, shown);
  return Boolean(entry) && !changed.some((path) => path === "type" || path.startsWith("source."));
}

/** Null for a Rail that the token does not show. */
async function read(api: RailApi, id: string) {
  try {
    return await api.getRail(id);
  } catch (error) {
    if (error instanceof RailApiError && error.code === "not-found") return null;
    throw error;
  }
}

type Kept = { entered: Entered; applied: Applied } | { entered: Entered };

/** Under the lock. The link's nonce is the key of the entry that uses it up. */
async function keep(
  context: Context,
  tx: Tx,
  { workspace, person: by, nonce: delivery }: TokenLink,
  account: Account,
  token: string,
  isProven: boolean,
): Promise<Kept> {
  const ground = await readGround(tx, { workspace, request: null, delivery });
  const { inForce } = ground;
  if (ground.delivered) return { entered: { is: "used" } };
  const isInUse = isProven && inForce?.settings.connectionId === account.id;
  await saveConnection(tx, account, token, { isOffered: !isInUse });
  if (!inForce) {
    await noteOffered(tx, ground, by, account, token, delivery);
    return { entered: { is: "offered" } };
  }
  const of = { by, askedIn: { person: by }, name: "Rail service", connection: account };
  const settings = { ...inForce.settings, connectionId: account.id };
  const reason = `Token …${token.slice(-4)}, ${account.baseUrl}`;
  const make = isInUse ? changeAtOnce : askForChange;
  const applied = await make(context, tx, ground, inForce, { ...of, settings, reason, delivery });
  const number = applied.request?.number ?? 0;
  return { entered: isInUse ? { is: "kept" } : { is: "asked", number }, applied };
}

/** Before set-up nobody can agree: whoever entered it says so again in Slack. */
async function noteOffered(
  tx: Tx,
  ground: Ground,
  by: string,
  { id, baseUrl }: Account,
  token: string,
  delivery: string,
): Promise<void> {
  const facts = { connection: id, baseUrl, lastFour: token.slice(-4) };
  const of = { by, request: null, version: null, attempt: null };
  const entries = [{ ...of, action: "token-entered", facts } as const];
  await save(tx, ground, { entries, forces: ground.forces, delivery });
}
