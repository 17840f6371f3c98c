import type { types, ViewOutput } from "@slack/bolt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ANA,
  BEN,
  CAL,
  RANDOM,
  type Seed,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { acmeWithHome, modal, plain, railOpens, startAcme, startBolt } from "./bolt-app.ts";

/** With a member who left, and channels of other kinds. */
const seed: Seed = {
  ...acmeWithHome,
  users: [
    ...acmeWithHome.users,
    { id: "U0LEFT001", name: "lea", realName: "Lea", isDeactivated: true },
  ],
  channels: [
    ...acmeWithHome.channels,
    { id: "C0VAULT01", name: "vault", isPrivate: true, members: [ANA] },
    { id: "C0BOARD01", name: "board", isPrivate: true, members: [BEN] },
    { id: "C0SHARED1", name: "shared", isShared: true, members: [ANA] },
  ],
};

const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });
const options = [option("One"), option("Two"), option("Three")];

/** What is entered, and what the app then reads in `state.values`. */
const inputs: [types.InputBlockElement, string | number | string[], object][] = [
  [{ type: "plain_text_input" }, "words", { value: "words" }],
  [{ type: "number_input", is_decimal_allowed: false }, "12", { value: "12" }],
  [{ type: "email_text_input" }, "ana@acme.example", { value: "ana@acme.example" }],
  [{ type: "url_text_input" }, "https://acme.example", { value: "https://acme.example" }],
  [{ type: "radio_buttons", options }, "Two", { selected_option: { value: "two" } }],
  [{ type: "static_select", options }, "Two", { selected_option: { value: "two" } }],
  [
    { type: "static_select", option_groups: [{ label: plain("All"), options }] },
    "three",
    { selected_option: { value: "three" } },
  ],
  [
    { type: "checkboxes", options },
    ["One", "Three"],
    { selected_options: [{ value: "one" }, { value: "three" }] },
  ],
  [{ type: "multi_static_select", options }, ["Two"], { selected_options: [{ value: "two" }] }],
  [{ type: "users_select" }, BEN, { selected_user: BEN }],
  [{ type: "multi_users_select" }, [BEN, CAL], { selected_users: [BEN, CAL] }],
  [{ type: "channels_select" }, RANDOM, { selected_channel: RANDOM }],
  [{ type: "multi_channels_select" }, [RANDOM], { selected_channels: [RANDOM] }],
  [{ type: "conversations_select" }, RANDOM, { selected_conversation: RANDOM }],
  [{ type: "multi_conversations_select" }, [RANDOM], { selected_conversations: [RANDOM] }],
  [{ type: "datepicker" }, "2026-11-21", { selected_date: "2026-11-21" }],
  [{ type: "timepicker" }, "10:32", { selected_time: "10:32" }],
  [{ type: "datetimepicker" }, 1_795_000_000, { selected_date_time: 1_795_000_000 }],
];

