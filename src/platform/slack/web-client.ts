import { type FetchFunction, WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { boltLogger } from "../process/logger.ts";
import type { BotTokens } from "./bot-tokens.ts";

export interface SlackCalls {
  /** Such as `https://slack.com/api/`. */
  apiUrl: string;
  /** Node's own when absent. */
  fetch?: FetchFunction;
  logger: Logger;
}

/** In whose name Slack is called: what every call carries. */
export interface InNameOf {
  token: string;
  /** The workspace that is meant, of those that an organisation's token opens. */
  team_id: string;
}

/** Calls Slack's Web API for any workspace, with more or less patience. A call carries what `as` gives. */
export interface SlackClients {
  /** Throws what `BotTokens` throws. */
  as(workspaceId: string): Promise<InNameOf>;
  usual: WebClient;
  /** Repeats nothing: Slack may have a post whose answer was lost, and an update may land over a later one. */
  post: WebClient;
  /** For look-ups while Slack waits for an acknowledgement, and for courtesies: a slow answer is no answer. */
  quick: WebClient;
  /**
   * For pictures, which must not hold up the message that they belong to. One for each upload: of the calls that
   * `filesUploadV2` makes of it, Slack's own SDK names the workspace only where the client knows it.
   */
  upload(as: InNameOf): WebClient;
}

/** The same clients for all workspaces, so that nothing is kept of any. */
export function createSlackClients(tokens: BotTokens, calls: SlackCalls): SlackClients {
  const options = clientOptions(calls);
  const once = (timeout: number, teamId?: string) =>
    new WebClient(undefined, {
      ...{ ...options, retryConfig: { retries: 0 }, timeout },
      ...(teamId !== undefined && { teamId }),
    });
  return {
    as: (workspaceId) => inNameOf(tokens, workspaceId),
    usual: new WebClient(undefined, options),
    post: once(10_000),
    quick: once(1_500),
    // An upload is three calls, and Slack takes longer for each than for a look-up.
    upload: ({ team_id }) => once(3_000, team_id),
  };
}

export async function inNameOf(tokens: BotTokens, workspaceId: string): Promise<InNameOf> {
  return { token: await tokens.of(workspaceId), team_id: workspaceId };
}

/** Shared by Bolt and by our own calls, so that none repeats for half an hour or waits behind another's 429. */
export function clientOptions({ apiUrl, fetch, logger }: SlackCalls) {
  return {
    slackApiUrl: apiUrl,
    logger: boltLogger(logger),
    retryConfig: { retries: 2, factor: 2, minTimeout: 200, maxTimeout: 1_000 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
    // All workspaces share this limit: if Slack is slow for some, the others must not wait in line.
    maxRequestConcurrency: 1_000,
    ...(fetch && { fetch }),
  };
}
