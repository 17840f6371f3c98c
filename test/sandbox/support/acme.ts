import { App, type Logger, LogLevel } from "@slack/bolt";
import { WebClient } from "@slack/web-api";
import { acmeSeed, type Seed } from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  type SlackWorkspace,
  startSlackWorkspace,
} from "../../../src/sandbox/slack-workspace/server.ts";
import { listenToNews } from "../../harness/news.ts";
import { createPerson } from "../../harness/person.ts";

type Options = Partial<Parameters<typeof startSlackWorkspace>[0]>;

/** Acme's workspace, of which a test is about to change the people, the channels or the app. */
export const ownSeed = (): Seed => structuredClone(acmeSeed);

/**
 * A workspace without an app, or with a real Bolt app over Socket Mode that hears what `app`
 * registers. `await using` stops it again.
 */
export async function openAcme(options: Options = {}, app?: (bolt: App) => void) {
  await using opening = new AsyncDisposableStack();
  const slack = opening.adopt(await startSlackWorkspace({ seed: acmeSeed, ...options }), (each) =>
    each.stop(),
  );
  const news = opening.adopt(await listenToNews(slack.url), (each) => each.stop());
  const bolt = app ? boltOn(slack) : null;
  if (bolt) {
    app?.(bolt);
    await bolt.start();
    opening.defer(async () => {
      await bolt.stop();
    });
  }
  const opened = opening.move();
  return {
    slack,
    /** Calls the Web API with the token of the bot. */
    client: webClient(slack),
    /** Resolves once the app is no longer connected. */
    stopBolt: () => bolt?.stop(),
    as: (userId: string, team?: string) => createPerson(userId, slack.url, news, team),
    until: news.until,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export type Acme = Awaited<ReturnType<typeof openAcme>>;

const boltOn = ({ apiUrl, botToken, appToken }: SlackWorkspace) =>
  new App({
    ...{ token: botToken, appToken, socketMode: true, logLevel: LogLevel.ERROR },
    clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 } },
  });

export const webClient = ({ apiUrl, botToken }: SlackWorkspace, token = botToken): WebClient =>
  new WebClient(token, {
    ...{ slackApiUrl: apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true },
    logger: silent,
  });

/** The refusals that tests provoke on purpose are no news. */
export const silent: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  getLevel: () => LogLevel.ERROR,
};
