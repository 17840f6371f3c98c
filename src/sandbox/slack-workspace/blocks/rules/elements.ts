import {
  address,
  asAccessory,
  inActions,
  inInput,
  input,
  mrkdwn,
  options,
  plain,
  wholeModal,
  x,
} from "./payloads.ts";
import { type Rule, rulesAt } from "./rule.ts";

const action = rulesAt(inActions, "S", "1.2");
const accessory = rulesAt(asAccessory, "S", "1.2");
const field = rulesAt(inInput, "S", "1.2");
const documented = rulesAt(inInput, "D", "1.2");
const typed = rulesAt(inInput, "S", "1.4");
const initial = rulesAt(inInput, "D", "5");
const view = rulesAt(wholeModal, "S", "1.4");

const button = (fields: object) => ({ type: "button", text: plain(1), ...fields });
const workflow = (fields: object) => ({
  type: "workflow_button",
  text: plain(1),
  workflow: { trigger: { url: address(20) } },
  ...fields,
});
const asking = (fields: object) => button({ confirm: { text: plain(1), ...fields } });
const text = (fields: object = {}) => ({ type: "plain_text_input", ...fields });
const richInput = (fields: object) => ({ type: "rich_text_input", ...fields });
const paragraph = { type: "rich_text_section", elements: [{ type: "text", text: "x" }] };
const file = (fields: object) => ({ type: "file_input", ...fields });
const number = (fields: object) => ({ type: "number_input", is_decimal_allowed: true, ...fields });
const select = (fields: object) => ({ type: "static_select", ...fields });
const multi = (fields: object) => ({ type: "multi_static_select", options: options(3), ...fields });
const conversations = (fields: object) => ({ type: "conversations_select", ...fields });
const choosing = (option: object) =>
  select({ options: [{ text: plain(1), value: "1", ...option }] });
const grouped = (group: object) =>
  select({ option_groups: [{ label: plain(1), options: options(1), ...group }] });
const withFocus = (second: boolean) => ({
  blocks: [true, second].map((focus_on_load) => input(text({ focus_on_load }))),
});

const buttons: readonly Rule[] = [
  action.atMost("button text", 75, (n) => button({ text: plain(n) }), "/text/text"),
  action.rule("markup in a button", button({}), button({ text: mrkdwn(1) }), "/text/type"),
  action.atMost("button value", 2_000, (n) => button({ value: x(n) }), "/value"),
  action.atMost("button address", 3_000, (n) => button({ url: address(n) }), "/url"),
  action.atMost(
    "accessibility label",
    75,
    (n) => button({ accessibility_label: x(n) }),
    "/accessibility_label",
  ),
  action.rule("button style", button({ style: "danger" }), button({ style: "red" }), "/style"),
  action.atMost("workflow button text", 75, (n) => workflow({ text: plain(n) }), "/text/text"),
  action.needs("a workflow", workflow({}), "workflow"),
  action.atMost("action_id", 255, (n) => button({ action_id: x(n) }), "/action_id"),
  action.knowsNo("fields of an element", button({}), "colour", "red"),
  action.atMost("confirm title", 100, (n) => asking({ title: plain(n) }), "/confirm/title/text"),
  action.atMost("confirm text", 300, (n) => asking({ text: plain(n) }), "/confirm/text/text"),
  action.atMost(
    "confirm button",
    30,
    (n) => asking({ confirm: plain(n) }),
    "/confirm/confirm/text",
  ),
  action.atMost("deny button", 30, (n) => asking({ deny: plain(n) }), "/confirm/deny/text"),
  action.rule(
    "confirm text at all",
    asking({}),
    button({ confirm: { title: plain(1) } }),
    "/confirm/text",
    "missing_field",
  ),
];

const chosen = (type: string, count: number) => ({ type, options: options(count) });

