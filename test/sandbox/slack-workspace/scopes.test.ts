import { afterAll, describe, expect, it } from "vitest";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BOT,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { section, startAcme } from "./bolt-app.ts";

const DIRECT = "D0ANA0001";
const VAULT = "C0VAULT01";

const channels = [
  ...acmeSeed.channels,
  { id: VAULT, name: "vault", isPrivate: true, members: [ANA, BOT] },
  { id: "C0BOARD01", name: "board", isPrivate: true, members: [ANA] },
];

const ALL = [...acmeSeed.app.scopes, "chat:write.public", "mpim:write"].sort();

type Workspace = Awaited<ReturnType<typeof startAcme>>;
const started = new Map<string, Workspace>();

afterAll(async () => {
  for (const workspace of started.values()) await workspace.stop();
});

/** One whose app has these scopes. */
async function workspaceWith(scopes: readonly string[]): Promise<Workspace> {
  const known = started.get(scopes.join());
  if (known) return known;
  const app = { ...acmeSeed.app, scopes };
  const workspace = await startAcme({ seed: { ...acmeSeed, channels, app } });
  started.set(scopes.join(), workspace);
  await person(workspace.url, ANA).directMessages();
  return workspace;
}

/** What the method answers to a token with these scopes, refused or not; also which scopes its headers name. */
async function call(
  method: string,
  args: Record<string, string>,
  scopes: readonly string[],
): Promise<{ error?: string }> {
  const { client } = await workspaceWith(scopes);
  return client.apiCall(method, args).catch(({ data }) => data);
}

describe("a method that needs a scope", () => {
  it.each<[string, string, Record<string, string>]>([
    ["chat:write", "chat.postMessage", { channel: TREASURY, text: "x" }],
    ["chat:write", "chat.postEphemeral", { channel: TREASURY, user: ANA, text: "x" }],
    ["chat:write", "chat.update", { channel: TREASURY, ts: "1.0", text: "x" }],
    ["chat:write", "chat.delete", { channel: TREASURY, ts: "1.0" }],
    ["channels:read", "conversations.info", { channel: RANDOM }],
    ["groups:read", "conversations.info", { channel: VAULT }],
    ["im:read", "conversations.info", { channel: DIRECT }],
    ["channels:read", "conversations.members", { channel: TREASURY }],
    ["groups:read", "conversations.members", { channel: VAULT }],
    ["im:read", "conversations.members", { channel: DIRECT }],
    ["channels:read", "conversations.list", {}],
    ["groups:read", "conversations.list", { types: "private_channel" }],
    ["mpim:read", "conversations.list", { types: "mpim" }],
    ["im:read", "conversations.list", { types: "im" }],
    ["im:write", "conversations.open", { users: ANA }],
    ["mpim:write", "conversations.open", { users: `${ANA},U0BEN0001` }],
    ["files:write", "files.getUploadURLExternal", { filename: "a.png", length: "1" }],
    ["files:write", "files.completeUploadExternal", { files: '[{"id":"F0"}]' }],
    ["users:read", "users.info", { user: ANA }],
  ])("is refused without it: %s, %s", async (scope, method, args) => {
    const others = ALL.filter((each) => each !== scope);

    const [refused, served] = [await call(method, args, others), await call(method, args, ALL)];

    expect(refused).toMatchObject({
      ok: false,
      error: "missing_scope",
      needed: scope,
      provided: others.join(","),
      response_metadata: { scopes: others, acceptedScopes: [scope] },
    });
    expect(served.error).not.toBe("missing_scope");
  });

  it("names each of several", async () => {
    const types = "public_channel,private_channel,im";

    const refused = await call("conversations.list", { types }, ["channels:read"]);

    expect(refused).toMatchObject({ needed: "groups:read,im:read", provided: "channels:read" });
  });
});

describe("a method that needs none", () => {
  it.each([
    ["auth.test", {}],
    ["chat.getPermalink", { channel: TREASURY, message_ts: "1.0" }],
    ["views.open", { trigger_id: "t", view: "{}" }],
  ])("is served without any: %s", async (method, args) => {
    expect((await call(method, args, [])).error).not.toBe("missing_scope");
  });
});

describe("a private conversation that the app is not in", () => {
  it("does not exist for it, whatever its scopes", async () => {
    for (const method of ["conversations.info", "chat.getPermalink", "chat.delete"]) {
      const args = { channel: "C0BOARD01", ts: "1.0", message_ts: "1.0" };
      expect(await call(method, args, ["chat:write"])).toMatchObject({
        error: "channel_not_found",
      });
    }
  });
});

describe("a public channel that the app is not in", () => {
  it("takes its messages with chat:write.public alone", async () => {
    const post = { channel: RANDOM, text: "hello" };

    expect(await call("chat.postMessage", post, ["chat:write"])).toMatchObject({
      error: "not_in_channel",
    });
    expect(await call("chat.postMessage", post, ALL)).toMatchObject({ ok: true });
  });
});

describe("a person's id", () => {
  it("stands for their direct conversation where a message is posted, and nowhere else", async () => {
    expect(await call("chat.postMessage", { channel: ANA, text: "x" }, ALL)).toMatchObject({
      channel: DIRECT,
    });
    for (const method of ["conversations.info", "chat.postEphemeral", "chat.update"]) {
      const args = { channel: ANA, user: ANA, ts: "1.0", text: "x" };
      expect(await call(method, args, ALL)).toMatchObject({ error: "channel_not_found" });
    }
  });
});

describe("an app without the scope commands", () => {
  it("offers neither commands nor shortcuts", async () => {
    const workspace = await workspaceWith(["chat:write"]);
    const ana = person(workspace.url, ANA);
    const { ts = "" } = await workspace.client.chat.postMessage({
      channel: APPROVALS,
      text: "IBAN?",
      blocks: [section("IBAN?")],
    });

    await expect(ana.command(TREASURY, "/rail")).rejects.toThrow("unknown_command");
    await expect(
      ana.shortcut({ channel: APPROVALS, ts }, "check_payment_details"),
    ).rejects.toThrow();
  });
});
