import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import {
  ANA,
  acmeSeed,
  BEN,
  BOT,
  SIGNALBOX,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  GIA,
  GLOBEX,
  GLOBEX_BOT,
  GLOBEX_TREASURY,
  HAL,
} from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import { INITECH_ASIA, KIM } from "../../../src/sandbox/slack-workspace/seeds/initech.ts";
import {
  BOOKS,
  LEDGER,
  LEDGER_BOT,
  ledger,
} from "../../../src/sandbox/slack-workspace/seeds/ledger.ts";
import { manyWorkspaces } from "../../../src/sandbox/slack-workspace/seeds/many.ts";
import type { World } from "../../../src/sandbox/slack-workspace/world.ts";
import { person } from "../support/person.ts";
import { button, modal, section, silent, startAcme, startBolt, webClient } from "./bolt-app.ts";
import { imageOf, PNG, upload } from "./files.ts";
import { openSocket } from "./raw-socket.ts";
import { useAcme } from "./use-acme.ts";

/** Every app with a Home, so that one can be published. */
const worldWithHomes: World = {
  ...manyWorkspaces,
  workspaces: manyWorkspaces.workspaces.map((each) => ({
    ...each,
    installed: each.installed.map((app) => ({ ...app, home: { tab: true, messages: true } })),
  })),
};

const workspace = useAcme({ seed: worldWithHomes });

const clientOf = (token: string) => webClient(workspace, token);
const signalbox = () => workspace.client;
const signalboxAtGlobex = () => clientOf("xoxb-sandbox-globex");
const ledgerClient = () => clientOf(ledger.botToken);
const asApp = (id: string) => ({ ...workspace, ...workspace.app(id) });

/** What an app is sent when a person runs its command: among other things a trigger and a response_url. */
async function commandHeard(
  appId: string,
  {
    url,
    userId,
    team,
    channel,
    text,
  }: Record<"url" | "userId" | "team" | "channel" | "text", string>,
) {
  const { socket, next, acknowledge } = await openSocket(asApp(appId));
  await next();
  const typing = person(url, userId, { team }).command(channel, text);
  const envelope = await next();
  acknowledge(envelope);
  await typing;
  socket.close();
  return envelope?.payload ?? {};
}

