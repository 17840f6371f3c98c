import { describe, expect, it } from "vitest";
import { header } from "../../../src/platform/slack/blocks/blocks.ts";
import { message, modal } from "../../../src/platform/slack/blocks/views.ts";
import { type Answered, cut, ok, refusal, slackOf } from "./slack-of.ts";

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
    const limit = { status: 429, headers: { "retry-after": "7" }, body: "" };
    const { slack } = slackOf({ "chat.postMessage": [limit], "chat.update": [ok()] });

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
])(
  "a whisper is said once, and directly only where Slack refuses: it %s",
  async (_, answer, direct) => {
    const answers = { "chat.postEphemeral": [answer], "chat.postMessage": [taken] };
    const { calls, slack } = slackOf(answers);
    await slack.whisper("T1", { channel: "C1", person: "U1" }, card).catch(() => {});
    expect(calls.map(({ args }) => args.channel)).toEqual(["C1", ...direct]);
  },
);

it("views are opened, put on top, or drawn anew while they are the same", async () => {
  const methods = ["views.open", "views.push", "views.update"];
  const late = ["expired_trigger_id", "not_found", "hash_conflict", "internal_error"].map(refusal);
  const answers = Object.fromEntries(methods.map((method) => [method, [ok(), ...late]]));
  const { calls, slack } = slackOf({ ...answers, "views.update": [ok(), ...late.slice(1)] });
  const update = () => slack.updateView("T1", "V1", form, "1.a");

  await slack.openView("T1", "1.2", form);
  await slack.openView("T1", "1.3", form, "push");
  for (const _ of ["there", "closed", "changed meanwhile"]) await update();
  await expect(update()).rejects.toMatchObject({ code: "unavailable" });
  await expect(slack.openView("T1", "1.2", form)).rejects.toMatchObject({ code: "gone" });
  const view = JSON.stringify(form);
  expect(calls.slice(0, 3)).toMatchObject([
    { method: "views.open", args: { trigger_id: "1.2", view } },
    { method: "views.push", args: { trigger_id: "1.3", view } },
    { method: "views.update", args: { view_id: "V1", hash: "1.a", view } },
  ]);
});

const channel = (more: object) => ok({ channel: { is_member: true, ...more } });
it.each([
  ["ours", channel({}), 1],
  ["not-a-member", channel({ is_member: false }), 1],
  ["archived", channel({ is_archived: true }), 1],
  ["shared", channel({ is_ext_shared: true }), 1],
  ["shared", channel({ is_pending_ext_shared: true }), 1],
  ["direct-message", channel({ is_im: true }), 1],
  ["not-found", refusal("channel_not_found"), 1],
  ["not-known", cut, 2],
])(
  "a place is %s, which is remembered for a minute if it is known",
  async (state, answer, asked) => {
    const { calls, slack } = slackOf({ "conversations.info": [answer] });
    expect(await slack.placeOf("T1", "C1")).toBe(state);
    expect(await slack.placeOf("T1", "C1")).toBe(state);
    expect(calls).toHaveLength(asked);
  },
);

it("says whose a token is, and of which app unless Slack refuses that", async () => {
  const self = { team: "Acme", url: "https://acme.example/", team_id: "T1", user_id: "U9" };
  const bots = [ok({ bot: { app_id: "A1" } }), refusal("missing_scope"), cut];
  const { calls, slack } = slackOf({ "auth.test": [ok(self)], "bots.info": bots });

  expect(await slack.whoAmI("xoxb-new")).toMatchObject({ workspace: "T1", bot: "U9", app: "A1" });
  expect(calls[0]?.token).toBe("Bearer xoxb-new");
  expect(await slack.whoAmI("xoxb-new")).toMatchObject({ workspace: "T1", app: null });
  await expect(slack.whoAmI("xoxb-new")).rejects.toMatchObject({ code: "unavailable" });
});

describe("a response URL", () => {
  const url = "https://hooks.slack.example/actions/1";

  it("takes a message beside the other, or in its place", async () => {
    const { calls, slack } = slackOf({ 1: [{ body: "ok" }] });
    await slack.respond(url, card);
    await slack.respond(url, card, { replaceOriginal: true });
    expect(calls.map(({ args }) => args)).toMatchObject([
      { response_type: "ephemeral", replace_original: false, text: card.text },
      { replace_original: true },
    ]);
  });

  it.each([
    ["gone", { status: 404, body: "used_url" }],
    ["limited", { status: 429, headers: { "retry-after": "3" }, body: "" }],
    ["refused", { status: 400, body: "invalid_blocks" }],
    ["unavailable", cut],
  ])("is %s where it answers %o", async (code, answer) => {
    const { slack } = slackOf({ 1: [answer] });
    await expect(slack.respond(url, card)).rejects.toMatchObject({ code });
  });
});
