import { setTimeout as pause } from "node:timers/promises";
import { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { z } from "zod";
import type { Clock } from "../../platform/process/clock.ts";
import { slackSaid } from "../../platform/process/error-facts.ts";
import type { BotTokens } from "../../platform/slack/bot-tokens.ts";
import { NotInstalled } from "../../platform/slack/bot-tokens.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { SlackCalls } from "../../platform/slack/web-client.ts";
import { clientOptions } from "../../platform/slack/web-client.ts";
import type { Installations } from "./create-installations.ts";
import type { IssuedTokens, KeptInstallation, Renewal } from "./installations.ts";

interface Renewing {
  installations: Pick<
    Installations,
    "servingWorkspace" | "takeRefresh" | "saveRefreshed" | "endRefresh"
  >;
  refresh: RefreshToken;
  clock: Clock;
  logger: Pick<Logger, "warn" | "error">;
}

/** As early as Slack's own SDK, within the twelve hours of a token. */
const EARLY_MS = 2 * 60 * 60_000;
/** A token with less life is not given out: a call must end before it does. */
const LEAST_LIFE_MS = 60_000;
/**
 * Longer than the call may take. A process that pauses for longer is too late to hold up anybody, and its result still
 * counts.
 */
const REFRESH_MS = 30_000;
const LOOK_EVERY_MS = 200;
/** A caller without a live token waits longer than Slack usually takes. */
const WAIT_AT_MOST_MS = 12_000;
/** Slack waits three seconds for us, and the token is as good as ever. */
const PATIENCE_MS = 1_000;
const SAVE_TRIES = 3;

/**
 * Reads the token from the store at each call, so that nobody uses a revoked one. Near its end one caller among all
 * processes renews it. Throws a `MessengerError` `unavailable` if an ended one was not renewed.
 */
export function createInstalledTokens(context: Renewing): BotTokens {
  const { installations, clock } = context;
  return {
    async of(workspaceId) {
      const giveUpAt = performance.now() + WAIT_AT_MOST_MS;
      for (;;) {
        const installed = await installations.servingWorkspace(workspaceId);
        if (!installed) throw new NotInstalled(workspaceId);
        const { id, version, renewal, botToken } = installed;
        if (renewal === null) return botToken;
        const life = Date.parse(renewal.expiresAt) - Date.parse(clock());
        if (life > EARLY_MS) return botToken;
        const lives = life > LEAST_LIFE_MS;
        if (installed.isRefreshRefused) {
          if (lives) return botToken;
          throw new NotInstalled(workspaceId);
        }
        if (await installations.takeRefresh(id, version, REFRESH_MS)) {
          const renewing = renew(context, installed, renewal, lives);
          const how = await (lives ? Promise.race([renewing, patience()]) : renewing);
          if (how === "renewed") continue;
          if (lives) return botToken;
          throw notRenewed();
        }
        if (lives) return botToken;
        if (performance.now() >= giveUpAt) throw notRenewed();
        await pause(LOOK_EVERY_MS);
      }
    },
  };
}

const patience = () => pause(PATIENCE_MS, "not-yet" as const, { ref: false });

/** Never throws: nobody may be waiting for it any more. The store then shows the result. */
async function renew(
  { installations, refresh, logger }: Renewing,
  { id, version }: KeptInstallation,
  { refreshToken }: Renewal,
  lives: boolean,
): Promise<"renewed" | "failed"> {
  try {
    const tokens = await refresh(refreshToken);
    if (tokens === "refused") {
      logger.error({ id }, "Slack renews a bot token no more: the app has to be installed again");
      await installations.endRefresh(id, version, { isRefused: true });
    } else if (!(await saved(() => installations.saveRefreshed(id, version, tokens)))) {
      logger.warn({ id }, "a bot token was renewed too late: another one is kept by now, or none");
    }
    return "renewed";
  } catch (error) {
    logger.warn({ err: error, id }, "a bot token could not be renewed");
    // While the token lives, the next try waits until the time of this one is over.
    if (!lives) await installations.endRefresh(id, version, { isRefused: false }).catch(() => {});
    return "failed";
  }
}

/** Slack gave these once, and took the old ones: a short failure of the database must not lose them. */
async function saved(save: () => Promise<boolean>, tries = SAVE_TRIES): Promise<boolean> {
  try {
    return await save();
  } catch (error) {
    if (tries <= 1) throw error;
    await pause(LOOK_EVERY_MS);
    return saved(save, tries - 1);
  }
}

function notRenewed(): MessengerError {
  return new MessengerError("unavailable", "Slack did not renew a bot token that has ended");
}

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
      if (REFUSED.has(slackSaid(error) ?? "")) return "refused";
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
