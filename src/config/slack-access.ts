import type { z } from "zod";
import { readerOf, refused } from "./settings/setting.ts";
import { slackSettings } from "./settings/slack.ts";

/** How Slack and this process reach each other. The tokens and secrets are as Slack shows them. */
export type SlackAccess = SocketAccess | BotTokenAccess | InstallationsAccess;

/** One workspace; this process opens the connection. */
interface SocketAccess {
  kind: "socket";
  appToken: string;
  botToken: string;
}

/** One workspace; Slack sends signed requests to `/slack/events`. */
interface BotTokenAccess {
  kind: "http";
  signingSecret: string;
  botToken: string;
}

/** As `http`, with the bot tokens that OAuth brought, sealed in the store. */
export interface InstallationsAccess {
  kind: "http-installations";
  signingSecret: string;
  clientId: string;
  clientSecret: string;
  /** Signs what OAuth carries from the first page to the last. */
  stateSecret: string;
  /** The origin at which people and Slack reach this process, without a slash at its end. */
  publicUrl: string;
  /** How long the data of a workspace is kept after the app was removed from it. */
  dataKeptDays: number;
}

const all = readerOf(slackSettings);
const beside = (other: string) => `beside ${other}: remove one of them`;

const socket = all.pick({ SLACK_APP_TOKEN: true, SLACK_BOT_TOKEN: true }).transform(
  (env): SocketAccess => ({
    kind: "socket",
    appToken: env.SLACK_APP_TOKEN,
    botToken: env.SLACK_BOT_TOKEN,
  }),
);

const http = all
  .pick({ SLACK_SIGNING_SECRET: true, SLACK_BOT_TOKEN: true })
  .and(refused(["SLACK_APP_TOKEN"], beside("SLACK_SIGNING_SECRET")))
  .transform(
    (env): BotTokenAccess => ({
      kind: "http",
      signingSecret: env.SLACK_SIGNING_SECRET,
      botToken: env.SLACK_BOT_TOKEN,
    }),
  );

const installations = all
  .omit({ SLACK_BOT_TOKEN: true, SLACK_APP_TOKEN: true })
  .and(refused(["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"], beside("SLACK_CLIENT_ID")))
  .transform(
    (env): InstallationsAccess => ({
      kind: "http-installations",
      signingSecret: env.SLACK_SIGNING_SECRET,
      clientId: env.SLACK_CLIENT_ID,
      clientSecret: env.SLACK_CLIENT_SECRET,
      stateSecret: env.SLACK_STATE_SECRET,
      publicUrl: env.PUBLIC_URL,
      dataKeptDays: env.DATA_KEPT_DAYS,
    }),
  );

type Given = Record<string, string | undefined>;

/** Whether workspaces install the app themselves: one of OAuth's settings says so, and then all are required. */
export const usesInstallations = (env: Given) =>
  ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"].some((name) => env[name]);

/** The settings that the chosen way to Slack needs: Socket Mode by default. */
export function slackAccess(env: Given): z.ZodType<SlackAccess> {
  if (usesInstallations(env)) return installations;
  return env.SLACK_SIGNING_SECRET ? http : socket;
}
