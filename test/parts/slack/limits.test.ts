import { expect, it } from "vitest";
import * as blocks from "../../../src/platform/slack/blocks/blocks.ts";
import * as rich from "../../../src/platform/slack/blocks/rich-text.ts";
import { plain } from "../../../src/platform/slack/blocks/text.ts";
import { message, modal } from "../../../src/platform/slack/blocks/views.ts";
import { checkMessage, checkView, LimitError } from "../../../src/platform/slack/check-limits.ts";
import * as sandbox from "../../../src/sandbox/slack-workspace/blocks/read.ts";

const text = (length: number) => ({ type: "plain_text", text: "😀".repeat(length), emoji: false });
const times = <Item>(count: number, item: (nth: number) => Item) =>
  Array.from({ length: count }, (_, nth) => item(nth));
const options = (count: number) => times(count, (nth) => ({ text: text(1), value: `${nth}` }));
const button = (fields: object) => ({ type: "button", text: text(1), value: "x", ...fields });
const ofMessage = (...all: object[]) => ({ text: "Text", blocks: all });
const actions = (...elements: object[]) => ofMessage({ type: "actions", elements });
const view = (fields: object) => ({
  ...{ type: "modal", title: text(1), submit: text(1), blocks: [], ...fields },
});
const input = (element: object, fields: object = {}) =>
  view({ blocks: [{ type: "input", label: text(1), element, ...fields }] });
const field = (fields: object) => input({ type: "plain_text_input", ...fields });
const menu = (option: object) =>
  input({ type: "static_select", options: [{ text: text(1), value: "1", ...option }] });
const divider = () => ({ type: "divider" });

/** What Slack takes `most` of at most, and of some `least` at least. */
const LIMITED: readonly [string, (n: number) => object, most: number, least?: number][] = [
  ["blocks of a message", (n) => ofMessage(...times(n, divider)), 50],
  ["block_id", (n) => ofMessage({ ...divider(), block_id: "x".repeat(n) }), 255],
  ["section text", (n) => ofMessage({ type: "section", expand: true, text: text(n) }), 3_000, 1],
  ["header text", (n) => ofMessage({ type: "header", text: text(n) }), 150],
  ["context", (n) => ofMessage({ type: "context", elements: times(n, () => text(1)) }), 10, 1],
  ["actions", (n) => actions(...times(n, (nth) => button({ action_id: `${nth}` }))), 25, 1],
  ["button text", (n) => actions(button({ text: text(n) })), 75],
  ["button value", (n) => actions(button({ value: "x".repeat(n) })), 2_000],
  ["label", (n) => actions(button({ accessibility_label: "x".repeat(n) })), 75],
  ["action_id", (n) => actions(button({ action_id: "x".repeat(n) })), 255],
  ["overflow", (n) => actions({ type: "overflow", options: options(n) }), 5, 1],
  ["radio buttons", (n) => input({ type: "radio_buttons", options: options(n) }), 10, 1],
  ["checkboxes", (n) => input({ type: "checkboxes", options: options(n) }), 10, 1],
  ["select options", (n) => input({ type: "static_select", options: options(n) }), 100],
  ["option text", (n) => menu({ text: text(n) }), 75],
  ["option value", (n) => menu({ value: "x".repeat(n) }), 150],
  ["input label", (n) => input({ type: "plain_text_input" }, { label: text(n) }), 2_000],
  ["input hint", (n) => input({ type: "plain_text_input" }, { hint: text(n) }), 2_000],
  ["initial_value", (n) => field({ initial_value: "x".repeat(n) }), 3_000],
  ["alert text", (n) => view({ blocks: [{ type: "alert", text: text(n) }] }), 200],
  ["blocks of a modal", (n) => view({ blocks: times(n, divider) }), 100],
  ["private_metadata", (n) => view({ private_metadata: "x".repeat(n) }), 3_000],
  ["callback_id", (n) => view({ callback_id: "x".repeat(n) }), 255],
  ["modal title", (n) => view({ title: text(n) }), 24],
  ["modal submit", (n) => view({ submit: text(n) }), 24],
  ["modal close", (n) => view({ close: text(n) }), 24],
];

/** The rest, each as Slack takes it and as it does not. */
const RULES: readonly [string, object, object][] = [
  [
    "one block to a block_id",
    ofMessage(divider()),
    ofMessage(...times(2, () => ({ ...divider(), block_id: "a" }))),
  ],
  [
    "one element to an action_id",
    actions(button({})),
    actions(...times(2, () => button({ action_id: "a" }))),
  ],
  ["a type that Slack knows", ofMessage(divider()), ofMessage({ type: "marquee" })],
  ["submit beside an input", field({}), { ...field({}), submit: undefined }],
];

/** Where Slack would not take it; "taken" if it would. */
function faultOf(check: () => unknown): string {
  try {
    check();
    return "taken";
  } catch (error) {
    return error instanceof LimitError ? error.path : String(error);
  }
}

/** The sandbox read Slack's documents for itself: what it refuses, the look before sending refuses there. */
function expectAgreement(payload: object, isTaken: boolean): void {
  const given = JSON.parse(JSON.stringify(payload));
  const isView = "type" in payload;
  const found = isView ? sandbox.faultsOfView(given) : sandbox.faultsOfMessage(given);
  expect(found.length === 0).toBe(isTaken);
  const ours = faultOf(() => (isView ? checkView(given) : checkMessage(given)));
  if (isTaken) {
    expect(ours).toBe("taken");
    return;
  }
  const path = `/${ours.replaceAll(".", "/")}`;
  const [{ pointer = "" } = {}] = found;
  expect(pointer.startsWith(path), `${path} leads to ${pointer}`).toBe(true);
}

it.each(LIMITED)("the look before sending knows Slack's limit of %s", (_, of, most, least = 0) => {
  expectAgreement(of(most), true);
  expectAgreement(of(most + 1), false);
  if (least > 0) expectAgreement(of(least - 1), false);
});

it.each(RULES)("the look before sending knows %s", (_, within, beyond) => {
  expectAgreement(within, true);
  expectAgreement(beyond, false);
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