describe("an input", () => {
  let workspace: Awaited<ReturnType<typeof startAcme>>;
  let app: Awaited<ReturnType<typeof startBolt>>;
  /** What stands in the form that `/rail` opens. */
  let field: types.InputBlock;
  let handedOver: ViewOutput | undefined;
  beforeAll(async () => {
    workspace = await startAcme({ seed });
    app = await startBolt(workspace, (bolt) => {
      railOpens(bolt, () => modal("Form", [field]));
      bolt.view("form", async ({ ack, body, respond, view }) => {
        handedOver = view;
        await ack();
        const isTold = "response_urls" in body && body.response_urls?.length;
        if (isTold) await respond({ text: "Said there", response_type: "in_channel" });
      });
    });
  });
  afterAll(async () => {
    await app.stop();
    await workspace.stop();
  });

  async function opened(element: types.InputBlockElement, channel = TREASURY) {
    const own = { ...element, action_id: "value" };
    field = { type: "input", block_id: "field", label: plain("Field"), element: own };
    handedOver = undefined;
    const ana = person(workspace.url, ANA);
    await ana.close("all");
    await ana.command(channel, "/rail");
    return { ana, form: await ana.waitFor(ana.modal, "the form") };
  }

  async function submitted(element: types.InputBlockElement, value: string | number | string[]) {
    const { ana } = await opened(element);
    await ana.fill("Field", value);
    const { errors } = await ana.submit();
    return { errors, state: handedOver?.state.values.field?.value };
  }

  it.each(inputs)("%o hands over what was entered", async (element, value, state) => {
    expect(await submitted(element, value)).toMatchObject({
      errors: undefined,
      state: { type: element.type, ...state },
    });
  });

  it.each<[types.InputBlockElement, string, string]>([
    [{ type: "number_input", is_decimal_allowed: false }, "many", "Must be a number."],
    [{ type: "number_input", is_decimal_allowed: false }, "1.5", "Must be a whole number."],
    [
      { type: "number_input", is_decimal_allowed: true, min_value: "2" },
      "1.5",
      "Must be at least 2.",
    ],
    [
      { type: "number_input", is_decimal_allowed: true, max_value: "2" },
      "2.5",
      "Must be at most 2.",
    ],
    [{ type: "email_text_input" }, "ana", "Must be an email address."],
    [{ type: "url_text_input" }, "javascript:alert(1)", "Must be a web address."],
  ])("%o refuses %s", async (element, value, error) => {
    expect(await submitted(element, value)).toEqual({ errors: { field: error }, state: undefined });
  });

  it("refuses an option that it does not offer", async () => {
    await expect(submitted({ type: "static_select", options }, "Four")).rejects.toThrow(
      "no_such_option",
    );
  });

  it.each<[types.InputBlockElement, string | string[], string]>([
    [{ type: "users_select" }, "U0NOBODY", "no_such_option"],
    [{ type: "users_select" }, "U0LEFT001", "no_such_option"],
    [{ type: "multi_users_select" }, [BEN, "U0NOBODY"], "no_such_option"],
    [{ type: "channels_select" }, "C0NOWHERE", "no_such_option"],
    [{ type: "channels_select" }, "C0VAULT01", "no_such_option"],
    [{ type: "conversations_select" }, "C0BOARD01", "no_such_option"],
    [{ type: "conversations_select", filter: { include: ["private"] } }, RANDOM, "no_such_option"],
    [
      { type: "conversations_select", filter: { exclude_external_shared_channels: true } },
      "C0SHARED1",
      "no_such_option",
    ],
    [
      { type: "multi_conversations_select", filter: { exclude_bot_users: true } },
      ["D0ANA0001"],
      "no_such_option",
    ],
    [{ type: "multi_users_select", max_selected_items: 1 }, [BEN, CAL], "too_many_options"],
    [
      { type: "multi_static_select", options, max_selected_items: 1 },
      ["One", "Two"],
      "too_many_options",
    ],
  ])("%o does not let %s be chosen", async (element, value, error) => {
    await expect(submitted(element, value)).rejects.toThrow(error);
  });

  it.each<[types.InputBlockElement, string]>([
    [{ type: "conversations_select" }, "C0VAULT01"],
    [{ type: "conversations_select", filter: { include: ["im"] } }, "D0ANA0001"],
  ])("%o lets %s be chosen", async (element, value) => {
    expect(await submitted(element, value)).toMatchObject({
      state: { selected_conversation: value },
    });
  });

  it("hands over a response_url for the conversation, where it asks for one", async () => {
    const { ana } = await opened({ type: "conversations_select", response_url_enabled: true });

    await ana.choose("Field", RANDOM);
    await ana.submit();

    await ana.waitFor(async () => (await ana.messages(RANDOM))[0]?.text === "Said there", "it");
  });

  it.each<[string, types.InputBlockElement, object]>([
    ["with nothing else said", { type: "conversations_select" }, { selected_conversation: RANDOM }],
    [
      "but not before its initial_conversation",
      { type: "conversations_select", initial_conversation: TREASURY },
      { selected_conversation: TREASURY },
    ],
    [
      "and before initial_conversations, where it takes several",
      { type: "multi_conversations_select", initial_conversations: [TREASURY] },
      { selected_conversations: [RANDOM] },
    ],
  ])(
    "may start at the conversation in which its form was asked for, %s",
    async (_, select, state) => {
      const here = { default_to_current_conversation: true };
      const { form } = await opened(Object.assign(here, select), RANDOM);

      expect(form.state.values.field?.value).toMatchObject(state);
    },
  );
});
