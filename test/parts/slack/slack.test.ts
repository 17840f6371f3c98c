import { describe, expect, it } from "vitest";
import { header } from "../../../src/platform/slack/blocks/blocks.ts";
import { message, modal } from "../../../src/platform/slack/blocks/views.ts";
import { createPeople } from "../../../src/platform/slack/people.ts";
import { createSlack } from "../../../src/platform/slack/slack.ts";
import { silent } from "./logs.ts";

interface Answered {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or a text as it is. */
  body: object | string;
}

const ok = (more: object = {}): Answered => ({ body: { ok: true, ...more } });
const refusal = (error: string): Answered => ({ body: { ok: false, error } });
/** The connection breaks instead. */
const cut: Answered = { body: "cut" };
const limited = (seconds: string): Answered => ({
  ...{ status: 429, headers: { "retry-after": seconds }, body: "" },
});

/**
 * Our client, and a network that answers each method with what the test gives, one answer after the
 * other and the last one again. Workspace `T1` has the token `xoxb-T1`.
 */
function slackOf(
  answers: Record<string, readonly Answered[]>,
  wait: (ms: number, signal?: AbortSignal) => Promise<void> = () => new Promise(() => {}),
) {
  const calls: { method: string; token: string; args: Record<string, unknown> }[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const isForm = request.headers.get("content-type")?.includes("form");
    const args = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    const method = request.url.split("/").at(-1) ?? "";
    const before = calls.filter((call) => call.method === method).length;
    calls.push({ method, token: request.headers.get("authorization") ?? "", args });
    const given = answers[method] ?? [refusal("unknown_method")];
    const { body, ...more } = given[before] ?? given.at(-1) ?? cut;
    if (body === "cut") throw new TypeError("fetch failed");
    return new Response(typeof body === "string" ? body : JSON.stringify(body), more);
  };
  const tokenOf = async (workspace: string) => `xoxb-${workspace}`;
  const outside = { apiUrl: "https://slack.example/api/", fetch: answer, wait, log: silent };
  return { calls, slack: createSlack({ ...outside, now: () => 0, tokenOf }) };
}

const card = message("R-142 needs approval", header("⏳ Rail R-142 · Waiting"));
const form = modal({ id: "review", title: "Approve R-142", blocks: [header("R-142")] });
const at = { channel: "C1", ts: "1.2" };
const to = { channel: "C1" };
const taken = ok(at);

/** What posting throws where Slack answers so. Slack may have posted it: never a second time. */
async function thrown(answer: Answered): Promise<unknown> {
  const { calls, slack } = slackOf({ "chat.postMessage": [answer] });
  const error: unknown = await slack.post("T1", to, card).catch((error) => error);
  expect(calls).toHaveLength(1);
  return error;
}

