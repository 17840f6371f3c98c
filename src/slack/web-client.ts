import { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { boltLogger } from "../logger.ts";

/** For look-ups while Slack waits for an acknowledgement, and for courtesies: a slow answer is no answer. */
export function createQuickWebClient(
  token: string,
  slackApiUrl: string,
  logger: Logger,
  timeout = 1_500,
): WebClient {
  return new WebClient(token, {
    ...clientOptions(slackApiUrl, logger),
    retryConfig: { retries: 0 },
    timeout,
  });
}

/** Shared by Bolt and by our own calls, so that none repeats for half an hour or waits behind another's 429. */
export function clientOptions(slackApiUrl: string, logger: Logger) {
  return {
    slackApiUrl,
    logger: boltLogger(logger),
    retryConfig: { retries: 2, factor: 2, minTimeout: 200, maxTimeout: 1_000 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
  };
}

export function createWebClient(token: string, slackApiUrl: string, logger: Logger): WebClient {
  return new WebClient(token, clientOptions(slackApiUrl, logger));
}
