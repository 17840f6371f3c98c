import { WebAPIPlatformError, WebClient } from "@slack/web-api";
import type { SlackCalls } from "../../platform/slack/web-client.ts";
import { clientOptions } from "../../platform/slack/web-client.ts";
import type { KeptInstallation } from "./installations.ts";

/**
 * Whether the app was removed without our hearing of it. A token that has ended or was revoked proves nothing: a newer one
 * may exist.
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
