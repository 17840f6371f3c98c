import { isKeyMissing } from "../../platform/database/store-error.ts";
import type { RailApiErrorCode } from "../../platform/rail-api/rail-api-error.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import type { Context } from "../../request/context.ts";
import { dropToken } from "../../request/queries/connections.ts";
import { findLatestRailId } from "../../request/queries/rails/seen-rails.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { setDirectly } from "../set-up/ask-setup-change.ts";
import { sees } from "./prove-owner.ts";
import { TOKEN_FAULTS } from "./token-text.ts";

/** How the Rail service takes the token of the current connection. */
export type TokenState =
  | { is: "missing" }
  /** `isProven`: it sees a Rail that we know. */
  | { is: "accepted"; lastFour: string; isProven: boolean }
  /** `sealed`: no key opens it. `of-another-company`: it does not see a Rail that we know. */
  | { is: "of-another-company" | "sealed"; lastFour: string }
  | { is: "not-accepted"; lastFour: string; because: RailApiErrorCode };

/** Tries the token with one read: of a known Rail, or else of the first page. */
export async function lookAtToken(
  { db, railApis }: Pick<Context, "db" | "railApis">,
  workspaceId: string,
): Promise<TokenState> {
  const { connection } = await findSetup(db, workspaceId);
  if (!connection || connection.lastFour === null) return { is: "missing" };
  const { id, lastFour } = connection;
  const known = await findLatestRailId(db, id);
  try {
    // Another company's Rail must not take the place of the known one, which a second look compares it with.
    const rails = await railApis(workspaceId, id, "to-compare");
    if (known === undefined) await rails.listRails()[Symbol.asyncIterator]().next();
    else if (!(await sees(db, rails, { connectionId: id, railId: known })))
      return { is: "of-another-company", lastFour };
    return { is: "accepted", lastFour, isProven: known !== undefined };
  } catch (error) {
    if (isKeyMissing(error)) return { is: "sealed", lastFour };
    if (error instanceof RailApiError) return { is: "not-accepted", lastFour, because: error.code };
    throw error;
  }
}

/** The state of the token, for a person in the set-up. */
export function tokenLookSentence(look: TokenState): string {
  switch (look.is) {
    case "accepted":
      return look.isProven
        ? "The Rail service accepts the token, and shows this company's Rails with it."
        : "The Rail service accepts the token. No Rail is known here yet that shows whose it is.";
    case "of-another-company":
      return "The Rail service accepts the token, but does not show a Rail that is known here with it: it may be another company's. Replace it with the right one.";
    case "missing":
      return "There is no token to check.";
    case "sealed":
      return "The token that is kept cannot be opened. The operator of Signalbox has to put the key that sealed it back into ENCRYPTION_KEYS; where that key is lost for good, replace the token. If no key is missing, somebody changed its row in the database: check its address there.";
    case "not-accepted":
      return TOKEN_FAULTS[look.because];
  }
}

/** Stops all sending at once; waiting requests keep waiting. False if there was no token. */
export async function removeToken(
  context: Pick<Context, "transaction" | "seal" | "clock">,
  click: Click,
): Promise<boolean> {
  const { workspaceId } = click;
  const set = await setDirectly(context, click, async (tx, { connection }) => {
    if (connection === null || connection.lastFour === null) return undefined;
    await dropToken(tx.db, workspaceId, connection.id);
    return { action: "token-removed", facts: { connectionId: connection.id } };
  });
  return set.is === "set";
}
