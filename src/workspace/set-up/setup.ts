import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { Environment } from "../../request/rules/change.ts";

/** What setting up a workspace needs from outside. */

/** A base address that the operator lists; nobody can type another. */
export interface OfferedRailApi {
  /** As the operator calls it. */
  name: string;
  /** With the version prefix, without a trailing slash. */
  baseUrl: string;
  environment: Environment;
}

/** A link to the page on which one person enters the token of one connection. */
export interface SetupLink {
  /** SHA-256 of what the link carries, which is kept nowhere. */
  hash: string;
  workspaceId: string;
  /** Whoever asked for it. */
  userId: string;
  userName: string;
  connectionName: string;
  /** As the operator listed it then. */
  baseUrl: string;
  /** For the approvers, where it turns out to be another connection. */
  reason: string;
  /** The view in Slack that is drawn anew once the token is kept. */
  viewId: string | null;
  /** ISO 8601. */
  expiresAt: string;
  /** How often a token was tried by it. */
  tries: number;
  isUsed: boolean;
}

export interface SetupLinks {
  /** Also forgets those of yesterday. */
  save(link: Omit<SetupLink, "tries" | "isUsed">): Promise<void>;
  find(hash: string): Promise<SetupLink | undefined>;
  /** In one statement: true once, while it lasts and was not tried too often. `now` is ISO 8601. */
  take(hash: string, now: string, mostTries: number): Promise<boolean>;
  /** The token was not taken: the link can be used again. */
  putBack(hash: string): Promise<void>;
}

/** A client for an address and a token that belong to no connection yet. */
export type RailApiAt = (access: { baseUrl: string; token: string }) => RailApi;
