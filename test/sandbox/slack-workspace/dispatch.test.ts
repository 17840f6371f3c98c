import type { BlockAction, types } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { modal, plain, railOpens, section, startAcme, startBolt, textInput } from "./bolt-app.ts";

const SEARCH: types.InputBlock = {
  ...textInput("search", "Search", {
    action_id: "search",
    dispatch_action_config: { trigger_actions_on: ["on_character_entered"] },
  }),
  dispatch_action: true,
};

const RAILS: types.ActionsBlock = {
  type: "actions",
  block_id: "rails",
  elements: [
    {
      type: "static_select",
      action_id: "rail",
      options: [
        { text: plain("On-ramp"), value: "ON_RAMP" },
        { text: plain("Off-ramp"), value: "OFF_RAMP" },
      ],
    },
  ],
};

const FORM = modal("Look up", [textInput("note", "Note"), SEARCH, RAILS]);

async function startLookUp() {
  const workspace = await startAcme();
  const heard: BlockAction[] = [];
  const app = await startBolt(workspace, (bolt) => {
    railOpens(bolt, () => FORM);
    bolt.action<BlockAction>(/search|rail/, async ({ ack, body }) => {
      heard.push(body);
      await ack();
    });
  });
  const ana = person(workspace.url, ANA);
  await ana.command(TREASURY, "/rail");
  await ana.waitFor(ana.modal, "the form");
  return {
    ana,
    heard,
    views: workspace.client.views,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

describe("what an app hears of typing in a view", () => {
  it("names the view, carries its hash and what stands in all inputs", async () => {
    await using lookUp = await startLookUp();
    const { ana, heard } = lookUp;
    await ana.fill("Note", "rent");
    await ana.choose("rail", "Off-ramp");

    await ana.fill("Search", "GB29");

    const view = await ana.modal();
    const off = { text: { text: "Off-ramp" }, value: "OFF_RAMP" };
    expect(heard).toMatchObject([
      { actions: [{ action_id: "rail", selected_option: off }] },
      {
        type: "block_actions",
        user: { id: ANA },
        container: { type: "view", view_id: view?.id },
        view: {
          id: view?.id,
          hash: view?.hash,
          root_view_id: view?.id,
          previous_view_id: null,
          state: {
            values: {
              note: { value: { type: "plain_text_input", value: "rent" } },
              search: { search: { type: "plain_text_input", value: "GB29" } },
              rails: { rail: { type: "static_select", selected_option: off } },
            },
          },
        },
        actions: [
          { type: "plain_text_input", block_id: "search", action_id: "search", value: "GB29" },
        ],
      },
    ]);
    expect(heard[1]).not.toHaveProperty("message");
    expect(heard[1]).not.toHaveProperty("response_url");
  });

  it("comes with a hash that lasts until the next update, whatever is typed", async () => {
    await using lookUp = await startLookUp();
    const { ana, heard, views } = lookUp;
    await ana.fill("Search", "G");
    await ana.fill("Search", "GB");
    const [first, second] = heard.map(({ view }) => ({ hash: "", ...view }));
    const view_id = first?.id ?? "";

    await views.update({ view_id, hash: second?.hash ?? "", view: modal("Two", [SEARCH]) });
    const late = views.update({ view_id, hash: first?.hash ?? "", view: modal("One", [SEARCH]) });

    expect(first?.hash).toBe(second?.hash);
    await expect(late).rejects.toThrow("hash_conflict");
    expect((await ana.modal())?.title.text).toBe("Two");
  });

  it("keeps what was typed through an update that starts the same input with another value", async () => {
    await using lookUp = await startLookUp();
    const { ana, views } = lookUp;
    await ana.fill("Search", "GB29");
    const { id: view_id = "" } = (await ana.modal()) ?? {};
    const restarted = (block_id: string): types.InputBlock => ({
      ...SEARCH,
      block_id,
      element: { type: "plain_text_input", action_id: "search", initial_value: "DE89" },
    });

    await views.update({
      view_id,
      view: modal("Look up", [restarted("search"), restarted("search-2"), section("below")]),
    });

    expect((await ana.modal())?.state.values).toMatchObject({
      search: { search: { value: "GB29" } },
      "search-2": { search: { value: "DE89" } },
    });
  });
});