describe("posting", () => {
  it("carries the workspace's own token, also beside another's", async () => {
    const { calls, slack } = slackOf({ "chat.postMessage": [taken] });
    await Promise.all(["T1", "T2", "T1"].map((of) => slack.post(of, { channel: of }, card)));
    expect(calls).toHaveLength(3);
    for (const { token, args } of calls) expect(token).toBe(`Bearer xoxb-${args.channel}`);
  });

  it("says where the message is; shows no previews; can be a reply that all see", async () => {
    const { calls, slack } = slackOf({ "chat.postMessage": [taken] });
    expect(await slack.post("T1", to, card)).toEqual(at);
    await slack.post("T1", { ...to, threadTs: "1.1", isBroadcast: true }, card);
    const quiet = { unfurl_links: "false", unfurl_media: "false" };
    expect(calls[0]?.args).toMatchObject({ text: card.text, ...quiet });
    expect(calls[0]?.args).not.toHaveProperty("thread_ts");
    expect(calls[1]?.args).toMatchObject({ thread_ts: "1.1", reply_broadcast: "true" });
  });

  it.each(
    [
      ["limited", "ratelimited message_limit_exceeded"],
      ["unavailable", "internal_error fatal_error service_unavailable request_timeout"],
      ["unreachable", "channel_not_found not_in_channel is_archived restricted_action"],
      ["unreachable", "restricted_action_read_only_channel user_disabled cannot_dm_bot"],
      ["gone", "message_not_found cant_update_message thread_not_found"],
      ["not-installed", "token_revoked account_inactive invalid_auth not_authed"],
      ["refused", "missing_scope invalid_blocks a_code_of_tomorrow"],
    ].flatMap(([code, words = ""]) => words.split(" ").map((said) => [said, code])),
  )("tells %s as %s, and keeps Slack's own word", async (said, code) => {
    expect(await thrown(refusal(said ?? ""))).toMatchObject({ name: "SlackError", code, said });
  });

  it.each([
    ["a broken connection", cut],
    ["an error of a balancer", { status: 503, body: "xoxb-secret" }],
    ["a page of a proxy", { body: "<html>xoxb-secret</html>" }],
    ["half an answer", { body: '{"ok":true,"token":"xoxb-secret' }],
    ["an answer without the message", ok(to)],
    ["a limit without a time", { status: 429, body: "" }],
  ])("tells %s as unavailable, quoting nothing", async (_, answer) => {
    const error = await thrown(answer);
    expect(error).toMatchObject({ code: "unavailable", said: null });
    expect(JSON.stringify(error) + String(error)).not.toContain("secret");
  });

  it("that is limited waits for as long as Slack says, and holds up nothing else", async () => {
    const { slack } = slackOf({ "chat.postMessage": [limited("7")], "chat.update": [ok()] });
    const expected = { code: "limited", retryAfterMs: 7_000 };
    await expect(slack.post("T1", to, card)).rejects.toMatchObject(expected);
    await slack.update("T1", at, card);
  });

  it("ends by the clock that it was given, where Slack does not answer", async () => {
    const waits: number[] = [];
    const { slack } = slackOf({}, async (ms) => void waits.push(ms));
    await expect(slack.post("T1", to, card)).rejects.toThrow("no answer");
    await expect(slack.standingOf("T1", "U1")).rejects.toMatchObject({ code: "unavailable" });
    expect(waits).toEqual([10_000, 2_000]);
  });

  it("sends nothing that Slack would not take", async () => {
    const { calls, slack } = slackOf({});
    const wide = { ...form, blocks: [header("x"), { type: "section" as const }] };
    await expect(slack.openView("T1", "1.2", wide)).rejects.toMatchObject({ path: "blocks.1" });
    await expect(slack.update("T1", at, message("No blocks"))).rejects.toThrow("blocks");
    expect(calls).toEqual([]);
  });
});

it.each<[said: string, answer: Answered, direct: readonly string[]]>([
  ["took it", ok(), []],
  ["may have taken it", cut, []],
  ["knows no such member", refusal("user_not_in_channel"), ["U1"]],
  ["limits it", refusal("ratelimited"), ["U1"]],
])("a whisper comes once, and directly only if Slack refuses: it %s", async (_, answer, direct) => {
  const { calls, slack } = slackOf({ "chat.postEphemeral": [answer], "chat.postMessage": [taken] });
  await slack.whisper("T1", { channel: "C1", person: "U1" }, card).catch(() => {});
  expect(calls.map(({ args }) => args.channel)).toEqual(["C1", ...direct]);
});

it("a view that was closed or has changed is left alone; a late trigger opens none", async () => {
  const codes = ["not_found", "hash_conflict", "internal_error"];
  const late = [refusal("expired_trigger_id")];
  const { calls, slack } = slackOf({ "views.update": codes.map(refusal), "views.open": late });
  const update = () => slack.updateView("T1", "V1", form, "1.a");
  for (const _ of ["closed", "changed"]) await update();
  await expect(update()).rejects.toMatchObject({ code: "unavailable" });
  await expect(slack.openView("T1", "1.2", form)).rejects.toMatchObject({ code: "gone" });
  expect(calls[0]?.args).toMatchObject({ view_id: "V1", hash: "1.a" });
});

const direct = ok({ channel: { is_im: true, is_member: true } });
it.each([
  ["direct-message", direct, 1],
  ["not-found", refusal("channel_not_found"), 1],
  ["not-known", cut, 2],
])("a place is %s, which is kept for a minute if it is known", async (state, answer, asked) => {
  const { calls, slack } = slackOf({ "conversations.info": [answer] });
  for (const _ of ["asked", "kept"]) expect(await slack.placeOf("T1", "C1")).toBe(state);
  expect(calls).toHaveLength(asked);
});

