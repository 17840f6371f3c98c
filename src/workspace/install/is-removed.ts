import { WebAPIPlatformError, WebClient } from "@slack/web-api";
import type { SlackCalls } from "../../platform/slack/web-client.ts";
import { clientOptions } from "../../platform/slack/web-client.ts";
import type { KeptInstallation } from "./installations.ts";

/**
 * Whether the app was removed since this installation, without our having heard of it. Only what Slack says of nothing
 * else counts: that a token has ended or was revoked may come of a newer one as well.
 */
export function createIsRemoved(calls: SlackCalls) {
  return async ({ botToken }: Pick<KeptInstallation, "botToken">): Promise<boolean> => {
    try {
      await new WebClient(botToken, clientOptions(calls)).auth.test();
      return false;
    } catch (error) {
      return error instanceof WebAPIPlatformError && error.data.error === "account_inactive";
    }
  };
}
