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

const button = { type: "button", text: plain(1) };
const workflow = {
  type: "workflow_button",
  text: plain(1),
  workflow: { trigger: { url: address(20) } },
};
const asking = (fields: object) => ({ ...button, confirm: { text: plain(1), ...fields } });
const text = { type: "plain_text_input" };
const richInput = { type: "rich_text_input" };
const paragraph = { type: "rich_text_section", elements: [{ type: "text", text: "x" }] };
const file = { type: "file_input" };
const number = { type: "number_input", is_decimal_allowed: true };
const select = (fields: object) => ({ type: "static_select", ...fields });
const multi = { type: "multi_static_select", options: options(3) };
const conversations = { type: "conversations_select" };
const choosing = (option: object) =>
  select({ options: [{ text: plain(1), value: "1", ...option }] });
const grouped = (group: object) =>
  select({ option_groups: [{ label: plain(1), options: options(1), ...group }] });
const withFocus = (second: boolean) => ({
  blocks: [true, second].map((focus_on_load) => input({ ...text, focus_on_load })),
});

const buttons: readonly Rule[] = [
  action.plain("button text", 75, button, "text"),
  action.rule("markup in a button", button, { ...button, text: mrkdwn(1) }, "/text/type"),
  action.text("button value", 2_000, button, "value"),
  action.address("button address", 3_000, button, "url"),
  action.text("accessibility label", 75, button, "accessibility_label"),
  action.field("button style", button, "style", "danger", "red"),
  action.plain("workflow button text", 75, workflow, "text"),
  action.needs("a workflow", workflow, "workflow"),
  action.text("action_id", 255, button, "action_id"),
  action.knowsNo("fields of an element", button, "colour", "red"),
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
    { ...button, confirm: { title: plain(1) } },
    "/confirm/text",
    "missing_field",
  ),
];

const chosen = (type: string) => (count: number) => ({ type, options: options(count) });
const ofGroup = "/option_groups/0";

const choices: readonly Rule[] = [
  accessory.atMost("overflow options", 5, chosen("overflow"), "/options"),
  accessory.atLeast("no overflow option", 1, chosen("overflow"), "/options"),
  accessory.atMost("radio buttons", 10, chosen("radio_buttons"), "/options"),
  accessory.atLeast("no radio button", 1, chosen("radio_buttons"), "/options"),
  accessory.atMost("checkboxes", 10, chosen("checkboxes"), "/options"),
  accessory.atLeast("no checkbox", 1, chosen("checkboxes"), "/options"),
  field.atMost("select options", 100, chosen("static_select"), "/options"),
  field.atMost(
    "options of a group",
    100,
    (n) => grouped({ options: options(n) }),
    `${ofGroup}/options`,
  ),
  field.atMost("group label", 75, (n) => grouped({ label: plain(n) }), `${ofGroup}/label/text`),
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
  initial.field(
    "an initial_option that is not offered",
    select({ options: options(2) }),
    "initial_option",
    options(2)[1],
    { text: plain(2), value: "1" },
  ),
  initial.atMost(
    "initial_options that are not offered",
    3,
    (n) => ({ ...multi, initial_options: options(n) }),
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
    (n) => ({ ...multi, max_selected_items: 2, initial_options: options(n) }),
    "/initial_options",
  ),
  typed.field("max_selected_items", multi, "max_selected_items", 1, 0),
  typed.field("a filter that filters nothing", conversations, "filter", { include: ["im"] }, {}),
  typed.rule(
    "a kind of conversation",
    { ...conversations, filter: { include: ["im"] } },
    { ...conversations, filter: { include: ["dm"] } },
    "/filter/include/0",
  ),
];

const inputs: readonly Rule[] = [
  field.plain("placeholder", 150, text, "placeholder"),
  documented.number("max_length", 3_000, text, "max_length"),
  documented.field("a max_length of nothing", text, "max_length", 1, 0),
  documented.number("min_length", 3_000, text, "min_length"),
  documented.field("a negative min_length", text, "min_length", 0, -1),
  documented.number("min_length beyond max_length", 5, { ...text, max_length: 5 }, "min_length"),
  documented.text(
    "initial_value beyond max_length",
    3,
    { ...text, max_length: 3 },
    "initial_value",
  ),
  documented.text("initial_value", 3_000, text, "initial_value"),
  field.number("rich text max_lines", 100, richInput, "max_lines"),
  field.field("no line of rich text", richInput, "min_lines", 1, 0),
  typed.rule(
    "what rich text begins with",
    { ...richInput, initial_value: { type: "rich_text", elements: [paragraph] } },
    { ...richInput, initial_value: { type: "rich_text" } },
    "/initial_value/elements",
    "missing_field",
  ),
  typed.rule(
    "when an input tells",
    { ...text, dispatch_action_config: { trigger_actions_on: ["on_enter_pressed"] } },
    { ...text, dispatch_action_config: { trigger_actions_on: ["on_blur"] } },
    "/dispatch_action_config/trigger_actions_on/0",
  ),
  documented.number("files", 10, file, "max_files"),
  documented.field("no file", file, "max_files", 1, 0),
  documented.field("kinds of files", file, "filetypes", ["pdf"], "pdf"),
  typed.knowsNo("fields of a file_input", file, "placeholder", plain(1)),
  typed.needs("is_decimal_allowed", number, "is_decimal_allowed"),
  typed.field("a number", number, "initial_value", "1.5", "many"),
  typed.field("min_value beyond max_value", { ...number, max_value: "2" }, "min_value", "2", "3"),
  typed.field("a date", { type: "datepicker" }, "initial_date", "2026-03-03", "3 March"),
  typed.field("a time", { type: "timepicker" }, "initial_time", "09:30", "9:30"),
  typed.field(
    "a moment",
    { type: "datetimepicker" },
    "initial_date_time",
    1_628_633_820,
    162_863_382,
  ),
  view.rule("one focus", withFocus(false), withFocus(true), "/blocks/1/element/focus_on_load"),
];

/** These rules are about elements and composition objects. */
export const elementRules: readonly Rule[] = [...buttons, ...choices, ...inputs];