it("says whose a token is, and of which app unless Slack refuses that", async () => {
  const self = { team: "Acme", url: "https://acme.example/", team_id: "T1", user_id: "U9" };
  const bots = [ok({ bot: { app_id: "A1" } }), refusal("missing_scope"), cut];
  const { calls, slack } = slackOf({ "auth.test": [ok(self)], "bots.info": bots });
  expect(await slack.whoAmI("xoxb-new")).toMatchObject({ workspace: "T1", bot: "U9", app: "A1" });
  expect(calls[0]?.token).toBe("Bearer xoxb-new");
  expect(await slack.whoAmI("xoxb-new")).toMatchObject({ workspace: "T1", app: null });
  await expect(slack.whoAmI("xoxb-new")).rejects.toMatchObject({ code: "unavailable" });
});

it.each([
  ["taken", { body: "ok" }],
  ["gone", { status: 404, body: "used_url" }],
  ["limited", limited("3")],
  ["refused", { status: 400, body: "invalid_blocks" }],
  ["unavailable", cut],
])("an answer to a response URL or an upload is %s where it says %o", async (code, answer) => {
  const url = "https://hooks.slack.example/actions/1";
  const { calls, slack } = slackOf({
    ...{ 1: [answer], "chat.postMessage": [taken], "files.completeUploadExternal": [ok()] },
    "files.getUploadURLExternal": [ok({ upload_url: url, file_id: "F1" })],
  });
  const codeOf = (done: Promise<void>) => done.then(() => "taken").catch((error) => error.code);
  expect(await codeOf(slack.respond(url, card, { replaceOriginal: true }))).toBe(code);
  expect(calls[0]?.args).toMatchObject({ response_type: "ephemeral", replace_original: true });
  expect(await codeOf(slack.sendFiles("T1", "U1", card, { "rails.csv": "{}" }))).toBe(code);
});

const user = (more: object = {}) => ok({ user: { id: "U1", team_id: "T1", ...more } });

function people(...answers: readonly Answered[]) {
  const clock = { now: 1_000_000 };
  const { calls, slack } = slackOf({ "users.info": answers });
  return { calls, clock, asked: createPeople({ slack, now: () => clock.now }) };
}

describe("a person", () => {
  it.each([
    ["active", user()],
    ["guest", user({ is_restricted: true })],
    ["guest", user({ is_ultra_restricted: true })],
    ["bot", user({ is_bot: true })],
    ["bot", user({ id: "USLACKBOT" })],
    ["outsider", user({ is_stranger: true })],
    ["outsider", user({ team_id: "T2" })],
    ["deactivated", user({ deleted: true, is_bot: true })],
    ["stranger", refusal("user_not_found")],
    ["stranger", refusal("user_not_visible")],
    [undefined, refusal("missing_scope")],
    [undefined, cut],
  ])("is %s by Slack's word", async (standing, answer) => {
    const { asked } = people(answer);
    expect((await asked.standingsOf("T1", ["U1"], "fresh")).get("U1")).toBe(standing);
  });

  it("is remembered for a minute in each workspace, and never for a claim", async () => {
    const { calls, clock, asked } = people(user(), user({ deleted: true }));
    const standing = async (age: "fresh" | "minute", passed = 0, workspace = "T1") => {
      clock.now += passed;
      return (await asked.standingsOf(workspace, ["U1"], age)).get("U1");
    };
    expect(await standing("minute")).toBe("active");
    expect(await standing("minute", 59_999)).toBe("active");
    expect(calls).toHaveLength(1);
    expect(await standing("fresh")).toBe("deactivated");
    expect(await standing("minute")).toBe("deactivated");
    await standing("minute", 60_000);
    // A clock that is set back makes an answer no younger.
    await standing("minute", -30_000);
    await standing("minute", 0, "T2");
    expect(calls.map(({ token }) => token.slice(-2))).toEqual(["T1", "T1", "T1", "T1", "T2"]);
  });

  it("is asked about once, ten at a time, and nobody else once Slack is silent", async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `U${at}`);
    const talking = people(user());
    const silent = people({ status: 429, body: "" });
    const found = await talking.asked.standingsOf("T1", [...ids, ...ids], "fresh");
    expect([found.size, talking.calls.length]).toEqual([100, 100]);
    expect((await silent.asked.standingsOf("T1", ids, "fresh")).size).toBe(0);
    expect(silent.calls).toHaveLength(10);
  });
});
