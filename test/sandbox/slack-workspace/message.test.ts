import type { BlockButtonAction } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { ANA, APPROVALS, BEN, GUS, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { button, plain, section, startAcme, startBolt } from "./bolt-app.ts";

const card = {
  text: "R-142 waits",
  blocks: [
    section("R-142 · Payroll float"),
    {
      type: "actions" as const,
      block_id: "decide",
      elements: [button("Approve", "approve", "r142")],
    },
  ],
};

describe("a button in a message", () => {
  it("tells the app who pressed what and where, and the app can redraw the message", async () => {
    await using workspace = await startAcme();
    const bodies: BlockButtonAction[] = [];
    await using _app = await startBolt(workspace, (app) =>
      app.action<BlockButtonAction>("approve", async ({ ack, body, client }) => {
        bodies.push(body);
        await ack();
        await client.chat.update({
          channel: body.channel?.id ?? "",
          ts: body.message?.ts ?? "",
          text: "R-142 is approved",
          blocks: [section("R-142 · approved")],
        });
      }),
    );
    const { ts = "" } = await workspace.client.chat.postMessage({ channel: APPROVALS, ...card });
    const ben = person(workspace.url, BEN);

    expect(await ben.click({ channel: APPROVALS, ts }, "Approve")).toEqual({ acknowledged: true });

    const redrawn = await ben.waitFor(
      async () => (await ben.messages(APPROVALS)).find(({ text }) => text === "R-142 is approved"),
      "the redrawn card",
    );
    expect(redrawn).toMatchObject({ ts, edited: { user: "U0SIGNAL1" } });
    expect(bodies).toMatchObject([
      {
        type: "block_actions",
        user: { id: BEN, username: "ben", team_id: "T0ACME001" },
        team: { id: "T0ACME001", domain: "acme" },
        api_app_id: "A0SIGNAL1",
        channel: { id: APPROVALS, name: "treasury-approvals" },
        container: { type: "message", message_ts: ts, channel_id: APPROVALS, is_ephemeral: false },
        message: { type: "message", ts, text: "R-142 waits", bot_id: "B0SIGNAL1" },
        state: { values: {} },
        response_url: expect.stringMatching(/^http/),
        trigger_id: expect.any(String),
        actions: [
          {
            type: "button",
            block_id: "decide",
            action_id: "approve",
            value: "r142",
            text: { type: "plain_text", text: "Approve" },
            action_ts: expect.stringMatching(/^\d+\.\d{6}$/),
          },
        ],
      },
    ]);
  });

  it("says so to the person when the app does not respond", async () => {
    await using workspace = await startAcme({ ackWindowMs: 60 });
    await using _app = await startBolt(workspace, (app) => app.action("approve", async () => {}));
    const { ts = "" } = await workspace.client.chat.postMessage({ channel: APPROVALS, ...card });

    expect(await person(workspace.url, BEN).click({ channel: APPROVALS, ts }, "approve")).toEqual({
      acknowledged: false,
      failure: expect.stringContaining("operation_timeout"),
    });
  });
});

describe("a select in a message", () => {
  it("tells the app of the choice, which is that person's alone", async () => {
    await using workspace = await startAcme();
    const states: unknown[] = [];
    await using _app = await startBolt(workspace, (app) =>
      app.action("asset", async ({ ack, body, payload }) => {
        await ack();
        if (body.type === "block_actions") states.push([payload, body.state?.values]);
      }),
    );
    const option = { text: plain("GBP"), value: "gbp" };
    const { ts = "" } = await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "Which asset?",
      blocks: [
        {
          type: "actions",
          block_id: "pick",
          elements: [{ type: "static_select", action_id: "asset", options: [option] }],
        },
      ],
    });
    const ana = person(workspace.url, ANA);

    await ana.choose("asset", "GBP", { target: { channel: TREASURY, ts } });

    const chosen = { type: "static_select", selected_option: { value: "gbp" } };
    expect(states).toMatchObject([
      [{ ...chosen, action_id: "asset" }, { pick: { asset: chosen } }],
    ]);
    expect((await ana.messages(TREASURY))[0]?.values).toMatchObject({ pick: { asset: chosen } });
    expect((await person(workspace.url, BEN).messages(TREASURY))[0]?.values).toMatchObject({
      pick: { asset: { selected_option: null } },
    });
  });
});

describe("messages", () => {
  it("to a person's id go to their direct conversation, which nobody else sees", async () => {
    await using workspace = await startAcme();

    const { channel } = await workspace.client.chat.postMessage({ channel: ANA, text: "for you" });

    expect(channel).toBe("D0ANA0001");
    const ana = person(workspace.url, ANA);
    expect(await ana.directMessages()).toMatchObject([{ text: "for you" }]);
    await expect(person(workspace.url, BEN).messages("D0ANA0001")).rejects.toThrow(
      "channel_not_found",
    );
  });

  it("keep their blocks when an update brings only text, and lose them to an empty list", async () => {
    await using workspace = await startAcme();
    const { chat } = workspace.client;
    const { ts = "" } = await chat.postMessage({ channel: TREASURY, ...card });
    const ana = person(workspace.url, ANA);

    await chat.update({ channel: TREASURY, ts, text: "changed" });
    expect((await ana.messages(TREASURY))[0]).toMatchObject({
      text: "changed",
      blocks: card.blocks,
    });
    await chat.update({ channel: TREASURY, ts, text: "changed", blocks: [] });
    expect((await ana.messages(TREASURY))[0]).not.toHaveProperty("blocks");
  });
});

describe("an ephemeral message", () => {
  it("is seen by one person and out of reach of chat.update", async () => {
    await using workspace = await startAcme();
    const { chat } = workspace.client;
    const { message_ts: ts = "" } = await chat.postEphemeral({
      channel: TREASURY,
      user: GUS,
      text: "only you",
    });

    expect(await person(workspace.url, GUS).messages(TREASURY)).toMatchObject([
      { text: "only you", ephemeral: true },
    ]);
    expect(await person(workspace.url, ANA).messages(TREASURY)).toEqual([]);
    await expect(chat.update({ channel: TREASURY, ts, text: "changed" })).rejects.toThrow(
      "message_not_found",
    );
  });

  it("cannot be sent to someone who is not in the channel", async () => {
    await using workspace = await startAcme();

    const posting = workspace.client.chat.postEphemeral({
      channel: APPROVALS,
      user: GUS,
      text: "x",
    });

    await expect(posting).rejects.toThrow("user_not_in_channel");
  });
});
