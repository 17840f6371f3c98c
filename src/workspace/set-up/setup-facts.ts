import type { Pins } from "../../authority/pins.ts";
import type { Place } from "../../platform/slack/slack.ts";
import type { Context } from "../../request/context.ts";
import { findPolicy, findWorkspaceName } from "../../request/queries/companies.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import type { WorkspaceSetup } from "../../request/queries/setups.ts";
import { findSetup } from "../../request/queries/setups.ts";
import type { Predecessor } from "../../request/queries/successions.ts";
import { findPredecessor } from "../../request/queries/successions.ts";
import type { Policy } from "../../request/rules/approval/policy.ts";
import { isSetupChange } from "../../request/rules/change.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";

/** How the set-up of a workspace stands. */
export interface SetupFacts {
  workspaceName: string;
  pins: Pins;
  setup: WorkspaceSetup;
  policy: Policy;
  /** The state of the approvals channel; null if none is chosen. */
  place: Place | null;
  /** Changes of the set-up that wait for the approvers, newest first. */
  waiting: readonly ChangeRequest[];
  /** The connection that could be carried over; null if the current one replaced none. */
  predecessor: Predecessor | null;
}

export async function setupFacts(
  { db, pins, messenger }: Pick<Context, "db" | "pins" | "messenger">,
  workspaceId: string,
): Promise<SetupFacts> {
  const [workspaceName, setup, policy, open, predecessor] = await Promise.all([
    findWorkspaceName(db, workspaceId),
    findSetup(db, workspaceId),
    findPolicy(db, workspaceId),
    listOpenRequests(db, workspaceId),
    findPredecessor(db, workspaceId),
  ]);
  const { approvalsChannel } = setup;
  return {
    workspaceName,
    pins,
    setup,
    policy,
    predecessor,
    place:
      approvalsChannel === null ? null : await messenger.placeOf(workspaceId, approvalsChannel),
    waiting: open.filter(({ content }) => isSetupChange(content.change)),
  };
}

export type MissingPart = "connection" | "token" | "channel" | "approvers";

/** Nothing can be requested without these parts. A removed token only stops sending. */
export function missingParts({
  connection,
  approvalsChannel,
  hasRules,
}: Pick<WorkspaceSetup, "connection" | "approvalsChannel" | "hasRules">): MissingPart[] {
  return [
    ...(connection === null ? (["connection"] as const) : []),
    ...(connection?.lastFour === null ? (["token"] as const) : []),
    ...(approvalsChannel === null ? (["channel"] as const) : []),
    ...(hasRules ? [] : (["approvers"] as const)),
  ];
}

/** Whether people can ask for things here at all. */
export function isSetUp(setup: WorkspaceSetup): boolean {
  return missingParts(setup).every((part) => part === "token");
}
