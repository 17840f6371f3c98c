import { App, type Logger, LogLevel, type types } from "@slack/bolt";
import { WebClient } from "@slack/web-api";
import { acmeSeed, type Seed } from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  type SlackWorkspace,
  startSlackWorkspace,
} from "../../../src/sandbox/slack-workspace/server.ts";

/** Acme, with an app that has a Home and hears of it being opened. */
export const acmeWithHome: Seed = {
  ...acmeSeed,
  app: { ...acmeSeed.app, events: ["app_home_opened"] },
};

/** Everything a test of the workspace starts with; `await using` stops it again. */
export async function startAcme(options: Partial<Parameters<typeof startSlackWorkspace>[0]> = {}) {
  const workspace = await startSlackWorkspace({ seed: acmeWithHome, ...options });
  return Object.assign(workspace, {
    client: webClient(workspace),
    [Symbol.asyncDispose]: () => workspace.stop(),
  });
}

/** A real Bolt app on the workspace, over Socket Mode. */
export async function startBolt(
  { apiUrl, botToken, appToken }: SlackWorkspace,
  register: (app: App) => void,
) {
  const app = new App({
    token: botToken,
    appToken,
    socketMode: true,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 } },
  });
  register(app);
  await app.start();
  return Object.assign(app, {
    [Symbol.asyncDispose]: async () => {
      await app.stop();
    },
  });
}

/** Has `/rail` open a view. */
export const railOpens = (app: App, viewOf: () => types.ModalView) =>
  app.command("/rail", async ({ ack, client, command: { trigger_id } }) => {
    await ack();
    await client.views.open({ trigger_id, view: viewOf() });
  });

export function webClient({ apiUrl, botToken }: SlackWorkspace, token = botToken): WebClient {
  return new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: silent,
  });
}

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

export const plain = (text: string): types.PlainTextElement => ({ type: "plain_text", text });

export const section = (text: string): types.SectionBlock => ({
  type: "section",
  text: { type: "mrkdwn", text },
});

/** One line of rich text. */
export const richText = (...elements: types.RichTextElement[]): types.RichTextBlock => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});

export const button = (text: string, action_id: string, value = ""): types.Button => ({
  type: "button",
  text: plain(text),
  action_id,
  value,
});

export function textInput(
  block_id: string,
  label: string,
  element: Partial<types.PlainTextInput> = {},
): types.InputBlock {
  return {
    type: "input",
    block_id,
    label: plain(label),
    element: { type: "plain_text_input", action_id: "value", ...element },
  };
}

export function modal(
  title: string,
  blocks: types.KnownBlock[],
  more: Partial<types.ModalView> = {},
): types.ModalView {
  return {
    type: "modal",
    callback_id: "form",
    title: plain(title),
    submit: plain("Send"),
    blocks,
    ...more,
  };
}