describe("a token", () => {
  it("says which workspace and which bot it is for", async () => {
    expect(await signalboxAtGlobex().auth.test()).toMatchObject({
      team_id: GLOBEX,
      team: "Globex",
      user_id: GLOBEX_BOT,
      bot_id: "B0SIGNAL2",
    });
    expect(await ledgerClient().auth.test()).toMatchObject({ user_id: LEDGER_BOT, user: "ledger" });
    expect(await signalbox().auth.test()).toMatchObject({ user_id: BOT, bot_id: "B0SIGNAL1" });
  });

  it("opens nothing of another workspace", async () => {
    const { chat, users, conversations, views, files } = signalbox();
    const { ts = "" } = await signalboxAtGlobex().chat.postMessage({
      channel: GLOBEX_TREASURY,
      text: "ours",
    });
    const { view } = await signalboxAtGlobex().views.publish({
      user_id: HAL,
      view: { type: "home", blocks: [section("ours")] },
    });
    const ticket = await signalboxAtGlobex().files.getUploadURLExternal({
      filename: "a.png",
      length: PNG.length,
    });
    await fetch(ticket.upload_url ?? "", { method: "POST", body: PNG });
    const { trigger_id } = await commandHeard(SIGNALBOX, {
      url: workspace.url,
      userId: HAL,
      team: GLOBEX,
      channel: GLOBEX_TREASURY,
      text: "/rail",
    });

    const channel = GLOBEX_TREASURY;
    await expect(chat.postMessage({ channel, text: "x" })).rejects.toThrow("channel_not_found");
    await expect(chat.postMessage({ channel: HAL, text: "x" })).rejects.toThrow(
      "channel_not_found",
    );
    await expect(chat.update({ channel, ts, text: "x" })).rejects.toThrow("channel_not_found");
    await expect(chat.update({ channel: TREASURY, ts, text: "x" })).rejects.toThrow("not_found");
    await expect(chat.delete({ channel, ts })).rejects.toThrow("channel_not_found");
    await expect(conversations.info({ channel })).rejects.toThrow("channel_not_found");
    await expect(conversations.open({ users: HAL })).rejects.toThrow("user_not_found");
    await expect(users.info({ user: HAL })).rejects.toThrow("user_not_found");
    await expect(
      views.update({ view_id: view?.id ?? "", view: { type: "home", blocks: [] } }),
    ).rejects.toThrow("not_found");
    await expect(
      views.open({ trigger_id: String(trigger_id), view: modal("Theirs", []) }),
    ).rejects.toThrow("invalid_trigger_id");
    await expect(
      files.completeUploadExternal({ files: [{ id: ticket.file_id ?? "", title: "a" }] }),
    ).rejects.toThrow("file_not_found");
    const picture = await upload({ client: signalboxAtGlobex() }, { file: PNG, filename: "b.png" });
    for (const link of [{ id: picture.id }, { url: picture.url_private ?? "" }]) {
      await expect(
        chat.postMessage({ channel: TREASURY, text: "x", blocks: [imageOf(link)] }),
      ).rejects.toThrow("invalid_blocks");
    }
    expect(await person(workspace.url, HAL, { team: GLOBEX }).messages(channel)).toMatchObject([
      { text: "ours" },
    ]);
  });

  it("opens nothing of another app in the same workspace", async () => {
    const { ts = "" } = await ledgerClient().chat.postMessage({ channel: BOOKS, text: "balanced" });
    const { ts: shared = "" } = await ledgerClient().chat.postMessage({
      channel: ANA,
      text: "for Ana",
    });
    const { view } = await ledgerClient().views.publish({
      user_id: ANA,
      view: { type: "home", blocks: [section("books")] },
    });
    const { trigger_id } = await commandHeard(LEDGER, {
      url: workspace.url,
      userId: ANA,
      team: "T0ACME001",
      channel: BOOKS,
      text: "/ledger balance",
    });
    const { id } = await upload({ client: ledgerClient() }, { file: PNG, filename: "a.png" });
    const { channel: direct } = await ledgerClient().conversations.open({ users: ANA });

    const { chat, conversations, views } = signalbox();
    await expect(chat.postMessage({ channel: BOOKS, text: "x" })).rejects.toThrow(
      "channel_not_found",
    );
    await expect(conversations.info({ channel: BOOKS })).rejects.toThrow("channel_not_found");
    await expect(chat.update({ channel: BOOKS, ts, text: "x" })).rejects.toThrow();
    await expect(chat.update({ channel: direct?.id ?? "", ts: shared, text: "x" })).rejects.toThrow(
      "channel_not_found",
    );
    await expect(
      views.update({ view_id: view?.id ?? "", view: { type: "home", blocks: [] } }),
    ).rejects.toThrow("not_found");
    await expect(
      views.open({ trigger_id: String(trigger_id), view: modal("Theirs", []) }),
    ).rejects.toThrow("invalid_trigger_id");
    await expect(
      chat.postMessage({ channel: TREASURY, text: "x", blocks: [imageOf({ id })] }),
    ).rejects.toThrow("invalid_blocks");
  });
});

describe("two apps in one workspace", () => {
  it("each hear only what is theirs, one over Socket Mode and one over HTTP", async () => {
    const heard: string[] = [];
    await using _socket = await startBolt(workspace, (app) => listen(app, "signalbox", heard));
    const receiver = new HTTPReceiver({ signingSecret: ledger.signingSecret, logger: silent });
    const http = new App({
      receiver,
      token: ledger.botToken,
      logger: silent,
      logLevel: LogLevel.ERROR,
      clientOptions: { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } },
    });
    listen(http, "ledger", heard);
    const server = await receiver.start({ port: 0, host: "127.0.0.1" });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    workspace.app(LEDGER).sendTo(`http://127.0.0.1:${port}/slack/events`);

    const ben = person(workspace.url, BEN);
    const posted = await ledgerClient().chat.postMessage({
      channel: BOOKS,
      text: "x",
      blocks: [{ type: "actions", elements: [button("Press", "press")] }],
    });
    expect(await ben.command(BOOKS, "/ledger")).toEqual({ acknowledged: true });
    expect(await ben.command(TREASURY, "/rail")).toEqual({ acknowledged: true });
    expect(await ben.click({ channel: BOOKS, ts: posted.ts ?? "" }, "press")).toEqual({
      acknowledged: true,
    });

    expect(heard).toEqual(["ledger /ledger", "signalbox /rail", "ledger press"]);
    server.closeAllConnections();
    await receiver.stop();
  });

  it("each have ten connections", async () => {
    for (let count = 1; count <= 10; count += 1) await openAndGreet(SIGNALBOX);

    expect(await openAndGreet(LEDGER)).toMatchObject({
      type: "hello",
      num_connections: 1,
      connection_info: { app_id: LEDGER },
    });
    expect(await openAndGreet(SIGNALBOX)).toMatchObject({ reason: "too_many_websockets" });
    workspace.faults.cutSockets();
  });

  it("each have their own conversation with a person", async () => {
    await signalbox().chat.postMessage({ channel: BEN, text: "from Signalbox" });
    await ledgerClient().chat.postMessage({ channel: BEN, text: "from Ledger" });

    const ben = (app: string) => person(workspace.url, BEN, { app });

    expect(await ben(SIGNALBOX).directMessages()).toMatchObject([
      { text: "from Signalbox", channel: "D0BEN0001", bot_id: "B0SIGNAL1" },
    ]);
    expect(await ben(LEDGER).directMessages()).toMatchObject([
      { text: "from Ledger", bot_id: "B0LEDGER1", app_id: LEDGER },
    ]);
  });
});

