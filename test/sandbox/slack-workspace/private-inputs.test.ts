import type { BlockAction, types } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { button, plain, section, startAcme, startBolt } from "./bolt-app.ts";

const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });

const blocks = (reads: string): types.KnownBlock[] => [
  section(reads),
  {
    type: "actions",
    block_id: "decide",
    elements: [
      {
        type: "static_select",
        action_id: "owner",
        placeholder: plain("Whose is it?"),
        options: ["Ours", "Theirs"].map(option),
      },
      button("Done", "done"),
    ],
  },
];

/** A private message to Ana that says what was chosen and typed in it, and goes at "Done". */
async function startAsking() {
  const workspace = await startAcme();
  const heard: BlockAction[] = [];
  const app = await startBolt(workspace, (bolt) => {
    bolt.action<BlockAction>("owner", async ({ ack, body, respond }) => {
      heard.push(body);
      await ack();
      const reads = body.state?.values.decide?.owner?.selected_option?.value ?? "";
      await respond({ replace_original: true, text: reads, blocks: blocks(reads) });
    });
    bolt.action("done", async ({ ack, respond }) => {
      await ack();
      await respond({ delete_original: true });
    });
  });
  const { message_ts: ts = "" } = await workspace.client.chat.postEphemeral({
    channel: TREASURY,
    user: ANA,
    text: "GB29",
    blocks: blocks("GB29"),
  });
  return {
    workspace,
    heard,
    target: { channel: TREASURY, ts },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

describe("the inputs of a private message", () => {
  it("tell the app, which replaces the message for that person alone", async () => {
    await using asking = await startAsking();
    const { workspace, heard, target } = asking;
    const ana = person(workspace.url, ANA);
    const reading = (text: string) =>
      ana.waitFor(
        async () => (await ana.messages(TREASURY)).find((each) => each.text === text),
        text,
      );

    await ana.choose("Whose is it?", "Theirs", { target });

    expect(await reading("theirs")).toMatchObject({
      ts: target.ts,
      ephemeral: true,
      values: {
        decide: { owner: { selected_option: { value: "theirs" } } },
      },
    });
    expect(heard).toMatchObject([
      {
        container: { type: "message", is_ephemeral: true, message_ts: target.ts },
        actions: [{ type: "static_select", selected_option: { value: "theirs" } }],
      },
    ]);
    expect(await person(workspace.url, BEN).messages(TREASURY)).toEqual([]);
    await ana.click(target, "Done");
    await ana.waitFor(async () => (await ana.messages(TREASURY)).length === 0, "an empty channel");
  });
});
