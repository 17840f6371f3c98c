import type { AddressInfo } from "node:net";
import { App, HTTPReceiver, LogLevel } from "@slack/bolt";

/** The least that a Bolt app can do about a command or a submission over HTTP: it acknowledges. Prints where it listens. */
const receiver = new HTTPReceiver({
  signingSecret: process.env.SLACK_SIGNING_SECRET ?? "",
  logLevel: LogLevel.ERROR,
});
const app = new App({
  receiver,
  authorize: async () => ({ botToken: "xoxb-bare" }),
  logLevel: LogLevel.ERROR,
});
app.command("/rail", async ({ ack }) => ack());
app.view(/./, async ({ ack }) => ack());
const server = await app.start(0);
console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
