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

/** A client for an address and a token that belong to no connection yet. */
export type RailApiAt = (access: { baseUrl: string; token: string }) => RailApi;
