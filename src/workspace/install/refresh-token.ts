import { WebAPIPlatformError, WebClient } from "@slack/web-api";
import { z } from "zod";
import type { Clock } from "../../platform/process/clock.ts";
import type { SlackCalls } from "../../platform/slack/web-client.ts";
import { clientOptions } from "../../platform/slack/web-client.ts";
import type { IssuedTokens } from "./installations.ts";

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

/** `refused` if Slack no longer takes the token. Throws if Slack did not say. */
export type RefreshToken = (refreshToken: string) => Promise<IssuedTokens | "refused">;

const renewed = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

/** `oauth.v2.access` (https://docs.slack.dev/authentication/using-token-rotation). Asked once: a refresh token works once. */
export function createRefreshToken(
  { clientId, clientSecret }: OAuthClient,
  calls: SlackCalls,
  clock: Clock,
): RefreshToken {
  const slack = new WebClient(undefined, { ...clientOptions(calls), retryConfig: { retries: 0 } });
  return async (refreshToken) => {
    const askedAt = Date.parse(clock());
    try {
      const answer = await slack.oauth.v2.access({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      });
      const { access_token, refresh_token, expires_in } = renewed.parse(answer);
      const expiresAt = new Date(askedAt + expires_in * 1_000).toISOString();
      return { botToken: access_token, renewal: { refreshToken: refresh_token, expiresAt } };
    } catch (error) {
      if (error instanceof WebAPIPlatformError && REFUSED.has(error.data.error)) return "refused";
      throw error;
    }
  };
}

/** The operator has to mend the client's own secret: nobody has to install anything again for it. */
const REFUSED: ReadonlySet<string> = new Set([
  "invalid_refresh_token",
  "token_revoked",
  "token_expired",
  "account_inactive",
]);
