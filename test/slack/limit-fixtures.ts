import type { PlainTextOption } from "@slack/types";

export const plain = (text: string) => ({ type: "plain_text", text, emoji: false }) as const;
export const x = (length: number) => "😀".repeat(length);
export const options = (count: number): PlainTextOption[] =>
  Array.from({ length: count }, (_, index) => ({ text: plain("One"), value: `${index}` }));
export const times = <Item>(count: number, item: Item): Item[] =>
  Array.from({ length: count }, () => item);

export const heading = { type: "header", text: plain("Heading") };
export const button = (fields: object = {}) => ({
  type: "actions",
  elements: [{ type: "button", text: plain("Go"), ...fields }],
});
export const input = (element: object, fields: object = {}) => ({
  type: "input",
  label: plain("Label"),
  element,
  ...fields,
});
export const textInput = (fields: object = {}) => input({ type: "plain_text_input", ...fields });
export const select = (fields: object) => input({ type: "static_select", ...fields });
export const richText = (...elements: object[]) => ({ type: "rich_text", elements });
export const paragraph = (...elements: object[]) => ({ type: "rich_text_section", elements });
export const accessory = (element: object) => ({
  type: "section",
  expand: true,
  text: plain("Text"),
  accessory: element,
});

/** Its name, a block that is just within it, the same just beyond it, and where the fault is. */
type Limit = [name: string, within: object, beyond: object, pointer: string];

// biome-ignore format: one limit a line
export const blockLimits: Limit[] = [
  ["header text", { type: "header", text: plain(x(150)) }, { type: "header", text: plain(x(151)) }, "/text/text"],
  ["section text", { type: "section", expand: true, text: plain(x(3_000)) }, { type: "section", expand: true, text: plain(x(3_001)) }, "/text/text"],
  ["empty text", { type: "section", expand: true, text: plain("x") }, { type: "section", expand: true, text: plain("") }, "/text/text"],
  ["alt text", { type: "image", slack_file: { id: "F0ACME0001" }, alt_text: x(2_000) }, { type: "image", slack_file: { id: "F0ACME0001" }, alt_text: x(2_001) }, "/alt_text"],
  ["image title", { type: "image", slack_file: { id: "F0ACME0001" }, alt_text: "x", title: plain(x(2_000)) }, { type: "image", slack_file: { id: "F0ACME0001" }, alt_text: "x", title: plain(x(2_001)) }, "/title/text"],
  ["actions elements", { type: "actions", elements: times(25, { type: "button", text: plain("Go") }) }, { type: "actions", elements: times(26, { type: "button", text: plain("Go") }) }, "/elements"],
  ["no actions at all", button(), { type: "actions", elements: [] }, "/elements"],
  ["button text", button({ text: plain(x(75)) }), button({ text: plain(x(76)) }), "/elements/0/text/text"],
  ["button value", button({ value: x(2_000) }), button({ value: x(2_001) }), "/elements/0/value"],
  ["button address", button({ url: `https://a.example/${"x".repeat(2_000)}` }), button({ url: `https://a.example/${"x".repeat(3_000)}` }), "/elements/0/url"],
  ["a thing that is no address", button({ url: "https://a.example" }), button({ url: "a.example" }), "/elements/0/url"],
  ["accessibility label", button({ accessibility_label: x(75) }), button({ accessibility_label: x(76) }), "/elements/0/accessibility_label"],
  ["button style", button({ style: "danger" }), button({ style: "red" }), "/elements/0/style"],
  ["action_id", button({ action_id: x(255) }), button({ action_id: x(256) }), "/elements/0/action_id"],
  ["block_id", { ...heading, block_id: x(255) }, { ...heading, block_id: x(256) }, "/block_id"],
  ["confirm title", button({ confirm: { title: plain(x(100)), text: plain("x") } }), button({ confirm: { title: plain(x(101)), text: plain("x") } }), "/elements/0/confirm/title/text"],
  ["confirm text", button({ confirm: { text: plain(x(300)) } }), button({ confirm: { text: plain(x(301)) } }), "/elements/0/confirm/text/text"],
  ["confirm button", button({ confirm: { text: plain("x"), confirm: plain(x(30)) } }), button({ confirm: { text: plain("x"), confirm: plain(x(31)) } }), "/elements/0/confirm/confirm/text"],
  ["deny button", button({ confirm: { text: plain("x"), deny: plain(x(30)) } }), button({ confirm: { text: plain("x"), deny: plain(x(31)) } }), "/elements/0/confirm/deny/text"],
  ["radio buttons", accessory({ type: "radio_buttons", options: options(10) }), accessory({ type: "radio_buttons", options: options(11) }), "/accessory/options"],
  ["checkboxes", accessory({ type: "checkboxes", options: options(10) }), accessory({ type: "checkboxes", options: options(11) }), "/accessory/options"],
  ["an input element as an accessory", accessory({ type: "users_select" }), accessory({ type: "plain_text_input" }), "/accessory/type"],
  ["an empty paragraph", richText(paragraph({ type: "text", text: "x" })), richText(paragraph()), "/elements/0/elements"],
  ["an empty leaf", richText(paragraph({ type: "text", text: "x" })), richText(paragraph({ type: "text", text: "" })), "/elements/0/elements/0/text"],
  ["a date leaf", richText(paragraph({ type: "date", timestamp: 1, format: "{ago}" })), richText(paragraph({ type: "date", timestamp: Number.NaN, format: "{ago}" })), "/elements/0/elements/0/timestamp"],
  ["a user leaf in preformatted text", richText({ type: "rich_text_preformatted", elements: [{ type: "text", text: "x" }] }), richText({ type: "rich_text_preformatted", elements: [{ type: "user", user_id: "U1" }] }), "/elements/0/elements/0/type"],
  ["a lone surrogate", { type: "header", text: plain("x") }, { type: "header", text: plain("\uD800") }, "/text/text"],
  ["markup in a header", { type: "header", text: plain("x") }, { type: "header", text: { type: "mrkdwn", text: "x" } }, "/text/type"],
  ["an unknown field", heading, { ...heading, colour: "red" }, "/colour"],
  ["an unknown block", heading, { type: "marquee" }, "/type"],
];

