import { describe, expect, it } from "vitest";
import { assumed } from "../../../../src/sandbox/slack-workspace/assumptions.ts";
import * as sandbox from "../../../../src/sandbox/slack-workspace/blocks/read.ts";
import { rules } from "../../../../src/sandbox/slack-workspace/blocks/rules.ts";
import * as blocks from "../../../src/platform/slack/blocks/blocks.ts";
import * as elements from "../../../src/platform/slack/blocks/elements.ts";
import * as rich from "../../../src/platform/slack/blocks/rich-text.ts";
import { plain } from "../../../src/platform/slack/blocks/text.ts";
import { message, modal } from "../../../src/platform/slack/blocks/views.ts";
import { checkMessage, checkView, LimitError } from "../../../src/platform/slack/check-limits.ts";

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

describe("the look before sending", () => {
  it.each(HELD)("knows Slack's limit of %s", (name) => {
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
  const raw = (block: object) => ({ text: "Text", blocks: [JSON.parse(JSON.stringify(block))] });
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
  ])("of a message with %s says: %s", (_, path, given) => {
    expect(faultOf(() => checkMessage(given))).toBe(path);
  });

  it("of a view counts its bytes", () => {
    const view = { id: "v", title: "Rails", blocks: Array(98).fill(long) };
    expect(faultOf(() => checkView(modal(view)))).toBe("view");
  });
});

describe("what the builders draw", () => {
  const options = Array.from({ length: 250 }, (_, at) => elements.option("x".repeat(90), `${at}`));
  const few = options.slice(0, 3);
  const name = "Ana\n*bold* <!channel>\u202e :bank:";
  const primary = elements.button("Review", "a", "R-1", { says: "Review", isPrimary: true });
  const card = [
    blocks.header("x".repeat(200)),
    rich.richText(
      rich.section([rich.bold("🔴 First use"), false, rich.said(name)], [rich.user("U1"), name]),
      rich.section([rich.code("00-49")]),
      rich.quote([rich.user("U1"), `: ${name}`]),
      rich.preformatted("7xKX tg2C", "Bkhe TqA8"),
    ),
    blocks.context(blocks.ours("Expires ", rich.date("2026-11-06T10:24:00.000Z")), name, null),
    blocks.actions(primary, elements.overflow("c", few), elements.select("d", few, "1"), false),
  ];
  const group = elements.textInput("v", "", { min: 4, max: 4, isFocused: true });
  const reason = elements.textInput("v", "x".repeat(3_000), { isMultiline: true, max: 3_000 });
  const fields = [
    blocks.alert("x".repeat(300)),
    blocks.input("type", "Type", elements.radio("v", few, "1"), { isReported: true, hint: "Hint" }),
    blocks.input("tick", "Tick", elements.checkboxes("v", few), { isOptional: true }),
    blocks.input("group", "Group", group),
    blocks.input("reason", "Reason", reason),
    blocks.input("row", "Row", elements.select("v", options, "249")),
  ];

  it("is taken by Slack, as the sandbox reads its documents", () => {
    const here = { isPicture: () => true, mayReadFiles: true, assumed: assumed().blockKit };
    const whole = checkMessage(message("R-142 needs approval", ...card));
    const view = { id: "v", title: "New Rail", submit: "Review", metadata: "{}", blocks: fields };

    expect(sandbox.faultsOfMessage(whole, here)).toEqual([]);
    expect(sandbox.faultsOfView(checkView(modal(view)), here)).toEqual([]);
  });

  it("keeps foreign text on one line, and without a change of direction", () => {
    const texts = JSON.stringify(card).match(/Ana[^"]*/g) ?? [];
    expect(texts).toHaveLength(4);
    expect(new Set(texts)).toEqual(new Set(["Ana *bold* <!channel>\ufffd :bank:"]));
  });
});
