import type { types } from "@slack/bolt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { modal, plain, railOpens, startAcme, startBolt } from "./bolt-app.ts";

const offer = (...names: string[]) => names.map((name) => ({ text: plain(name), value: name }));

const selects: types.KnownBlock[] = [
  {
    type: "input",
    block_id: "one",
    label: plain("Wallet"),
    element: { type: "external_select", action_id: "wallet", min_query_length: 2 },
  },
  {
    type: "input",
    block_id: "many",
    label: plain("Wallets"),
    element: { type: "multi_external_select", action_id: "wallet" },
  },
];

describe("an external select", () => {
  const heard: Record<string, unknown>[] = [];
  let answer: object = {};
  let workspace: Awaited<ReturnType<typeof startAcme>>;
  let app: Awaited<ReturnType<typeof startBolt>>;

  beforeAll(async () => {
    workspace = await startAcme();
    app = await startBolt(workspace, (bolt) => {
      railOpens(bolt, () => modal("Form", selects));
      bolt.options("wallet", async ({ ack, body }) => {
        heard.push({ ...body });
        await ack(Object.assign({ options: [] }, answer));
      });
      bolt.action("wallet", async ({ ack, body }) => {
        heard.push({ ...body });
        await ack();
      });
      bolt.view("form", async ({ ack, view }) => {
        heard.push(view.state.values);
        await ack();
      });
    });
  });
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await workspace?.stop();
  });
  beforeEach(() => {
    heard.length = 0;
  });

  async function opened() {
    const ana = person(workspace.url, ANA);
    await ana.command(TREASURY, "/rail");
    await ana.waitFor(ana.modal, "the form");
    return ana;
  }

  it("asks the app what to offer, and hands over what is chosen of it", async () => {
    const ana = await opened();
    answer = { options: offer("Payroll", "Payments") };

    expect(await ana.suggest("Wallet", "pay")).toMatchObject({
      options: offer("Payroll", "Payments"),
    });
    expect(heard).toMatchObject([
      {
        type: "block_suggestion",
        block_id: "one",
        action_id: "wallet",
        value: "pay",
        user: { id: ANA },
        container: { type: "view" },
        view: { callback_id: "form" },
      },
    ]);
    expect(heard[0]).not.toHaveProperty("response_url");
    await ana.fill("Wallet", "Payroll");
    // What was chosen before may stay, whatever is found after it.
    await ana.suggest("Wallets", "pay");
    await ana.fill("Wallets", ["Payments"]);
    answer = { options: offer("Float") };
    await ana.suggest("Wallets", "flo");
    await ana.fill("Wallets", ["Payments", "Float"]);
    await ana.submit();

    expect(heard.at(-1)).toMatchObject({
      one: { wallet: { type: "external_select", selected_option: { value: "Payroll" } } },
      many: { wallet: { selected_options: [{ value: "Payments" }, { value: "Float" }] } },
    });
  });

  it("takes options in groups", async () => {
    const ana = await opened();
    answer = {
      options: undefined,
      option_groups: [{ label: plain("Ours"), options: offer("Payroll") }],
    };

    expect(await ana.suggest("Wallet", "pay")).toMatchObject({
      option_groups: [{ label: { text: "Ours" }, options: [{ value: "Payroll" }] }],
    });
    await ana.fill("Wallet", "Payroll");
  });

  it("asks nothing before enough is typed: three characters, unless it says otherwise", async () => {
    const ana = await opened();

    await expect(ana.suggest("Wallet", "p")).rejects.toThrow("Type at least 2 characters.");
    await expect(ana.suggest("Wallets", "pa")).rejects.toThrow("Type at least 3 characters.");
    expect(heard).toEqual([]);
  });

  it("offers nothing that was not found for this person", async () => {
    const ana = await opened();
    answer = { options: offer("Payroll") };
    await ana.suggest("Wallet", "pay");

    await expect(ana.fill("Wallet", "Elsewhere")).rejects.toThrow("no_such_option");
    const ben = person(workspace.url, BEN);
    await ben.command(TREASURY, "/rail");
    await ben.waitFor(ben.modal, "the form");
    await expect(ben.fill("Wallet", "Payroll")).rejects.toThrow("no_such_option");
  });

  it.each([
    ["more than a hundred", { options: offer(...Array.from({ length: 101 }, (_, at) => `${at}`)) }],
    ["options that are none", { options: [{ text: "Payroll", value: "Payroll" }] }],
    ["options and groups", { options: offer("x"), option_groups: [] }],
  ])("says that an answer could not be used: %s", async (_, wrong) => {
    const ana = await opened();
    answer = wrong;

    expect(await ana.suggest("Wallet", "pay")).toMatchObject({
      failure: expect.stringContaining("could not be used"),
    });
  });

  it("stands in a message too, and tells the app of the choice at once", async () => {
    const { ts = "" } = await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "card",
      blocks: [{ type: "actions", elements: [{ type: "external_select", action_id: "wallet" }] }],
    });
    const ana = person(workspace.url, ANA);
    const target = { channel: TREASURY, ts };
    answer = { options: offer("Payroll") };

    await ana.suggest("wallet", "pay", { target });
    await ana.fill("wallet", "Payroll", { target });

    expect(heard).toMatchObject([
      { type: "block_suggestion", container: { type: "message", message_ts: ts }, message: { ts } },
      { type: "block_actions", actions: [{ selected_option: { value: "Payroll" } }] },
    ]);
  });

  it("says so when the app does not answer", async () => {
    await using alone = await startAcme();
    const { ts = "" } = await alone.client.chat.postMessage({
      channel: TREASURY,
      text: "card",
      blocks: [{ type: "actions", elements: [{ type: "external_select", action_id: "wallet" }] }],
    });
    const target = { channel: TREASURY, ts };

    expect(await person(alone.url, ANA).suggest("wallet", "pay", { target })).toMatchObject({
      failure: expect.stringContaining("the app is not connected"),
    });
  });
});
