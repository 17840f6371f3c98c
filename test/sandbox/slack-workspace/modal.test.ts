import type { App, BlockAction, ViewOutput, ViewResponseAction } from "@slack/bolt";
import { expect, it, test } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { type Acme, openAcme } from "../support/acme.ts";
import { actions, input, modal, options, plain, railOpens, section } from "../support/blocks.ts";
import { openSocket } from "../support/raw-app.ts";

const NAME = input("name", "Name", { min_length: 3, max_length: 12 });
const NOTE = input("note", "Note", {}, { optional: true });
const TYPE = input(
  "type",
  "Rail type",
  { type: "radio_buttons", action_id: "choose", options: options("On-ramp", "Off-ramp") },
  { dispatch_action: true },
);

/** A person types the command, and sees its form. */
async function openForm(acme: Acme, userId = ANA) {
  const person = acme.as(userId);
  await person.say(TREASURY, "/rail new");
  const view = await acme.until(person.modal, "the form");
  return { person, view, titled: async () => (await person.modal())?.title.text };
}

test("a form is each person's own, held back while a field breaks its rules, and sent as it was filled in", async () => {
  const submitted: ViewOutput[] = [];
  await using acme = await openAcme({}, (bolt) => {
    railOpens(bolt, () => modal("New Rail", [TYPE, NAME, NOTE], { private_metadata: "m" }));
    bolt.action("choose", ({ ack }) => ack());
    bolt.view("form", async ({ ack, view }) => {
      submitted.push(view);
      await ack();
    });
  });
  const { person: ana } = await openForm(acme);
  expect(await acme.as(BEN).modal()).toBeUndefined();
  const { person: ben } = await openForm(acme, BEN);
  await ben.fill("Name", "Ben's");

  await ana.fill("Name", "ab");
  const errors = {
    type: "Please complete this required field.",
    name: "Must be at least 3 characters (it has 2).",
  };
  expect(await ana.submit()).toEqual({ acknowledged: false, closed: false, errors });
  expect(await ana.modal()).toMatchObject({ errors, state: { values: { note: EMPTY } } });
  await ana.fill("Name", "a name that is too long");
  expect((await ana.submit()).errors?.name).toBe("Must be at most 12 characters (it has 23).");
  expect(submitted).toEqual([]);

  await ana.fill("Name", "Payroll");
  await ana.fill("Rail type", "Off-ramp");
  expect(await ana.submit()).toEqual({ acknowledged: true, closed: true });
  expect(await ana.modal()).toBeUndefined();
  expect(submitted).toMatchObject([
    {
      ...{ callback_id: "form", private_metadata: "m", title: { text: "New Rail" } },
      ...{ previous_view_id: null, root_view_id: submitted[0]?.id },
    },
  ]);
  const text = { ...plain("Off-ramp"), emoji: true };
  expect(submitted[0]?.state.values).toEqual({
    type: { choose: { type: "radio_buttons", selected_option: { text, value: "off-ramp" } } },
    name: { value: { type: "plain_text_input", value: "Payroll" } },
    note: { value: { type: "plain_text_input", value: null } },
  });
  expect(await ben.modal()).toMatchObject({ state: { values: { name: filled("Ben's") } } });
});

const filled = (value: string | null) => ({ value: { value } });
const EMPTY = filled(null);
const AGAIN = { ...NAME, block_id: "name-again" };
const TAKEN = { errors: { name: "Already taken" } };
const unusable = (words: string) => ({ failure: expect.stringContaining(words) });

it.each<[string, ViewResponseAction, outcome: object, seen: object]>([
  ["its errors", { response_action: "errors", ...TAKEN }, TAKEN, TAKEN],
  [
    "an error on no field",
    { response_action: "errors", errors: { nmae: "x" } },
    unusable("no input block nmae"),
    {},
  ],
  [
    "another view",
    { response_action: "update", view: modal("Review", [NAME, AGAIN]) },
    {},
    { title: { text: "Review" } },
  ],
  [
    "a view that Slack would refuse",
    { response_action: "update", view: modal("x".repeat(25)) },
    unusable("/view/title/text"),
    {},
  ],
])("a form that is answered with %s keeps what was typed", async (_, answer, outcome, seen) => {
  await using acme = await openAcme({}, (bolt) => {
    railOpens(bolt, () => modal("New Rail", [NAME]));
    bolt.view("form", ({ ack }) => ack(answer));
  });
  const { person: ana, view } = await openForm(acme);
  await ana.fill("Name", "Payroll");

  expect(await ana.submit()).toEqual({ acknowledged: true, closed: false, ...outcome });

  const after = await ana.modal();
  expect(after).toMatchObject({ id: view.id, title: view.title, errors: {}, ...seen });
  const { name, ...others } = after?.state.values ?? {};
  expect(name).toMatchObject(filled("Payroll"));
  // The same input under another block_id is a new one.
  expect(Object.values(others)).toMatchObject("title" in seen ? [EMPTY] : []);
  expect(after?.hash === view.hash).toBe(!("title" in seen));
  await ana.fill("Name", "Payroll 2");
  expect((await ana.modal())?.errors).toEqual({});
});

