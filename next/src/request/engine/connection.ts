import type { Config } from "../../config.ts";
import type { ConnectionRef } from "../rules/content.ts";

/**
 * Whether the operator lists a service's address with this environment. No other is ever called.
 */
export function isListed(
  { RAIL_API_URLS }: Pick<Config, "RAIL_API_URLS">,
  { baseUrl, environment }: Pick<ConnectionRef, "baseUrl" | "environment">,
): boolean {
  return RAIL_API_URLS.some((each) => each.baseUrl === baseUrl && each.environment === environment);
}
