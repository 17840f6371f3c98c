import type { Tx } from "../platform/database/db.ts";
import { RailApiError, type RailApiErrorCode } from "../platform/rail-api/rail-api-error.ts";
import { type Applied, goOn } from "../request/engine/apply.ts";
import { type Context, uuid } from "../request/engine/context.ts";
import { type Account, boundTo, saveConnection } from "../request/store/connections.ts";
import { readGround } from "../request/store/ground.ts";
import { save } from "../request/store/save.ts";
import { makeChange } from "../settings/make-change.ts";
import { ownerOf } from "../settings/owner-of.ts";
import type { TokenLink } from "./token-link.ts";

/** What became of a token: `used` after another one by the same link. */
export type Entered =
  | { is: "used" | "offered" }
  | { is: "kept" | "asked"; applied: Applied }
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
  let found: Awaited<ReturnType<typeof ownerOf>>;
  try {
    found = await ownerOf(context, account);
  } catch (error) {
    if (error instanceof RailApiError) return { is: "refused", because: error.code };
    throw error;
  }
  const kept = typeof found === "string" ? account : found;
  const entered = await context.db.transaction(workspace, (tx) =>
    keep(context, tx, link, kept, token),
  );
  if ("applied" in entered) goOn(context, entered.applied);
  return entered;
}

/** Under the lock. The link's nonce is the key of the entry that uses it up. */
async function keep(
  context: Context,
  tx: Tx,
  { workspace, person: by, nonce: delivery }: TokenLink,
  account: Account,
  token: string,
): Promise<Entered> {
  const ground = await readGround(tx, { workspace, request: null, delivery });
  const { inForce } = ground;
  if (ground.delivered) return { is: "used" };
  const isInUse = inForce?.settings.connectionId === account.id;
  await saveConnection(tx, account, token, { isOffered: !isInUse });
  if (!inForce) {
    // Before set-up nobody can agree: whoever entered it says so again in Slack.
    const facts = { connection: account.id, lastFour: token.slice(-4) };
    const of = { by, request: null, version: null, attempt: null };
    const entries = [{ ...of, action: "token-entered", facts } as const];
    await save(tx, ground, { entries, forces: ground.forces, delivery });
    return { is: "offered" };
  }
  const settings = { ...inForce.settings, connectionId: account.id };
  const applied = await makeChange(context, tx, ground, inForce, {
    ...{ by, askedIn: { person: by }, connection: account, settings, delivery },
    ...{ name: "Rail service", reason: `Token …${token.slice(-4)}, ${account.baseUrl}` },
    needsApproval: !isInUse,
  });
  return { is: isInUse ? "kept" : "asked", applied };
}
