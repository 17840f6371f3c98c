import { describe, expect, it } from "vitest";
import { header } from "../../../src/platform/slack/blocks/blocks.ts";
import { home, message, modal } from "../../../src/platform/slack/blocks/views.ts";
import { type Answered, ok, refusal, slackServer } from "./slack-server.ts";

const card = message("R-142 needs approval", header("⏳ Rail R-142 · Waiting"));
const form = modal({ id: "review", title: "Approve R-142", blocks: [header("R-142")] });
const at = { channel: "C1", ts: "1.2" };
const taken = ok(at);
const to = { channel: "C1" };

/** What posting throws where Slack answers so. Slack may have posted it: never a second time. */
async function thrown(answer: Answered): Promise<unknown> {
  const { calls, slack } = await slackServer({ "chat.postMessage": [answer] });
  const error: unknown = await slack.post("T1", to, card).catch((error) => error);
  expect(calls).toHaveLength(1);
  return error;
}

describe("posting", () => {
  it("carries the workspace's own token, also beside another's", async () => {
    const { calls, slack } = await slackServer({ "chat.postMessage": [taken] });

    await Promise.all(["T1", "T2", "T1"].map((of) => slack.post(of, { channel: of }, card)));

    expect(calls).toHaveLength(3);
    for (const { token, args } of calls) expect(token).toBe(`Bearer xoxb-${args.channel}`);
  });

  it("says where the message is; shows no previews; can be a reply that all see", async () => {
    const { calls, slack } = await slackServer({ "chat.postMessage": [taken] });

    expect(await slack.post("T1", to, card)).toEqual(at);
    await slack.post("T1", { ...to, threadTs: "1.1", isBroadcast: true }, card);

    const blocks = JSON.stringify(card.blocks);
    const quiet = { unfurl_links: "false", unfurl_media: "false" };
    expect(calls[0]?.args).toMatchObject({ text: card.text, blocks, ...quiet });
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
    ["a broken connection", { body: "cut" }],
    ["an error of a balancer", { status: 503, body: "xoxb-secret" }],
    ["a page of a proxy", { body: "<html>xoxb-secret</html>" }],
    ["half an answer", { body: '{"ok":true,"token":"xoxb-secret' }],
    ["an answer without the message", ok(to)],
    ["a redirect", { status: 302, headers: { location: "/elsewhere" }, body: "" }],
  ])("tells %s as unavailable, quoting nothing", async (_, answer) => {
    const error = await thrown(answer);
    expect(error).toMatchObject({ code: "unavailable", said: null });
    expect(JSON.stringify(error) + String(error)).not.toContain("secret");
  });

  it.each([
    ["Slack's seconds", { "retry-after": "7" }, 7_000],
    ["half a minute where Slack says nothing", {}, 30_000],
  ])("that is limited waits for %s, and holds up nothing else", async (_, headers, ms) => {
    const limit = { status: 429, headers, body: "" };
    const { slack } = await slackServer({ "chat.postMessage": [limit], "chat.update": [ok()] });

    const expected = { code: "limited", retryAfterMs: ms };
    await expect(slack.post("T1", to, card)).rejects.toMatchObject(expected);
    await slack.update("T1", at, card);
  });

  it("ends by the clock that it was given, where Slack does not answer", async () => {
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    const { slack } = await slackServer({}, wait);

    await expect(slack.post("T1", to, card)).rejects.toThrow("no answer");
    await expect(slack.personOf("T1", "U1")).rejects.toMatchObject({ code: "unavailable" });
    expect(waits).toEqual([10_000, 2_000]);
  });

  it("sends nothing that Slack would not take", async () => {
    const { calls, slack } = await slackServer({});
    const wide = { ...form, blocks: [header("x"), { type: "section" as const }] };

    await expect(slack.openView("T1", "1.2", wide)).rejects.toMatchObject({ path: "blocks.1" });
    await expect(slack.update("T1", at, message("No blocks"))).rejects.toThrow("blocks");
    expect(calls).toEqual([]);
  });
});

it.each<[said: string, answer: Answered, direct: readonly string[]]>([
  ["took it", ok(), []],
  ["may have taken it", { body: "cut" }, []],
  ["knows no such member", refusal("user_not_in_channel"), ["U1"]],
  ["knows no such channel", refusal("channel_not_found"), ["U1"]],
  ["limits it", refusal("ratelimited"), ["U1"]],
])(
  "a whisper is said once, and directly only where Slack refuses: it %s",
  async (_, answer, direct) => {
    const answers = { "chat.postEphemeral": [answer], "chat.postMessage": [taken] };
    const { calls, slack } = await slackServer(answers);

    await slack.whisper("T1", { channel: "C1", person: "U1" }, card).catch(() => {});

    expect(calls.map(({ args }) => args.channel)).toEqual(["C1", ...direct]);
  },
);

