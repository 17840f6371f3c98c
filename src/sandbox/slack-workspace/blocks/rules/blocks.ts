import {
  address,
  inMessage,
  inModal,
  input,
  mrkdwn,
  options,
  plain,
  section,
  times,
  wholeMessage,
  x,
} from "./payloads.ts";
import { type Rule, rulesAt } from "./rule.ts";

const block = rulesAt(inMessage, "S", "1.2");
const typed = rulesAt(inMessage, "S", "1.3");
const list = rulesAt(wholeMessage, "D", "1.1");
const unique = rulesAt(wholeMessage, "S", "1.2");
const field = rulesAt(inModal, "S", "1.2");
const unconfirmed = rulesAt(inModal, "U", "1.3");
const views = rulesAt(inModal, "S", "1.3");
const page = rulesAt(inMessage, "D", "1.2");
const files = rulesAt(inMessage, "S", "1.9");

const divider = { type: "divider" };
const fields = (count: number) => ({ type: "section", fields: times(count, plain(1)) });
const header = { type: "header", text: plain(1) };
const context = (count: number) => ({ type: "context", elements: times(count, plain(1)) });
const button = { type: "button", text: plain(1) };
const actions = (count: number) => ({ type: "actions", elements: times(count, button) });
const named = (...ids: string[]) => ({
  type: "actions",
  elements: ids.map((action_id) => ({ ...button, action_id })),
});
const calling = (...ids: string[]) => ({
  blocks: ids.map((block_id) => ({ ...divider, block_id })),
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
const table = { type: "table", rows: [[cell]] };

const file = { type: "file", source: "remote", external_id: "x" };

const aligned = (align: string) => ({ ...table, column_settings: [{ align }] });
const celled = (only: object) => ({ ...table, rows: [[only]] });

const larger: readonly Rule[] = [
  block.plain("video title", 200, video, "title"),
  block.text("video author", 50, video, "author_name"),
  typed.needs("alt text of a video", video, "alt_text"),
  typed.field(
    "a safe address behind a video's title",
    video,
    "title_url",
    "https://a.example",
    "http://a.example",
  ),
  unique.atMost(
    "markdown of a message",
    12_000,
    (n) => ({ blocks: [markdown(6_000), markdown(n - 6_000)] }),
    "/blocks/1/text",
  ),
  field.rule("markdown in a view", divider, markdown(1), "/type"),
  block.atMost("table rows", 100, (n) => ({ ...table, rows: times(n, [cell]) }), "/rows"),
  block.atMost("table columns", 20, (n) => ({ ...table, rows: [times(n, cell)] }), "/rows/0"),
  block.list("table column settings", 20, table, "column_settings", {}),
  typed.rule("alignment of a column", aligned("right"), aligned("top"), "/column_settings/0/align"),
  typed.rule(
    "a table's cell",
    celled({ type: "raw_number", value: 1, text: "1" }),
    celled(plain(1)),
    "/rows/0/0/type",
  ),
  unique.atMost("tables of a message", 1, (n) => ({ blocks: times(n, table) }), "/blocks/1/type"),
  unconfirmed.rule("a remote file in a view", divider, file, "/type"),
  unconfirmed.rule("a table in a view", divider, table, "/type"),
];

const alert = { type: "alert", text: plain(1) };
const card = { type: "card", body: mrkdwn(1) };
const container = { type: "container", title: plain(1), child_blocks: [divider] };
const richCell = {
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "x" }] }],
};
const dataTable = { type: "data_table", caption: "x", rows: [[cell], [cell]] };

