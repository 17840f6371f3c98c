import { expect, it } from "vitest";
import * as blocks from "../../../src/platform/slack/blocks/blocks.ts";
import * as rich from "../../../src/platform/slack/blocks/rich-text.ts";
import { plain } from "../../../src/platform/slack/blocks/text.ts";
import { message, modal } from "../../../src/platform/slack/blocks/views.ts";
import { checkMessage, checkView, LimitError } from "../../../src/platform/slack/check-limits.ts";
import { rules } from "../../../src/sandbox/slack-workspace/blocks/rules.ts";

/** The sandbox read Slack's documents for itself: its examples, as our builders would draw them. */
const HELD = [
  "blocks of a message, block_id, one block to a block_id, section text, header text",
  "section text that is empty, context elements, no context element, actions elements",
  "no actions element, one element to an action_id, input label, input hint, alert text",
  "a type that Slack knows, button text, button value, accessibility label",
  "action_id, overflow options, no overflow option, radio buttons, no radio button, checkboxes",
  "no checkbox, select options, options of a group, group label, option groups, option text",
  "option value, option description, initial_value, blocks of a modal",
  "private_metadata, callback_id, modal title, modal submit, modal close, submit beside an input",
].flatMap((names) => names.split(", "));

const asOurs = (payload: object) =>
  JSON.parse(JSON.stringify(payload), (_, value) => {
    if (value?.type === "section") return { ...value, expand: true };
    const isText = value?.type === "mrkdwn" || value?.type === "plain_text";
    return isText ? plain(value.text) : value;
  });

/** Where Slack would not take it; "taken" if it would. */
function faultOf(check: () => unknown): string {
  try {
    check();
    return "taken";
  } catch (error) {
    return error instanceof LimitError ? error.path : String(error);
  }
}

it.each(HELD)("the look before sending knows Slack's limit of %s", (name) => {
  const rule = rules.find((each) => each.name === name);
  const { surface, within = {}, beyond = {}, pointer = "" } = rule ?? {};
  const check = (payload: object) => () =>
    surface === "message"
      ? checkMessage({ text: "Text", ...asOurs(payload) })
      : checkView(asOurs(payload));

  expect(faultOf(check(within))).toBe("taken");
  const path = `/${faultOf(check(beyond)).replaceAll(".", "/")}`;
  expect(pointer.startsWith(path), `${path} leads to ${pointer}`).toBe(true);
});

const short = blocks.header("x");
const long = rich.richText(rich.preformatted("x".repeat(2_600)));
const raw = (block: unknown) => ({ text: "Text", blocks: [JSON.parse(JSON.stringify(block))] });
const ours = (text: string) => raw(blocks.context({ type: "mrkdwn", text }));
const leaf = (element: object) =>
  raw({ type: "rich_text", elements: [{ type: "rich_text_section", elements: [element] }] });
const LEAF = "blocks.0.elements.0.elements.0";
const emoji = { type: "plain_text", text: "Text", emoji: true };
it.each([
  ["text over 4,000", "text", message("x".repeat(4_001), short)],
  ["a link in its text", "text", message("<https://evil.example|Pay>", short)],
  ["a call for all in its text", "text", message("<!channel>", short)],
  ["a mention in its text", "taken", message("<@U1> can approve", short)],
  ["13,000 characters of JSON", "blocks", message("Text", ...Array(5).fill(long))],
  ["an alert", "blocks.0", message("Text", blocks.alert("First Rail to this wallet"))],
  ["emoji names", "blocks.0.text", raw({ ...short, text: emoji })],
  ["text that Slack would fold", "blocks.0", raw({ type: "section", text: plain("Text") })],
  ["a call for all", LEAF, leaf({ type: "broadcast" })],
  ["half a character", `${LEAF}.text`, leaf({ type: "text", text: "\ud800" })],
  ["bold text of anybody's", "blocks.0.elements.0", ours("*Payable*")],
  ["a link of anybody's", "blocks.0.elements.0", ours("<https://evil.example|Acme>")],
  ["our words", "taken", ours("To <!date^1^{date} at {time}|2026-11-06 10:24 UTC> · <@U1>")],
])("of a message with %s it says: %s", (_, path, given) => {
  expect(faultOf(() => checkMessage(given))).toBe(path);
});

it("counts the bytes of a view", () => {
  const view = { id: "v", title: "Rails", blocks: Array(98).fill(long) };
  expect(faultOf(() => checkView(modal(view)))).toBe("view");
});
