import { z } from "zod";
import { address, dataKeptDays, required } from "./fields.ts";

/** How Slack and this process reach each other. The tokens and secrets are as Slack shows them. */
export type SlackAccess = SocketAccess | BotTokenAccess | InstallationsAccess;

/** One workspace; this process opens the connection. */
export interface SocketAccess {
  kind: "socket";
  appToken: string;
  botToken: string;
}

/** One workspace; Slack sends signed requests to `/slack/events`. */
export interface BotTokenAccess {
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
  /** Where people and Slack reach this process: an origin, without a slash at its end. */
  publicUrl: string;
  /** How long the data of a workspace is kept after the app was removed from it. */
  dataKeptDays: number;
}

/** Any of them chooses installations; all of them are then required. */
const OAUTH_SETTINGS = ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"] as const;

/** Whoever sets one of these means a real Slack, and must set the rest. */
export const SLACK_SETTINGS = [
  "SLACK_APP_TOKEN",
  "SLACK_BOT_TOKEN",
  "SLACK_SIGNING_SECRET",
  "SLACK_API_URL",
  ...OAUTH_SETTINGS,
] as const;

const VISIBLE = /^[\x21-\x7e]+$/;

const botToken = required("SLACK_BOT_TOKEN", "the bot token, beginning with xoxb-", /^xoxb-/);
const signingSecret = required(
  "SLACK_SIGNING_SECRET",
  "the signing secret, which Slack shows under Basic Information",
  /^[\x21-\x7e]{16,}$/,
);

const socket = z
  .object({
    SLACK_APP_TOKEN: required(
      "SLACK_APP_TOKEN",
      "the app-level token, beginning with xapp-, or SLACK_SIGNING_SECRET in its place where Slack sends over HTTP",
      /^xapp-/,
    ),
    SLACK_BOT_TOKEN: botToken,
  })
  .transform(
    (env): SocketAccess => ({
      kind: "socket",
      appToken: env.SLACK_APP_TOKEN,
      botToken: env.SLACK_BOT_TOKEN,
    }),
  );

const http = z
  .object({
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_BOT_TOKEN: botToken,
    SLACK_APP_TOKEN: unwanted("SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"),
  })
  .transform(
    (env): BotTokenAccess => ({
      kind: "http",
      signingSecret: env.SLACK_SIGNING_SECRET,
      botToken: env.SLACK_BOT_TOKEN,
    }),
  );

const installations = z
  .object({
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_CLIENT_ID: required(
      "SLACK_CLIENT_ID",
      "the client id, two numbers with a dot between them, which Slack shows under Basic Information",
      /^[0-9]+\.[0-9]+$/,
    ),
    SLACK_CLIENT_SECRET: required(
      "SLACK_CLIENT_SECRET",
      "the client secret, which Slack shows under Basic Information",
      VISIBLE,
    ),
    SLACK_STATE_SECRET: required(
      "SLACK_STATE_SECRET",
      "a secret of your own, 32 characters or more (openssl rand -hex 32 makes one)",
      /^[\x21-\x7e]{32,}$/,
    ),
    PUBLIC_URL: address("PUBLIC_URL", "the address at which Slack reaches Signalbox").refine(
      (text) => URL.parse(text)?.pathname === "/",
      { error: "PUBLIC_URL must have no path: https://bot.example.com." },
    ),
    DATA_KEPT_DAYS: dataKeptDays,
    SLACK_BOT_TOKEN: unwanted("SLACK_BOT_TOKEN", "SLACK_CLIENT_ID"),
    SLACK_APP_TOKEN: unwanted("SLACK_APP_TOKEN", "SLACK_CLIENT_ID"),
  })
  .transform(
    (env): InstallationsAccess => ({
      kind: "http-installations",
      signingSecret: env.SLACK_SIGNING_SECRET,
      clientId: env.SLACK_CLIENT_ID,
      clientSecret: env.SLACK_CLIENT_SECRET,
      stateSecret: env.SLACK_STATE_SECRET,
      publicUrl: new URL(env.PUBLIC_URL).origin,
      dataKeptDays: env.DATA_KEPT_DAYS,
    }),
  );

/** Whether workspaces are served that install the app by themselves. */
export const usesInstallations = (env: Record<string, string | undefined>) =>
  OAUTH_SETTINGS.some((name) => env[name]);

/** What has to be set for the way to Slack that these settings choose: Socket Mode where none points elsewhere. */
export function slackAccess(
  env: Record<string, string | undefined>,
): z.ZodType<SlackAccess, unknown> {
  if (usesInstallations(env)) return installations;
  return env.SLACK_SIGNING_SECRET ? http : socket;
}

/** Of two ways to Slack one must go, rather than one be chosen silently. */
function unwanted(name: string, beside: string) {
  const error = `${name} must not be set beside ${beside}: remove one of them.`;
  return z.undefined({ error }).optional();
}
