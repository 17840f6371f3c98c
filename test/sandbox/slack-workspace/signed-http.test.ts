import { once } from "node:events";
import { createServer } from "node:http";
import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../../src/sandbox/slack-workspace/server.ts";
import { person } from "../support/person.ts";
import { button, section, silent, startAcme } from "./bolt-app.ts";

describe("signed HTTP", () => {
  it("brings commands, presses and events to a real Bolt app, and its answers back", async () => {
    await using workspace = await startAcme();
    const heard: string[] = [];
    await using _ = await startHttpBolt(workspace, workspace.signingSecret, heard);
    const ana = person(workspace.url, ANA);

    expect(await ana.command(TREASURY, "/rail one & two £")).toEqual({ acknowledged: true });
    const [answer] = await ana.messages(TREASURY);
    expect(answer).toMatchObject({ ephemeral: true, text: "You said one & two £" });
    await ana.click({ channel: TREASURY, ts: answer?.ts ?? "" }, "press");
    await ana.openHome();

    await expect.poll(() => heard).toEqual(["one & two £", "press", "home"]);
  });

  it("fails for the person where the app refuses the signature", async () => {
    await using workspace = await startAcme();
    const heard: string[] = [];
    await using _ = await startHttpBolt(workspace, "another-signing-secret", heard);

    const typed = await person(workspace.url, ANA).command(TREASURY, "/rail");

    expect(typed).toMatchObject({ failure: expect.stringContaining("dispatch_failed") });
    expect(heard).toEqual([]);
  });

  it("fails for the person where nobody listens, and where the app takes too long", async () => {
    await using workspace = await startAcme({ ackWindowMs: 100 });
    const ana = person(workspace.url, ANA);
    const server = createServer(() => {}).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    workspace.sendTo(`http://127.0.0.1:${port}/slack/events`);

    const late = await ana.command(TREASURY, "/rail");
    server.closeAllConnections();
    server.close();
    await once(server, "close");
    const gone = await ana.command(TREASURY, "/rail");

    expect(late).toMatchObject({ failure: expect.stringContaining("operation_timeout") });
    expect(gone).toMatchObject({ failure: expect.stringContaining("dispatch_failed") });
  });
});

/** Bolt with its own receiver: a reading of Slack's requests that is not ours. */
async function startHttpBolt(
  workspace: SlackWorkspace,
  signingSecret: string,
  heard: string[],
): Promise<AsyncDisposable> {
  const receiver = new HTTPReceiver({ signingSecret, logger: silent });
  const app = new App({
    receiver,
    token: workspace.botToken,
    logger: silent,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } },
  });
  app.command("/rail", async ({ command, ack }) => {
    heard.push(command.text);
    const text = `You said ${command.text}`;
    await ack({
      text,
      blocks: [section(text), { type: "actions", elements: [button("Press", "press")] }],
    });
  });
  app.action("press", async ({ ack }) => {
    heard.push("press");
    await ack();
  });
  app.event("app_home_opened", async () => void heard.push("home"));
  const server = await receiver.start({ port: 0, host: "127.0.0.1" });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  workspace.sendTo(`http://127.0.0.1:${port}/slack/events`);
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await receiver.stop();
    },
  };
}