test("two more views go on top, and close one by one, at once, or when the app says so", async () => {
  let isEnough = false;
  await using acme = await openAcme({}, (bolt) => {
    railOpens(bolt, () => modal("1"));
    bolt.view("form", ({ ack, view }) => {
      const next = modal(String(Number(view.title.text) + 1));
      return ack(isEnough ? { response_action: "clear" } : { response_action: "push", view: next });
    });
  });
  const { person: ana, view: first, titled } = await openForm(acme);
  await ana.submit();
  await ana.submit();

  expect(await ana.modal()).toMatchObject({ title: { text: "3" }, root_view_id: first.id });
  expect(await ana.submit()).toMatchObject(unusable("push_limit_reached"));
  await ana.close();
  expect(await ana.modal()).toMatchObject({ title: { text: "2" }, previous_view_id: first.id });
  await ana.close("all");
  expect(await ana.modal()).toBeUndefined();
  await openForm(acme);
  await ana.submit();
  expect(await titled()).toBe("2");
  isEnough = true;
  expect(await ana.submit()).toEqual({ acknowledged: true, closed: true });
  expect(await ana.modal()).toBeUndefined();
});

/** A form with a second one over it, both filled in, and what the app is sent of them. */
async function openStack(listen: (bolt: App) => void = () => {}) {
  const heard: ViewOutput[] = [];
  const acme = await openAcme({}, (bolt) => {
    railOpens(bolt, () => modal("New Rail", [NAME, NOTE, actions(["Add wallet", "add"])]));
    bolt.action<BlockAction>("add", async ({ ack, body, client }) => {
      if (body.view) heard.push(body.view);
      await ack();
      const view = modal("Add wallet", [NAME], { callback_id: "wallet" });
      await client.views.push({ trigger_id: body.trigger_id, view });
    });
    for (const id of ["wallet", "form"]) {
      bolt.view(id, async ({ ack, view }) => {
        heard.push(view);
        await ack();
      });
    }
    listen(bolt);
  });
  const { person: ana, view: below, titled } = await openForm(acme);
  await ana.fill("Name", "Payroll");
  await ana.fill("Note", "monthly");
  await ana.press("modal", "Add wallet");
  await acme.until(async () => (await titled()) === "Add wallet", "the second form");
  await ana.fill("Name", "Cold wallet");
  const { views } = acme.client;
  return Object.assign(acme, { ana, heard, below, views });
}

test("a view under another takes an update, unless its hash is stale, and keeps what was typed", async () => {
  await using stack = await openStack();
  const { ana, below, views } = stack;
  const added = section("Cold wallet was added");
  const again = { ...NOTE, block_id: "note-again" };
  const change = {
    ...{ view_id: below.id, hash: below.hash },
    view: modal("New Rail", [NAME, again, added]),
  };

  const { view: updated } = await views.update(change);
  await expect(views.update(change)).rejects.toThrow("hash_conflict");

  expect(updated).toMatchObject({ id: below.id, previous_view_id: null });
  const upper = {
    title: { text: "Add wallet" },
    state: { values: { name: filled("Cold wallet") } },
  };
  expect(await ana.modal()).toMatchObject(upper);
  expect(await ana.submit()).toEqual({ acknowledged: true, closed: true });
  const values = { name: filled("Payroll"), "note-again": EMPTY };
  const seen = { id: below.id, blocks: [{}, {}, added], state: { values } };
  expect(await ana.modal()).toMatchObject(seen);
});

test("a view under another is named in what the app hears of the upper one, and can be submitted after it", async () => {
  await using stack = await openStack((bolt) =>
    bolt.view("wallet", async ({ client, view: { previous_view_id: view_id } }) => {
      const view = modal("New Rail", [NAME, NOTE, section("with a wallet")]);
      await client.views.update({ view_id: view_id ?? "", view });
    }),
  );
  const { ana, heard, below } = stack;

  await ana.submit();
  const isUpdated = async () => (await ana.modal())?.blocks[2]?.type === "section";
  await stack.until(isUpdated, "the updated form");
  await ana.submit();

  expect(heard).toMatchObject([
    { id: below.id, root_view_id: below.id, previous_view_id: null },
    { root_view_id: below.id, previous_view_id: below.id, callback_id: "wallet" },
    { id: below.id, state: { values: { name: filled("Payroll"), note: filled("monthly") } } },
  ]);
  expect(await ana.modal()).toBeUndefined();
});

test("a trigger opens one modal, within three seconds, and is not spent on a view that is refused", async () => {
  let now = Date.now();
  await using acme = await openAcme({ now: () => now });
  using app = await openSocket(acme.slack);
  const ana = acme.as(ANA);
  const trigger = async () => {
    const saying = ana.say(TREASURY, "/rail");
    const envelope = await app.take();
    await saying;
    return String(envelope?.payload.trigger_id);
  };
  const open = (trigger_id: string, title: string) =>
    acme.client.views.open({ trigger_id, view: modal(title) });
  const [first, late] = [await trigger(), await trigger()];

  await expect(open(first, "x".repeat(25))).rejects.toThrow("invalid_arguments");
  expect(await open(first, "Fits")).toMatchObject({ ok: true, view: { title: { text: "Fits" } } });
  await expect(open(first, "Second")).rejects.toThrow("exchanged_trigger_id");
  now += 3_001;
  await expect(open(late, "Late")).rejects.toThrow("expired_trigger_id");
});
