import type { z } from "zod";
import { readerOf, refused } from "./settings/setting.ts";
import { slackSettings } from "./settings/slack.ts";

const all = readerOf(slackSettings);
const beside = (other: string) => `beside ${other}: remove one of them`;

/** One workspace; this process opens the connection. */
const socket = all
  .pick({ SLACK_APP_TOKEN: true, SLACK_BOT_TOKEN: true })
  .transform(({ SLACK_APP_TOKEN: appToken, SLACK_BOT_TOKEN: botToken }) => ({
    ...{ kind: "socket" as const, appToken, botToken },
  }));

/** One workspace; Slack sends signed requests to `/slack/events`. */
const http = all
  .pick({ SLACK_SIGNING_SECRET: true, SLACK_BOT_TOKEN: true })
  .and(refused(["SLACK_APP_TOKEN"], beside("SLACK_SIGNING_SECRET")))
  .transform(({ SLACK_SIGNING_SECRET: signingSecret, SLACK_BOT_TOKEN: botToken }) => ({
    ...{ kind: "http" as const, signingSecret, botToken },
  }));

/** As `http`, with the bot tokens that OAuth brought, sealed in the store. */
const installations = all
  .omit({ SLACK_BOT_TOKEN: true, SLACK_APP_TOKEN: true })
  .and(refused(["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"], beside("SLACK_CLIENT_ID")))
  .transform((env) => ({
    kind: "http-installations" as const,
    signingSecret: env.SLACK_SIGNING_SECRET,
    clientId: env.SLACK_CLIENT_ID,
    clientSecret: env.SLACK_CLIENT_SECRET,
    /** Signs what OAuth carries from the first page to the last. */
    stateSecret: env.SLACK_STATE_SECRET,
    /** The origin at which people and Slack reach this process, without a slash at its end. */
    publicUrl: env.PUBLIC_URL,
    /** How long the data of a workspace is kept after the app was removed from it. */
    dataKeptDays: env.DATA_KEPT_DAYS,
  }));

export type InstallationsAccess = z.output<typeof installations>;

/** How Slack and this process reach each other. The tokens and secrets are as Slack shows them. */
export type SlackAccess = z.output<typeof socket> | z.output<typeof http> | InstallationsAccess;

type Given = Record<string, string | undefined>;

/** Whether workspaces install the app themselves: one of OAuth's settings says so, and then all are required. */
export const usesInstallations = (env: Given) =>
  ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_STATE_SECRET"].some((name) => env[name]);

/** The settings that the chosen way to Slack needs: Socket Mode by default. */
export function slackAccess(env: Given): z.ZodType<SlackAccess> {
  if (usesInstallations(env)) return installations;
  return env.SLACK_SIGNING_SECRET ? http : socket;
}