/** The same for input blocks, which stand in modals. */
// biome-ignore format: one limit a line
export const inputLimits: Limit[] = [
  ["label", input({ type: "plain_text_input" }, { label: plain(x(2_000)) }), input({ type: "plain_text_input" }, { label: plain(x(2_001)) }), "/label/text"],
  ["hint", input({ type: "plain_text_input" }, { hint: plain(x(2_000)) }), input({ type: "plain_text_input" }, { hint: plain(x(2_001)) }), "/hint/text"],
  ["placeholder", textInput({ placeholder: plain(x(150)) }), textInput({ placeholder: plain(x(151)) }), "/element/placeholder/text"],
  ["max_length", textInput({ max_length: 3_000 }), textInput({ max_length: 3_001 }), "/element/max_length"],
  ["initial_value", textInput({ initial_value: x(3_000) }), textInput({ initial_value: x(3_001) }), "/element/initial_value"],
  ["initial_value beyond max_length", textInput({ initial_value: "abc", max_length: 3 }), textInput({ initial_value: "abcd", max_length: 3 }), "/element/initial_value"],
  ["select options", select({ options: options(100) }), select({ options: options(101) }), "/element/options"],
  ["option groups", select({ option_groups: times(100, { label: plain("x"), options: options(1) }) }), select({ option_groups: times(101, { label: plain("x"), options: options(1) }) }), "/element/option_groups"],
  ["options of a group", select({ option_groups: [{ label: plain("x"), options: options(100) }] }), select({ option_groups: [{ label: plain("x"), options: options(101) }] }), "/element/option_groups/0/options"],
  ["group label", select({ option_groups: [{ label: plain(x(75)), options: options(1) }] }), select({ option_groups: [{ label: plain(x(76)), options: options(1) }] }), "/element/option_groups/0/label/text"],
  ["options and option_groups", select({ options: options(1) }), select({ options: options(1), option_groups: [{ label: plain("x"), options: options(1) }] }), "/element"],
  ["neither options nor option_groups", select({ options: options(1) }), select({}), "/element"],
  ["an initial_option that is not offered", select({ options: options(2), initial_option: options(2)[1] }), select({ options: options(2), initial_option: { text: plain("Two"), value: "1" } }), "/element/initial_option"],
  ["initial_options that are not offered", input({ type: "checkboxes", options: options(2), initial_options: options(2) }), input({ type: "checkboxes", options: options(2), initial_options: options(3) }), "/element/initial_options/2"],
  ["option text", select({ options: [{ text: plain(x(75)), value: "1" }] }), select({ options: [{ text: plain(x(76)), value: "1" }] }), "/element/options/0/text/text"],
  ["option value", select({ options: [{ text: plain("x"), value: x(150) }] }), select({ options: [{ text: plain("x"), value: x(151) }] }), "/element/options/0/value"],
  ["option description", select({ options: [{ text: plain("x"), value: "1", description: plain(x(75)) }] }), select({ options: [{ text: plain("x"), value: "1", description: plain(x(76)) }] }), "/element/options/0/description/text"],
  ["markup in a select's option", select({ options: options(1) }), select({ options: [{ text: { type: "mrkdwn", text: "x" }, value: "1" }] }), "/element/options/0/text/type"],
  ["a button as an input", input({ type: "number_input", is_decimal_allowed: true }), input({ type: "button", text: plain("Go") }), "/element/type"],
];
