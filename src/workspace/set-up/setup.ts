import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { Environment } from "../../request/rules/change.ts";

/** A base address that the operator lists; nobody can type another. */
export interface OfferedRailApi {
  /** As the operator calls it. */
  name: string;
  /** With the version prefix, without a trailing slash. */
  baseUrl: string;
  environment: Environment;
}

/** Signs what only we can have written. */
export interface Signer {
  sign(text: string): string;
  isOurs(text: string, signature: string): boolean;
}

/** A client for an address and a token that belong to no connection yet. */
export type RailApiAt = (access: { baseUrl: string; token: string }) => RailApi;

export interface UserGroup {
  id: string;
  /** Without the @. */
  handle: string;
  name: string;
}

/** The user groups of a workspace that can be chosen; `left` are too many to be offered. */
export type GroupsOffered =
  | { ok: true; groups: readonly UserGroup[]; left: number }
  | { ok: false; because: "missing-scope" | "no-user-groups" | "unavailable" };

/** Never throws. */
export interface UserGroups {
  list(workspaceId: string): Promise<GroupsOffered>;
}

/** Never throws. */
export interface Administrators {
  /** Administrators and owners of the workspace; null where Slack did not say. */
  isAdministrator(workspaceId: string, userId: string): Promise<boolean | null>;
}