/** These rules are about the blocks of 2026. */
const newer: readonly Rule[] = [
  field.plain("alert text", 200, alert, "text"),
  views.field("the level of an alert", alert, "level", "warning", "danger"),
  ...["title", "subtitle"].map((name) =>
    block.atMost(`card ${name}`, 150, (n) => ({ ...card, [name]: mrkdwn(n) }), `/${name}/text`),
  ),
  block.atMost("card body", 200, (n) => ({ ...card, body: mrkdwn(n) }), "/body/text"),
  block.list("card actions", 3, card, "actions", button),
  typed.rule("a card that shows something", card, { type: "card", subtitle: mrkdwn(1) }, ""),
  block.plain("container title", 150, container, "title"),
  block.plain("container subtitle", 150, container, "subtitle"),
  block.list("child blocks", 10, container, "child_blocks", divider),
  typed.rule(
    "a container in a container",
    container,
    { ...container, child_blocks: [container] },
    "/child_blocks/0/type",
  ),
  typed.rule(
    "a container's title",
    { ...container, rich_text_title: { type: "rich_text", elements: [] } },
    { type: "container", child_blocks: [] },
    "",
  ),
  typed.rule(
    "collapsed by default",
    { ...container, is_collapsible: true, default_collapsed: true },
    { ...container, default_collapsed: true },
    "/default_collapsed",
  ),
  page.needs("a data table's caption", dataTable, "caption"),
  page.number("a data table's page", 100, dataTable, "page_size"),
  page.field("an empty page", dataTable, "page_size", 1, 0),
  page.atLeast(
    "a data table's rows",
    2,
    (n) => ({ ...dataTable, rows: times(n, [cell]) }),
    "/rows",
  ),
  page.atMost(
    "a data table's columns",
    20,
    (n) => ({ ...dataTable, rows: [times(n, cell), times(20, cell)] }),
    "/rows/0",
  ),
  page.rule(
    "rich text in a data table's head",
    { ...dataTable, rows: [[cell], [richCell]] },
    { ...dataTable, rows: [[richCell], [cell]] },
    "/rows/0/0/type",
  ),
];

/** These rules are about blocks and lists of blocks. */
export const blockRules: readonly Rule[] = [
  list.list("blocks of a message", 50, {}, "blocks", divider),
  typed.rule("a type that Slack knows", divider, { type: "marquee" }, "/type"),
  typed.needs("a type at all", divider, "type"),
  typed.rule("an element as a block", divider, button, "/type"),
  typed.rule(
    "a block of this workspace's age",
    divider,
    { type: "carousel", elements: [] },
    "/type",
  ),
  typed.knowsNo("fields of a block", divider, "colour", "red"),
  block.text("block_id", 255, divider, "block_id"),
  unique.rule(
    "one block to a block_id",
    calling("a", "b"),
    calling("a", "a"),
    "/blocks/1/block_id",
  ),

  block.plain("section text", 3_000, section, "text"),
  block.atLeast(
    "section text that is empty",
    1,
    (n) => ({ ...section, text: plain(n) }),
    "/text/text",
  ),
  block.rule("section text or fields", section, { type: "section", expand: true }, ""),
  block.atMost("section fields", 10, fields, "/fields"),
  block.atLeast("no section field", 1, fields, "/fields"),
  block.atMost(
    "a section field",
    2_000,
    (n) => ({ type: "section", fields: [plain(n)] }),
    "/fields/0/text",
  ),

  block.plain("header text", 150, header, "text"),
  block.rule("markup in a header", header, { ...header, text: mrkdwn(1) }, "/text/type"),

  block.atMost("context elements", 10, context, "/elements"),
  block.atLeast("no context element", 1, context, "/elements"),
  block.rule(
    "a button in a context",
    context(1),
    { type: "context", elements: [button] },
    "/elements/0/type",
  ),

  block.atMost("actions elements", 25, actions, "/elements"),
  block.atLeast("no actions element", 1, actions, "/elements"),
  block.rule(
    "one element to an action_id",
    named("a", "b"),
    named("a", "a"),
    "/elements/1/action_id",
  ),
  block.rule(
    "a text input among actions",
    actions(1),
    { type: "actions", elements: [textInput] },
    "/elements/0/type",
  ),

  block.address("image address", 3_000, image, "image_url"),
  block.text("alt text", 2_000, image, "alt_text"),
  block.needs("alt text at all", image, "alt_text"),
  block.plain("image title", 2_000, image, "title"),
  files.rule("an image's address or upload", image, { ...image, ...upload }, ""),
  files.rule("an image without a source", image, { type: "image", alt_text: "x" }, ""),
  files.field("an upload's id or address", upload, "slack_file", upload.slack_file, {
    ...upload.slack_file,
    url: address(20),
  }),

  field.plain("input label", 2_000, input(textInput), "label"),
  field.needs("input label at all", input(textInput), "label"),
  field.plain("input hint", 2_000, input(textInput), "hint"),
  field.rule("a button as an input", input(textInput), input(button), "/element/type"),
  field.rule(
    "an accessory that is typed into",
    { ...section, accessory: { type: "overflow", options: options(1) } },
    { ...section, accessory: textInput },
    "/accessory/type",
  ),
  ...larger,
  ...newer,
];
