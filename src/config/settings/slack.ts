import { address, number, required, type Setting, WITHOUT_LEADING_ZERO } from "./setting.ts";

const VISIBLE = /^[\x21-\x7e]+$/;

/** The ways to Slack: `slack-access.ts` says which of these each way needs. */
export const slackSettings = {
  SLACK_APP_TOKEN: {
    says: "App-level token, `xapp-…`, for Socket Mode",
    isSecret: true,
    read: required(
      "the app-level token, beginning with xapp-, or SLACK_SIGNING_SECRET in its place where Slack sends over HTTP",
      /^xapp-/,
    ),
  },
  SLACK_BOT_TOKEN: {
    says: "Bot token, `xoxb-…`",
    isSecret: true,
    read: required("the bot token, beginning with xoxb-", /^xoxb-/),
  },
  SLACK_SIGNING_SECRET: {
    says: "In place of `SLACK_APP_TOKEN`: Slack sends over HTTP",
    isSecret: true,
    read: required(
      "the signing secret, which Slack shows under Basic Information",
      /^[\x21-\x7e]{16,}$/,
    ),
  },
  SLACK_CLIENT_ID: {
    says: "In place of `SLACK_BOT_TOKEN`, over HTTP: each workspace installs the app and has its own bot token",
    read: required(
      "the client id, two numbers with a dot between them, which Slack shows under Basic Information",
      /^[0-9]+\.[0-9]+$/,
    ),
  },
  SLACK_CLIENT_SECRET: {
    says: "With `SLACK_CLIENT_ID`: the client secret",
    isSecret: true,
    read: required("the client secret, which Slack shows under Basic Information", VISIBLE),
  },
  SLACK_STATE_SECRET: {
    says: "With `SLACK_CLIENT_ID`: a secret of your own, which `openssl rand -hex 32` makes",
    isSecret: true,
    read: required(
      "a secret of your own, 32 characters or more (openssl rand -hex 32 makes one)",
      /^[\x21-\x7e]{32,}$/,
    ),
  },
  PUBLIC_URL: {
    says: "With `SLACK_CLIENT_ID`: the https address at which Slack and people reach Signalbox, without a path",
    read: address("the address at which Slack reaches Signalbox")
      .refine((text) => URL.parse(text)?.pathname === "/", {
        error: "must have no path: https://bot.example.com.",
      })
      .transform((text) => new URL(text).origin),
  },
  DATA_KEPT_DAYS: {
    says: "With `SLACK_CLIENT_ID`: how many days data is kept after a workspace removed the app. Set it for `npm run migrate`, too, where another role owns the tables: the longer one counts",
    default: "30",
    read: number(1, 9999, WITHOUT_LEADING_ZERO),
  },
} satisfies Record<string, Setting>;
