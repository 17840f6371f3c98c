import type { RailSpec } from "./rail.ts";

export type Environment = "sandbox" | "production";

/** A Rail service base address, its environment and the company a token belongs to. */
export interface Connection {
  id: string;
  /** With the version prefix, without a trailing slash. */
  baseUrl: string;
  environment: Environment;
}

export interface CreateRail {
  kind: "create-rail";
  /** How people find the Rail; the service does not know it. */
  name: string;
  reason: string;
  /** The person's own reference, sent along as metadata. */
  reference: string | null;
  spec: RailSpec;
}

/** What may be asked for: anything that alters what money can do. */
export type Change = CreateRail;

/**
 * Everything an approval covers. It is serialised whole for the digest, so that a field added here is covered
 * without anyone having to remember it.
 */
export interface Content {
  workspaceId: string;
  requestId: string;
  /** Chosen by the server, so that equal requests never share a digest. */
  nonce: string;
  connection: Connection;
  requestedBy: string;
  /** The Slack conversation in which it was asked for; the instructions go there. */
  askedIn: string;
  policyVersion: number;
  change: Change;
}
