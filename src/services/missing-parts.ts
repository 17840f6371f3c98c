import type { WorkspaceSetup } from "./ports.ts";

export type MissingPart = "connection" | "token" | "channel" | "approvers";

/** What has to be there before everything can be asked for and sent. */
export function missingParts({
  connection,
  approvalsChannel,
  policyVersion,
}: Pick<WorkspaceSetup, "connection" | "approvalsChannel" | "policyVersion">): MissingPart[] {
  return [
    ...(connection === null ? (["connection"] as const) : []),
    ...(connection?.lastFour === null ? (["token"] as const) : []),
    ...(approvalsChannel === null ? (["channel"] as const) : []),
    ...(policyVersion === 0 ? (["approvers"] as const) : []),
  ];
}