describe("views", () => {
  it("are opened in time, put on top or shown as Home", async () => {
    const view = { id: "V1", hash: "1.a" };
    const shown = [ok({ view })];
    const { calls, slack } = await slackServer({
      "views.open": [...shown, refusal("expired_trigger_id")],
      ...{ "views.push": shown, "views.publish": shown },
    });

    expect(await slack.openView("T1", "1.2", form)).toEqual(view);
    expect(await slack.openView("T1", "1.3", form, "push")).toEqual(view);
    await slack.publishHome("T1", "U1", home(header("Signalbox")));
    const late = slack.openView("T1", "1.2", form);
    await expect(late).rejects.toMatchObject({ code: "gone", said: "expired_trigger_id" });
    expect(calls).toMatchObject([
      { method: "views.open", args: { trigger_id: "1.2", view: JSON.stringify(form) } },
      { method: "views.push", args: { trigger_id: "1.3" } },
      { method: "views.publish", args: { user_id: "U1" } },
      { method: "views.open" },
    ]);
  });

  it.each([
    ["drawn anew", ok({ view: { id: "V1", hash: "2.b" } }), "2.b"],
    ["closed", refusal("not_found"), undefined],
    ["changed meanwhile", refusal("hash_conflict"), undefined],
  ])("that were %s are told by their hash", async (_, answer, hash) => {
    const { calls, slack } = await slackServer({ "views.update": [answer] });
    expect(await slack.updateView("T1", "V1", form, "1.a")).toBe(hash);
    expect(calls[0]?.args).toMatchObject({ view_id: "V1", hash: "1.a" });
  });
});

describe("what Slack knows", () => {
  const channel = (more: object) => ok({ channel: { is_member: true, ...more } });
  it.each([
    ["ours", channel({})],
    ["not-a-member", channel({ is_member: false })],
    ["archived", channel({ is_archived: true })],
    ["shared", channel({ is_ext_shared: true })],
    ["shared", channel({ is_pending_ext_shared: true })],
    ["direct-message", channel({ is_im: true })],
    ["not-found", refusal("channel_not_found")],
    ["not-known", { body: "cut" }],
  ])("of a place: %s", async (state, answer) => {
    const { slack } = await slackServer({ "conversations.info": [answer] });
    expect(await slack.placeOf("T1", "C1")).toBe(state);
  });

  it.each([
    ["there", ok({ permalink: "https://acme.example/p1" }), "https://acme.example/p1"],
    ["gone", refusal("message_not_found"), null],
    ["not-known", refusal("channel_not_found"), null],
    ["not-known", { body: "cut" }, null],
  ])("of a message: %s", async (presence, answer, link) => {
    const { slack } = await slackServer({ "chat.getPermalink": [answer] });
    expect(await slack.presenceOf("T1", at)).toBe(presence);
    expect(await slack.linkTo("T1", at)).toBe(link);
  });

  it("of a token: whose it is, and what it may; of a person: where to write to them", async () => {
    const self = { team: "Acme", url: "https://acme.example/", team_id: "T1", user_id: "U9" };
    const answer = { ...ok(self), headers: { "x-oauth-scopes": "chat:write,commands" } };
    const test = { "auth.test": [answer] };
    const { calls, slack } = await slackServer({
      ...test,
      "bots.info": [ok({ bot: { app_id: "A1" } })],
    });
    const who = { workspace: "T1", bot: "U9", scopes: ["chat:write", "commands"] };

    expect(await slack.whoAmI("xoxb-new")).toMatchObject({ ...who, app: "A1" });
    expect(calls[0]?.token).toBe("Bearer xoxb-new");
    const opened = { "conversations.open": [ok({ channel: { id: "D1" } })] };
    const { slack: silent } = await slackServer({ ...test, ...opened });
    expect(await silent.whoAmI("xoxb-new")).toMatchObject({ ...who, app: null });
    expect(await silent.directChannel("T1", "U1")).toBe("D1");
  });
});

describe("a response URL", () => {
  it("takes a message beside the other, in its place, or its end", async () => {
    const { calls, slack, url } = await slackServer({ 1: [{ body: "ok" }] });

    await slack.respond(`${url}/1`, card);
    await slack.respond(`${url}/1`, card, { replaceOriginal: true });
    await slack.respond(`${url}/1`, { deleteOriginal: true });

    expect(calls.map(({ args }) => args)).toMatchObject([
      { response_type: "ephemeral", replace_original: false, text: card.text },
      { replace_original: true },
      { delete_original: true },
    ]);
  });

  it.each([
    ["gone", { status: 404, body: "used_url" }],
    ["limited", { status: 429, headers: { "retry-after": "3" }, body: "" }],
    ["refused", { status: 400, body: "invalid_blocks" }],
    ["unavailable", { body: "cut" }],
  ])("is %s where it answers %o", async (code, answer) => {
    const { slack, url } = await slackServer({ 1: [answer] });
    await expect(slack.respond(`${url}/1`, card)).rejects.toMatchObject({ code });
  });
});
