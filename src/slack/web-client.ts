import type { FetchFunction } from "@slack/web-api";
import { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { boltLogger } from "../logger.ts";

/** For look-ups while Slack waits for an acknowledgement, and for courtesies: a slow answer is no answer. */
export function createQuickWebClient(
  token: string,
  slackApiUrl: string,
  logger: Logger,
  timeout = 1_500,
  fetch?: FetchFunction,
): WebClient {
  return new WebClient(token, {
    ...clientOptions(slackApiUrl, logger, fetch),
    retryConfig: { retries: 0 },
    timeout,
  });
}

/** Shared by Bolt and by our own calls, so that none repeats for half an hour or waits behind another's 429. */
export function clientOptions(slackApiUrl: string, logger: Logger, fetch?: FetchFunction) {
  return {
    slackApiUrl,
    logger: boltLogger(logger),
    retryConfig: { retries: 2, factor: 2, minTimeout: 200, maxTimeout: 1_000 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
    ...(fetch && { fetch }),
  };
}

export function createWebClient(
  token: string,
  slackApiUrl: string,
  logger: Logger,
  fetch?: FetchFunction,
): WebClient {
  return new WebClient(token, clientOptions(slackApiUrl, logger, fetch));
}