const choices: readonly Rule[] = [
  accessory.atMost("overflow options", 5, (n) => chosen("overflow", n), "/options"),
  accessory.atLeast("no overflow option", 1, (n) => chosen("overflow", n), "/options"),
  accessory.atMost("radio buttons", 10, (n) => chosen("radio_buttons", n), "/options"),
  accessory.atLeast("no radio button", 1, (n) => chosen("radio_buttons", n), "/options"),
  accessory.atMost("checkboxes", 10, (n) => chosen("checkboxes", n), "/options"),
  accessory.atLeast("no checkbox", 1, (n) => chosen("checkboxes", n), "/options"),
  field.atMost("select options", 100, (n) => select({ options: options(n) }), "/options"),
  field.atMost(
    "options of a group",
    100,
    (n) => grouped({ options: options(n) }),
    "/option_groups/0/options",
  ),
  field.atMost(
    "group label",
    75,
    (n) => grouped({ label: plain(n) }),
    "/option_groups/0/label/text",
  ),
  field.atMost(
    "option groups",
    100,
    (n) =>
      select({ option_groups: options(n).map((each) => ({ label: plain(1), options: [each] })) }),
    "/option_groups",
  ),
  field.rule(
    "options and option_groups",
    select({ options: options(1) }),
    { ...grouped({}), options: options(1) },
    "",
  ),
  field.rule("neither options nor option_groups", select({ options: options(1) }), select({}), ""),
  documented.atMost("option text", 75, (n) => choosing({ text: plain(n) }), "/options/0/text/text"),
  documented.atMost("option value", 150, (n) => choosing({ value: x(n) }), "/options/0/value"),
  documented.atMost(
    "option description",
    75,
    (n) => choosing({ description: plain(n) }),
    "/options/0/description/text",
  ),
  documented.rule(
    "markup in a select's option",
    choosing({}),
    choosing({ text: mrkdwn(1) }),
    "/options/0/text/type",
  ),
  documented.rule(
    "an address on a select's option",
    choosing({}),
    choosing({ url: address(20) }),
    "/options/0/url",
    "unknown_field",
  ),
  initial.rule(
    "an initial_option that is not offered",
    select({ options: options(2), initial_option: options(2)[1] }),
    select({ options: options(2), initial_option: { text: plain(2), value: "1" } }),
    "/initial_option",
  ),
  initial.rule(
    "initial_options that are not offered",
    multi({ initial_options: options(3) }),
    multi({ initial_options: options(4) }),
    "/initial_options/3",
  ),
  typed.atLeast(
    "a negative min_query_length",
    0,
    (min_query_length) => ({ type: "external_select", min_query_length }),
    "/min_query_length",
  ),
  typed.atMost(
    "initial_options beyond max_selected_items",
    2,
    (n) => multi({ max_selected_items: 2, initial_options: options(n) }),
    "/initial_options",
  ),
  typed.rule(
    "max_selected_items",
    multi({ max_selected_items: 1 }),
    multi({ max_selected_items: 0 }),
    "/max_selected_items",
  ),
  typed.rule(
    "a filter that filters nothing",
    conversations({ filter: { include: ["im"] } }),
    conversations({ filter: {} }),
    "/filter",
  ),
  typed.rule(
    "a kind of conversation",
    conversations({ filter: { include: ["im"] } }),
    conversations({ filter: { include: ["dm"] } }),
    "/filter/include/0",
  ),
];

const inputs: readonly Rule[] = [
  field.atMost("placeholder", 150, (n) => text({ placeholder: plain(n) }), "/placeholder/text"),
  documented.atMost("max_length", 3_000, (n) => text({ max_length: n }), "/max_length"),
  documented.atLeast("a max_length of nothing", 1, (n) => text({ max_length: n }), "/max_length"),
  documented.atMost("min_length", 3_000, (n) => text({ min_length: n }), "/min_length"),
  documented.atLeast("a negative min_length", 0, (n) => text({ min_length: n }), "/min_length"),
  documented.atMost(
    "min_length beyond max_length",
    5,
    (n) => text({ min_length: n, max_length: 5 }),
    "/min_length",
  ),
  documented.atMost(
    "initial_value beyond max_length",
    3,
    (n) => text({ initial_value: x(n), max_length: 3 }),
    "/initial_value",
  ),
  documented.atMost("initial_value", 3_000, (n) => text({ initial_value: x(n) }), "/initial_value"),
  field.atMost("rich text max_lines", 100, (n) => richInput({ max_lines: n }), "/max_lines"),
  field.atLeast("no line of rich text", 1, (n) => richInput({ min_lines: n }), "/min_lines"),
  typed.rule(
    "what rich text begins with",
    richInput({ initial_value: { type: "rich_text", elements: [paragraph] } }),
    richInput({ initial_value: { type: "rich_text" } }),
    "/initial_value/elements",
    "missing_field",
  ),
  typed.rule(
    "when an input tells",
    text({ dispatch_action_config: { trigger_actions_on: ["on_enter_pressed"] } }),
    text({ dispatch_action_config: { trigger_actions_on: ["on_blur"] } }),
    "/dispatch_action_config/trigger_actions_on/0",
  ),
  documented.atMost("files", 10, (n) => file({ max_files: n }), "/max_files"),
  documented.atLeast("no file", 1, (n) => file({ max_files: n }), "/max_files"),
  documented.rule(
    "kinds of files",
    file({ filetypes: ["pdf"] }),
    file({ filetypes: "pdf" }),
    "/filetypes",
  ),
  typed.knowsNo("fields of a file_input", file({}), "placeholder", plain(1)),
  typed.needs("is_decimal_allowed", number({}), "is_decimal_allowed"),
  typed.rule(
    "a number",
    number({ initial_value: "1.5" }),
    number({ initial_value: "many" }),
    "/initial_value",
  ),
  typed.rule(
    "min_value beyond max_value",
    number({ min_value: "2", max_value: "2" }),
    number({ min_value: "3", max_value: "2" }),
    "/min_value",
  ),
  typed.rule(
    "a date",
    { type: "datepicker", initial_date: "2026-03-03" },
    { type: "datepicker", initial_date: "3 March" },
    "/initial_date",
  ),
  typed.rule(
    "a time",
    { type: "timepicker", initial_time: "09:30" },
    { type: "timepicker", initial_time: "9:30" },
    "/initial_time",
  ),
  typed.rule(
    "a moment",
    { type: "datetimepicker", initial_date_time: 1_628_633_820 },
    { type: "datetimepicker", initial_date_time: 162_863_382 },
    "/initial_date_time",
  ),
  view.rule("one focus", withFocus(false), withFocus(true), "/blocks/1/element/focus_on_load"),
];

/** About elements, and the objects that they are composed of. */
export const elementRules: readonly Rule[] = [...buttons, ...choices, ...inputs];
