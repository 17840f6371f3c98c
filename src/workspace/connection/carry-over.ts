import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Click } from "../../platform/slack/intake/delivery.ts";
import type { Context } from "../../request/context.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import { findLatestRailId } from "../../request/queries/rails/seen-rails.ts";
import { findSetup } from "../../request/queries/setups.ts";
import { findPredecessor } from "../../request/queries/successions.ts";
import type { ChangeConnection } from "../../request/rules/change.ts";
import type { AskingSetup } from "../set-up/ask-setup-change.ts";
import { askSetupChange } from "../set-up/ask-setup-change.ts";
import { canBeAsked } from "./connect.ts";
import { sees } from "./prove-owner.ts";
import type { ConnectFault } from "./token-text.ts";
import { TOKEN_FAULTS } from "./token-text.ts";

export type CarryOverAsked =
  | { ok: true; requestNumber: number }
  | { ok: false; because: ConnectFault | keyof typeof NOT_CARRIED };

/**
 * Asks the approvers to keep the register of the former connection under the current token, since nothing proves its
 * company. A known Rail that the token does not see proves the opposite, and cannot be outvoted.
 */
export async function askToCarryOver(
  context: AskingSetup & Pick<Context, "messenger" | "railApis">,
  { workspaceId, by, delivery }: Click,
): Promise<CarryOverAsked> {
  const { db } = context;
  const { connection } = await findSetup(db, workspaceId);
  const former = await findPredecessor(db, workspaceId);
  if (!former || !connection || connection.lastFour === null) {
    return { ok: false, because: "nothing-to-carry" };
  }
  const { destinations, requests } = former;
  const change: ChangeConnection = {
    kind: "change-connection",
    name: "Carry the register over",
    reason: "The token of the Rail service was replaced before anything could prove whose it is.",
    to: former.connection,
    tokenAt: connection.id,
    connectionName: connection.name === "" ? connection.environment : connection.name,
    lastFour: connection.lastFour,
    carriesOver: { destinations, requests },
  };
  const open = await listOpenRequests(db, workspaceId);
  const isAsked = open.some(
    ({ content: { change: other }, connectionId }) =>
      other.kind === "change-connection" && other.carriesOver && connectionId === connection.id,
  );
  if (isAsked) return { ok: false, because: "asked-already" };
  const fault = await whyAnothers(context, workspaceId, connection.id, former.connection.id);
  if (fault) return { ok: false, because: fault };
  if (!(await canBeAsked(context, workspaceId))) return { ok: false, because: "no-place" };
  const asked = await askSetupChange(context, { workspaceId, by, askedIn: by, change, delivery });
  return asked.ok
    ? { ok: true, requestNumber: asked.request.number }
    : { ok: false, because: "not-asked" };
}

async function whyAnothers(
  { db, railApis }: Pick<Context, "db" | "railApis">,
  workspaceId: string,
  connectionId: string,
  formerId: string,
): Promise<ConnectFault | "another-company" | undefined> {
  const known = await findLatestRailId(db, formerId);
  if (known === undefined) return undefined;
  try {
    const rail = { connectionId: formerId, railId: known };
    const isSeen = await sees(db, await railApis(workspaceId, connectionId), rail);
    return isSeen ? undefined : "another-company";
  } catch (error) {
    if (error instanceof RailApiError) return error.code;
    throw error;
  }
}

const NOT_CARRIED = {
  "nothing-to-carry": "There is nothing left to carry over. The set-up shows the current state.",
  "asked-already": "This request is already open. Its card shows the current state.",
  "another-company":
    "The register cannot be carried over: this token does not see a Rail that is known there, so it is another company's. Put the former token back.",
} as const;

/** The answer to the person who pressed the button. */
export const carryOverSentence = (asked: CarryOverAsked): string =>
  asked.ok
    ? `R-${asked.requestNumber} asks the approvers to carry the register over. Until they decide, everything stays held.`
    : { ...TOKEN_FAULTS, ...NOT_CARRIED }[asked.because];
