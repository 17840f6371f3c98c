import type { App, BlockAction, types, ViewOutput } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { button, modal, section, startAcme, startBolt, textInput } from "./bolt-app.ts";

const NAME = textInput("name", "Name");
const NOTE = textInput("note", "Note");
const more: types.ActionsBlock = { type: "actions", elements: [button("Add wallet", "add")] };

/**
 * A form with a second one over it, both filled in; `heard` holds the views as the app is sent
 * them.
 */
async function startStack(answer: (app: App) => void = () => {}) {
  const workspace = await startAcme();
  const heard: ViewOutput[] = [];
  const app = await startBolt(workspace, (bolt) => {
    bolt.command("/rail", async ({ ack, client, command }) => {
      await ack();
      const view = modal("New Rail", [NAME, NOTE, more], { external_id: "below" });
      await client.views.open({ trigger_id: command.trigger_id, view });
    });
    bolt.action<BlockAction>("add", async ({ ack, body, client }) => {
      if (body.view) heard.push(body.view);
      await ack();
      const view = modal("Add wallet", [NAME], { callback_id: "wallet" });
      await client.views.push({ trigger_id: body.trigger_id, view });
    });
    bolt.view("wallet", async ({ ack, view }) => {
      heard.push(view);
      await ack();
    });
    bolt.view("form", async ({ ack, view }) => {
      heard.push(view);
      await ack();
    });
    answer(bolt);
  });
  const ana = person(workspace.url, ANA);
  await ana.command(TREASURY, "/rail");
  const below = await ana.waitFor(ana.modal, "the form");
  await ana.fill("Name", "Payroll");
  await ana.fill("Note", "monthly");
  await ana.click("modal", "Add wallet");
  await ana.waitFor(
    async () => (await ana.modal())?.title.text === "Add wallet",
    "the second form",
  );
  await ana.fill("Name", "Cold wallet");
  return {
    ana,
    heard,
    below,
    views: workspace.client.views,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

describe("a view under another", () => {
  it("takes an update, which is seen with what was typed in it when the upper one closes", async () => {
    await using stack = await startStack();
    const { ana, below, views } = stack;
    const again = { ...NOTE, block_id: "note-again" };

    const { view: updated } = await views.update({
      view_id: below.id,
      view: modal("New Rail", [NAME, again, section("Cold wallet was added")]),
    });

    expect(updated).toMatchObject({ id: below.id, previous_view_id: null });
    expect(await ana.modal()).toMatchObject({
      title: { text: "Add wallet" },
      state: { values: { name: { value: { value: "Cold wallet" } } } },
    });
    expect(await ana.submit()).toEqual({ acknowledged: true, closed: true });
    const seen = await ana.modal();
    expect(seen).toMatchObject({
      id: below.id,
      blocks: [{}, {}, section("Cold wallet was added")],
    });
    expect(seen?.state.values).toMatchObject({
      name: { value: { value: "Payroll" } },
      "note-again": { value: { value: null } },
    });
  });

  it("can be updated from within the submission of the upper one, and then be submitted itself", async () => {
    await using stack = await startStack((app) =>
      app.view("wallet", async ({ client, view }) => {
        await client.views.update({
          view_id: view.previous_view_id ?? "",
          view: modal("New Rail", [NAME, NOTE, section("with a wallet")]),
        });
      }),
    );
    const { ana, heard } = stack;

    await ana.submit();
    const seen = await ana.waitFor(
      async () => ((await ana.modal())?.blocks.length === 3 ? ana.modal() : undefined),
      "the updated form",
    );
    await ana.submit();

    expect(seen.blocks[2]).toMatchObject(section("with a wallet"));
    expect(heard.at(-1)?.state.values).toMatchObject({
      name: { value: { value: "Payroll" } },
      note: { value: { value: "monthly" } },
    });
    expect(await ana.modal()).toBeUndefined();
  });

  it("is named in what the app hears of the upper one", async () => {
    await using stack = await startStack();
    const { ana, heard, below } = stack;

    await ana.submit();

    expect(heard).toMatchObject([
      { id: below.id, root_view_id: below.id, previous_view_id: null },
      { root_view_id: below.id, previous_view_id: below.id, callback_id: "wallet" },
    ]);
  });

  it("is found by its external_id too, and refuses a stale hash", async () => {
    await using stack = await startStack();
    const { ana, below, views } = stack;
    const view = modal("Changed", [NAME], { external_id: "below" });

    await views.update({ external_id: "below", hash: below.hash, view });
    const late = views.update({ view_id: below.id, hash: below.hash, view });

    await expect(late).rejects.toThrow("hash_conflict");
    await ana.close();
    expect((await ana.modal())?.title.text).toBe("Changed");
  });
});
