import { describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { useAcme } from "./use-acme.ts";

const workspace = useAcme();

const said = { channel: TREASURY, text: "hello" };

describe("an argument that Slack has and this workspace does not do", () => {
  it.each([
    ["chat.postMessage", said, { attachments: [{ text: "old" }] }],
    ["chat.postMessage", said, { metadata: { event_type: "x", event_payload: {} } }],
    ["chat.postMessage", said, { mrkdwn: false }],
    ["chat.postMessage", said, { username: "Somebody else" }],
    ["chat.postMessage", { channel: TREASURY }, { markdown_text: "# hello" }],
    ["chat.postEphemeral", { ...said, user: ANA }, { link_names: true }],
    ["conversations.open", { users: ANA }, { return_im: true }],
    ["users.info", { user: ANA }, { include_locale: true }],
  ])("is refused in words: %s %o %o", async (method, args, more) => {
    const [name] = Object.keys(more);

    await expect(workspace.client.apiCall(method, { ...args, ...more })).rejects.toMatchObject({
      data: {
        error: "invalid_arguments",
        response_metadata: { messages: [`[ERROR] ${name} is not supported by this workspace`] },
      },
    });
    expect(await person(workspace.url, ANA).messages(TREASURY)).toEqual([]);
  });
});

describe("an argument that asks for nothing", () => {
  it("is taken", async () => {
    const nothing = {
      attachments: [],
      link_names: false,
      mrkdwn: true,
      parse: "none",
      reply_broadcast: false,
      unfurl_links: false,
      username: "",
    };

    const answer = await workspace.client.apiCall("chat.postMessage", { ...said, ...nothing });

    expect(answer).toMatchObject({ ok: true });
    expect(answer.response_metadata).not.toHaveProperty("warnings");
  });
});

describe("an argument that nobody knows", () => {
  it("is ignored, as by Slack, and that is said", async () => {
    const method = "conversations.list";

    expect(await workspace.client.apiCall(method, { limit: 1, colour: "red" })).toMatchObject({
      ok: true,
      response_metadata: {
        next_cursor: "1",
        warnings: ["colour is no argument of this method, and is ignored"],
      },
    });
  });
});
