import type { FetchFunction } from "@slack/web-api";
import { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { boltLogger } from "../logger.ts";

export interface SlackCalls {
  /** Such as `https://slack.com/api/`. */
  apiUrl: string;
  /** Node's own when absent. */
  fetch?: FetchFunction;
  logger: Logger;
}

/** Whose token calls Slack's Web API, with what patience. */
export interface SlackClients {
  clientOf: (workspaceId: string) => WebClient;
  /** Repeats nothing: a post whose answer was lost may stand there already, an update may land over a later one. */
  postClientOf: (workspaceId: string) => WebClient;
  /** For look-ups while Slack waits for an acknowledgement, and for courtesies: a slow answer is no answer. */
  quickClientOf: (workspaceId: string) => WebClient;
  /** For pictures, which must not hold up the message that they belong to. */
  uploadClientOf: (workspaceId: string) => WebClient;
}

/** For one workspace's bot token; `bot` tells whose it is. */
export function createSlackClients(
  token: string,
  calls: SlackCalls,
): SlackClients & { bot: WebClient } {
  const options = clientOptions(calls);
  const once = (timeout: number) =>
    new WebClient(token, { ...options, retryConfig: { retries: 0 }, timeout });
  const bot = new WebClient(token, options);
  const post = once(10_000);
  const quick = once(1_500);
  // An upload is three calls, each of which Slack takes longer for than for a look-up.
  const upload = once(3_000);
  return {
    bot,
    clientOf: () => bot,
    postClientOf: () => post,
    quickClientOf: () => quick,
    uploadClientOf: () => upload,
  };
}

/** Shared by Bolt and by our own calls, so that none repeats for half an hour or waits behind another's 429. */
export function clientOptions({ apiUrl, fetch, logger }: SlackCalls) {
  return {
    slackApiUrl: apiUrl,
    logger: boltLogger(logger),
    retryConfig: { retries: 2, factor: 2, minTimeout: 200, maxTimeout: 1_000 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
    ...(fetch && { fetch }),
  };
}