describe("an app that is not installed", () => {
  it("has no bot, no conversation and no command in the workspace", async () => {
    const kim = person(workspace.url, KIM, { team: INITECH_ASIA });

    expect(await kim.directMessages()).toEqual([]);
    await expect(kim.command("C0ITREAS1", "/rail")).rejects.toThrow("app_not_installed");
    await kim.command("C0ITREAS1", "hello");
    expect(await kim.messages("C0ITREAS1")).toMatchObject([{ text: "hello", user: KIM }]);
  });
});

describe("the people of a workspace", () => {
  it("are in no other", async () => {
    const strayed = person(workspace.url, GIA);

    await expect(strayed.messages(TREASURY)).rejects.toThrow("user_not_found");
    await expect(person(workspace.url, GIA, { team: "T0NOWHERE" }).modal()).rejects.toThrow(
      "team_not_found",
    );
  });
});

describe("a person of another organisation", () => {
  it.each([
    [true, "T0OTHER01"],
    [false, GLOBEX],
  ])("has a team of their own in what an app is sent: %s", async (outsiderHasOwnTeam, teamId) => {
    await using server = await startAcme({
      seed: manyWorkspaces,
      assumptions: { oauth: { outsiderHasOwnTeam } },
    });
    const { next, acknowledge } = await openSocket(server);
    await next();
    const { ts = "" } = await webClient(server, "xoxb-sandbox-globex").chat.postMessage({
      channel: "C0GBANK01",
      text: "x",
      blocks: [{ type: "actions", elements: [button("Press", "press")] }],
    });

    const pressing = person(server.url, "U0OLA0001", { team: GLOBEX }).click(
      { channel: "C0GBANK01", ts },
      "press",
    );
    const envelope = await next();
    acknowledge(envelope);
    await pressing;

    expect(envelope?.payload).toMatchObject({
      team: { id: GLOBEX },
      user: { id: "U0OLA0001", team_id: teamId },
    });
  });
});

describe("a data directory", () => {
  it("keeps the workspaces and apps apart, and is opened by one workspace alone as before", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "workspaces-"));
    {
      await using many = await startAcme({ dataDir, seed: manyWorkspaces });
      const at = (token: string) => webClient(many, token);
      await at("xoxb-sandbox-globex").chat.postMessage({ channel: GLOBEX_TREASURY, text: "ours" });
      await at(ledger.botToken).chat.postMessage({ channel: ANA, text: "from Ledger" });
      await many.client.chat.postMessage({ channel: ANA, text: "from Signalbox" });
    }
    {
      await using many = await startAcme({ dataDir, seed: manyWorkspaces });
      const hal = person(many.url, HAL, { team: GLOBEX });
      expect(await hal.messages(GLOBEX_TREASURY)).toMatchObject([{ text: "ours" }]);
      const ana = person(many.url, ANA, { app: LEDGER });
      expect(await ana.directMessages()).toMatchObject([{ text: "from Ledger" }]);
    }

    await using alone = await startAcme({ dataDir, seed: acmeSeed });

    expect(await person(alone.url, ANA).directMessages()).toMatchObject([
      { text: "from Signalbox" },
    ]);
    await rm(dataDir, { recursive: true });
  });
});

function listen(app: App, name: string, heard: string[]): void {
  app.command(/.*/, async ({ command, ack }) => {
    heard.push(`${name} ${command.command}`);
    await ack();
  });
  app.action(/.*/, async ({ action, ack }) => {
    heard.push(`${name} ${"action_id" in action ? action.action_id : ""}`);
    await ack();
  });
}

async function openAndGreet(appId: string) {
  const { next } = await openSocket(asApp(appId));
  return next();
}
