import {
  address,
  inMessage,
  inModal,
  input,
  options,
  plain,
  times,
  wholeMessage,
  x,
} from "./payloads.ts";
import { type Rule, rulesAt } from "./rule.ts";

const { rule, atMost, atLeast, needs } = rulesAt(inMessage, "S", "1.2");
const typed = rulesAt(inMessage, "S", "1.3");
const list = rulesAt(wholeMessage, "D", "1.1");
const unique = rulesAt(wholeMessage, "S", "1.2");
const field = rulesAt(inModal, "S", "1.2");
const unconfirmed = rulesAt(inModal, "U", "1.3");
const files = rulesAt(inMessage, "S", "1.9");

const divider = { type: "divider" };
const section = { type: "section", text: plain(1) };
const context = (count: number) => ({ type: "context", elements: times(count, plain(1)) });
const button = { type: "button", text: plain(1) };
const actions = (count: number) => ({ type: "actions", elements: times(count, button) });
const named = (...ids: string[]) => ({
  type: "actions",
  elements: ids.map((action_id) => ({ ...button, action_id })),
});
const image = { type: "image", alt_text: "x", image_url: address(20) };
const upload = { type: "image", alt_text: "x", slack_file: { id: "F0ACME0001" } };
const textInput = { type: "plain_text_input" };

const video = {
  type: "video",
  video_url: address(20),
  thumbnail_url: address(20),
  alt_text: "x",
  title: plain(1),
};
const markdown = (length: number) => ({ type: "markdown", text: x(length) });
const cell = { type: "raw_text", text: "x" };
const table = (fields: object = {}) => ({ type: "table", rows: [[cell]], ...fields });

const file = { type: "file", source: "remote", external_id: "x" };

const larger: readonly Rule[] = [
  atMost("video title", 200, (n) => ({ ...video, title: plain(n) }), "/title/text"),
  atMost("video author", 50, (n) => ({ ...video, author_name: x(n) }), "/author_name"),
  typed.needs("alt text of a video", video, "alt_text"),
  typed.rule(
    "a safe address behind a video's title",
    { ...video, title_url: "https://a.example" },
    { ...video, title_url: "http://a.example" },
    "/title_url",
  ),
  unique.atMost(
    "markdown of a message",
    12_000,
    (n) => ({ blocks: [markdown(6_000), markdown(n - 6_000)] }),
    "/blocks/1/text",
  ),
  field.rule("markdown in a view", divider, markdown(1), "/type"),
  atMost("table rows", 100, (n) => table({ rows: times(n, [cell]) }), "/rows"),
  atMost("table columns", 20, (n) => table({ rows: [times(n, cell)] }), "/rows/0"),
  atMost(
    "table column settings",
    20,
    (n) => table({ column_settings: times(n, {}) }),
    "/column_settings",
  ),
  typed.rule(
    "alignment of a column",
    table({ column_settings: [{ align: "right" }] }),
    table({ column_settings: [{ align: "top" }] }),
    "/column_settings/0/align",
  ),
  typed.rule(
    "a table's cell",
    table({ rows: [[{ type: "raw_number", value: 1, text: "1" }]] }),
    table({ rows: [[plain(1)]] }),
    "/rows/0/0/type",
  ),
  unique.atMost("tables of a message", 1, (n) => ({ blocks: times(n, table()) }), "/blocks/1/type"),
  unconfirmed.rule("a remote file in a view", divider, file, "/type"),
  unconfirmed.rule("a table in a view", divider, table(), "/type"),
];

/** About blocks, and the lists that they stand in. */
export const blockRules: readonly Rule[] = [
  list.atMost("blocks of a message", 50, (n) => ({ blocks: times(n, divider) }), "/blocks"),
  typed.rule("a type that Slack knows", divider, { type: "marquee" }, "/type"),
  typed.needs("a type at all", divider, "type"),
  typed.rule("an element as a block", divider, button, "/type"),
  typed.rule(
    "a block of this workspace's age",
    divider,
    { type: "card", title: plain(1) },
    "/type",
  ),
  typed.knowsNo("fields of a block", divider, "colour", "red"),
  atMost("block_id", 255, (n) => ({ ...divider, block_id: x(n) }), "/block_id"),
  unique.rule(
    "one block to a block_id",
    { blocks: ["a", "b"].map((block_id) => ({ ...divider, block_id })) },
    { blocks: ["a", "a"].map((block_id) => ({ ...divider, block_id })) },
    "/blocks/1/block_id",
  ),

  atMost("section text", 3_000, (n) => ({ ...section, text: plain(n) }), "/text/text"),
  atLeast("section text that is empty", 1, (n) => ({ ...section, text: plain(n) }), "/text/text"),
  rule("section text or fields", section, { type: "section" }, ""),
  atMost("section fields", 10, (n) => ({ type: "section", fields: times(n, plain(1)) }), "/fields"),
  atLeast(
    "no section field",
    1,
    (n) => ({ type: "section", fields: times(n, plain(1)) }),
    "/fields",
  ),
  atMost(
    "a section field",
    2_000,
    (n) => ({ type: "section", fields: [plain(n)] }),
    "/fields/0/text",
  ),

  atMost("header text", 150, (n) => ({ type: "header", text: plain(n) }), "/text/text"),
  rule(
    "markup in a header",
    { type: "header", text: plain(1) },
    { type: "header", text: { type: "mrkdwn", text: "x" } },
    "/text/type",
  ),

  atMost("context elements", 10, context, "/elements"),
  atLeast("no context element", 1, context, "/elements"),
  rule(
    "a button in a context",
    context(1),
    { type: "context", elements: [button] },
    "/elements/0/type",
  ),

  atMost("actions elements", 25, actions, "/elements"),
  atLeast("no actions element", 1, actions, "/elements"),
  rule("one element to an action_id", named("a", "b"), named("a", "a"), "/elements/1/action_id"),
  rule(
    "a text input among actions",
    actions(1),
    { type: "actions", elements: [textInput] },
    "/elements/0/type",
  ),

  atMost("image address", 3_000, (n) => ({ ...image, image_url: address(n) }), "/image_url"),
  atMost("alt text", 2_000, (n) => ({ ...image, alt_text: x(n) }), "/alt_text"),
  needs("alt text at all", image, "alt_text"),
  atMost("image title", 2_000, (n) => ({ ...image, title: plain(n) }), "/title/text"),
  files.rule(
    "an image's address or upload",
    image,
    { ...image, slack_file: upload.slack_file },
    "",
  ),
  files.rule("an image without a source", image, { type: "image", alt_text: "x" }, ""),
  files.rule(
    "an upload's id or address",
    upload,
    { ...upload, slack_file: { id: "F0ACME0001", url: address(20) } },
    "/slack_file",
  ),

  field.atMost("input label", 2_000, (n) => input(textInput, { label: plain(n) }), "/label/text"),
  field.needs("input label at all", input(textInput), "label"),
  field.atMost("input hint", 2_000, (n) => input(textInput, { hint: plain(n) }), "/hint/text"),
  field.rule("a button as an input", input(textInput), input(button), "/element/type"),
  field.rule(
    "an accessory that is typed into",
    { ...section, accessory: { type: "overflow", options: options(1) } },
    { ...section, accessory: textInput },
    "/accessory/type",
  ),
  ...larger,
];
