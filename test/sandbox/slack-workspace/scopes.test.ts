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
const NOT_FOUND = { error: "channel_not_found" };

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

/**
 * What the method answers to a token with these scopes, refused or not; also which scopes its
 * headers name.
 */
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
    ["channels:read", "conversations.info", { channel: RANDOM }],
    ["groups:read", "conversations.info", { channel: VAULT }],
    ["im:read", "conversations.info", { channel: DIRECT }],
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
});

describe("a method that needs none", () => {
  it.each([
    ["auth.test", {}],
    ["views.open", { trigger_id: "t", view: "{}" }],
  ])("is served without any: %s", async (method, args) => {
    expect((await call(method, args, [])).error).not.toBe("missing_scope");
  });
});

describe("a private conversation that the app is not in", () => {
  it("does not exist for it, whatever its scopes", async () => {
    const channel = "C0BOARD01";
    expect(await call("conversations.info", { channel }, ["chat:write"])).toMatchObject(NOT_FOUND);
    const update = { channel, ts: "1.0", text: "x" };
    expect(await call("chat.update", update, ["chat:write"])).toMatchObject(NOT_FOUND);
  });
});

describe("a person's id", () => {
  it("stands for their direct conversation where a message is posted, and nowhere else", async () => {
    expect(await call("chat.postMessage", { channel: ANA, text: "x" }, ALL)).toMatchObject({
      channel: DIRECT,
    });
    const channel = ANA;
    expect(await call("conversations.info", { channel }, ALL)).toMatchObject(NOT_FOUND);
    const aside = { channel, user: ANA, text: "x" };
    expect(await call("chat.postEphemeral", aside, ALL)).toMatchObject(NOT_FOUND);
    const update = { channel, ts: "1.0", text: "x" };
    expect(await call("chat.update", update, ALL)).toMatchObject(NOT_FOUND);
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
