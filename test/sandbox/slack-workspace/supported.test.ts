import type {
  ActionsBlockElement,
  ContextActionsBlockElement,
  InputBlockElement,
  KnownBlock,
  SectionBlockAccessory,
  URLSourceElement,
} from "@slack/types";
import { describe, expect, it } from "vitest";
import { assumed } from "../../../src/sandbox/slack-workspace/assumptions.ts";
import { faultsOfMessage } from "../../../src/sandbox/slack-workspace/blocks/read.ts";

type Element =
  | ActionsBlockElement
  | ContextActionsBlockElement
  | InputBlockElement
  | SectionBlockAccessory
  | URLSourceElement;

/** Every block that the types know: `tsc` fails where a newer version of them knows another. */
const blocks: Record<KnownBlock["type"], "supported" | "not supported"> = {
  actions: "supported",
  alert: "supported",
  card: "supported",
  carousel: "not supported",
  container: "supported",
  context: "supported",
  context_actions: "not supported",
  data_table: "supported",
  divider: "supported",
  file: "supported",
  header: "supported",
  image: "supported",
  input: "supported",
  markdown: "supported",
  plan: "not supported",
  rich_text: "supported",
  section: "supported",
  table: "supported",
  task_card: "not supported",
  video: "supported",
};

const elements: Record<Element["type"], "supported" | "not supported"> = {
  button: "supported",
  channels_select: "supported",
  checkboxes: "supported",
  conversations_select: "supported",
  datepicker: "supported",
  datetimepicker: "supported",
  email_text_input: "supported",
  external_select: "supported",
  feedback_buttons: "not supported",
  file_input: "supported",
  icon_button: "not supported",
  image: "supported",
  multi_channels_select: "supported",
  multi_conversations_select: "supported",
  multi_external_select: "supported",
  multi_static_select: "supported",
  multi_users_select: "supported",
  number_input: "supported",
  overflow: "supported",
  plain_text_input: "supported",
  radio_buttons: "supported",
  rich_text_input: "supported",
  static_select: "supported",
  timepicker: "supported",
  url: "not supported",
  url_text_input: "supported",
  users_select: "supported",
  workflow_button: "supported",
};

const blockKit = { isPicture: () => true, mayReadFiles: true, assumed: assumed().blockKit };

/** What is said against its type; undefined where it is taken. */
function whyNot(block: object, pointer: string): string | undefined {
  const faults = faultsOfMessage({ blocks: [block] }, blockKit);
  return faults.find((fault) => fault.pointer === pointer)?.message;
}

describe("what this workspace does not have it says", () => {
  it.each(Object.entries(blocks))("block %s: %s", (type, verdict) => {
    const refusal = `"${type}" is not supported by this workspace`;

    expect(whyNot({ type }, "/blocks/0/type")).toBe(verdict === "supported" ? undefined : refusal);
  });

  it.each(Object.entries(elements))("element %s: %s", (type, verdict) => {
    const refusals = [
      whyNot({ type: "input", element: { type } }, "/blocks/0/element/type"),
      whyNot({ type: "actions", elements: [{ type }] }, "/blocks/0/elements/0/type"),
      whyNot({ type: "section", accessory: { type } }, "/blocks/0/accessory/type"),
    ];

    if (verdict === "supported") expect(refusals).toContain(undefined);
    else
      expect(new Set(refusals)).toEqual(new Set([`"${type}" is not supported by this workspace`]));
  });

  it("tells apart what Slack does not know, and what stands in the wrong place", () => {
    expect(whyNot({ type: "sectoin" }, "/blocks/0/type")).toBe(
      '"sectoin" is no type that Slack knows',
    );
    expect(whyNot({ type: "button" }, "/blocks/0/type")).toBe('"button" cannot be used here');
  });
});
