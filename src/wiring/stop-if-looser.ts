import { type Loosening, loosenings, type Pins } from "../authority/pins.ts";
import type { WorkspaceSettings } from "../config/workspace-settings.ts";
import type { Seal } from "../platform/database/seal.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import { findPolicy, isTokenKept } from "../request/queries/companies.ts";
import type { ConnectionSummary } from "../request/queries/connections.ts";
import { findSetup } from "../request/queries/setups.ts";
import { lastFourOf } from "../workspace/connection/last-four.ts";

/**
 * Stops the start if Slack has chosen something looser than the environment sets, as former releases allowed. Throws
 * an Error that prints both, and what the operator can do.
 */
export async function stopIfLooser(
  tx: Tx,
  seal: Seal,
  workspaceId: string,
  pins: Pins,
  rail: WorkspaceSettings["rail"],
): Promise<void> {
  const policy = await findPolicy(tx.db, workspaceId);
  const { approvalsChannel, connection } = await findSetup(tx.db, workspaceId);
  const looser = loosenings(pins, policy);
  const faults = [
    ...(looser.length === 0
      ? []
      : [
          `Policy version ${policy.version}, the current one, is looser than the environment allows:`,
          ...looser.map((each) => `  ${printed(each)}`),
          "  To replace that policy, change one of these settings: another order of APPROVERS is enough. To keep it, leave these settings out; RAIL_API_URLS has to be set then.",
        ]),
    ...(pins.channel === null || pins.channel === approvalsChannel
      ? []
      : [
          `APPROVALS_CHANNEL says ${pins.channel}; the approvals channel chosen in Slack is ${approvalsChannel ?? "none"}.`,
          `  Set APPROVALS_CHANNEL to ${approvalsChannel ?? "another channel"}, and start. To move the approvals, change it after that.`,
        ]),
    ...(pins.connection === null || pins.connection === connection?.baseUrl
      ? []
      : [
          `RAIL_API_URL says ${pins.connection}; the connection chosen in Slack is ${connection?.baseUrl ?? "none"}.`,
          "  Set RAIL_API_URL and RAIL_API_TOKEN to the connection chosen in Slack, and start. To leave it, change them after that.",
        ]),
    ...(pins.connection === null ? [] : await otherToken(tx, seal, workspaceId, rail, connection)),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** A token that was removed in Slack is stricter. Of a token only its end is printed. */
async function otherToken(
  tx: Tx,
  seal: Seal,
  workspaceId: string,
  rail: WorkspaceSettings["rail"],
  kept: ConnectionSummary | null,
): Promise<string[]> {
  if (!rail || !kept || kept.lastFour === null || kept.baseUrl !== rail.baseUrl) return [];
  if (await isTokenKept(tx.db, seal, workspaceId, kept, rail.token)) return [];
  return [
    `RAIL_API_TOKEN ${ending(lastFourOf(rail.token))}; the token chosen in Slack for the same address ${ending(kept.lastFour)}, and is another one.`,
    "  Set RAIL_API_TOKEN to the token chosen in Slack, or to a new one, and start. To go back to this one, change it after that.",
  ];
}

const ending = (lastFour: string) =>
  lastFour === "" ? "is too short to show its end" : `ends in ${lastFour}`;

/** For the operator, with every id: what the setting says, and what the policy says instead. */
function printed(loosening: Loosening): string {
  const { setting } = loosening;
  const rule = loosening.rule === null ? "the policy" : `rule “${loosening.rule}”`;
  if (loosening.is === "too-few") {
    return `${setting} says ${loosening.atLeast} or more; ${rule} says ${loosening.found}.`;
  }
  const { allowed, named } = loosening;
  return `${setting} says ${allowed.join(", ")}; ${rule} also names ${named.join(", ")}.`;
}
