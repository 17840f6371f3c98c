import { freshId, h } from "../../../page-kit/dom.js";
import { textOf } from "../blocks/rich-text.js";
import { textObject } from "../blocks/text-object.js";
import { localTime, momentOf } from "../blocks/zoned-time.js";
import { membersFor } from "../frame/members.js";
import { externalSelect } from "./external-select.js";
import { fileInput } from "./file-input.js";
import { optionNodes } from "./options.js";
import { tokens } from "./tokens.js";

/**
 * Draws the control for an element with a value. `state` is its entry in `state.values`. `attributes` tie it to its
 * label, hint and error. `isDispatched` says that the app hears of it before any submission.
 */
export function input(element, { blockId, state = {}, surface, attributes = {}, isDispatched }) {
  const change = (value) => surface.edit(blockId, element.action_id, value);
  const common = {
    data: { key: `${blockId}/${element.action_id}` },
    autofocus: element.focus_on_load,
    ...attributes,
  };
  const text = { state, surface, blockId, common, change, isDispatched };

  switch (element.type) {
    case "plain_text_input":
      return textField(element, text);
    case "number_input":
      return textField(element, { ...text, inputmode: "decimal" });
    case "email_text_input":
      return textField(element, { ...text, inputmode: "email" });
    case "url_text_input":
      return textField(element, { ...text, inputmode: "url" });
    case "rich_text_input":
      return richTextField(element, text);
    case "radio_buttons":
      return choices("radio", element, [state.selected_option?.value], common, ([value]) =>
        change(value),
      );
    case "checkboxes":
      return choices("checkbox", element, valuesOf(state.selected_options), common, change);
    case "datepicker":
      return picker("date", state.selected_date, common, change);
    case "timepicker":
      return picker("time", state.selected_time, common, change);
    case "datetimepicker":
      return picker("datetime-local", localTime(state.selected_date_time), common, (value) =>
        change(value === null ? null : momentOf(value)),
      );
    case "external_select":
    case "multi_external_select":
      return externalSelect(element, { state, surface, blockId, common, change });
    case "users_select":
    case "multi_users_select":
    case "multi_channels_select":
    case "multi_conversations_select":
      return tokens(element, { chosen: chosenIn(state), common, change });
    case "file_input":
      return fileInput(element, { state, surface, blockId, common, change });
    default:
      return select(element, state, common, change);
  }
}

function textField(
  element,
  { state, surface, blockId, common: { data, ...attributes }, change, inputmode, isDispatched },
) {
  const { dispatch_action_config: { trigger_actions_on: triggers = ["on_enter_pressed"] } = {} } =
    element;
  const field = h(element.multiline ? "textarea" : "input", {
    ...attributes,
    data: { ...data, textField: element.type, tells: isDispatched ? triggers.join(" ") : "" },
    ...(element.multiline ? { rows: 4 } : { type: "text", autocomplete: "off" }),
    inputmode,
    placeholder: element.placeholder?.text,
    maxlength: element.max_length,
    on: {
      input() {
        if (!tells("on_character_entered")) return change(field.value);
        return surface.type(blockId, element.action_id, field.value, () => field.isConnected);
      },
      keydown(event) {
        if (event.key !== "Enter" || field.tagName === "TEXTAREA" || event.isComposing) return;
        if (!tells("on_enter_pressed")) return;
        // This Enter is for the app; it does not also submit the form.
        event.preventDefault();
        surface.press(blockId, element.action_id, { isEnter: true });
      },
    },
  });
  // The field outlives the element for which it was drawn, so the value comes from the field.
  const tells = (trigger) => field.dataset.tells.split(" ").includes(trigger);
  field.value = state.value ?? "";
  return field;
}

/** Draws a plain field for rich text. Enter begins a line in it, so the app hears of every key. */
function richTextField({ min_lines = 4, ...element }, { state: { rich_text_value }, ...rest }) {
  const field = textField(
    {
      dispatch_action_config: { trigger_actions_on: ["on_character_entered"] },
      ...element,
      multiline: true,
    },
    { ...rest, state: { value: rich_text_value ? textOf(rich_text_value) : "" } },
  );
  field.rows = min_lines;
  return field;
}

function choices(type, element, chosen, { data, ...attributes }, change) {
  const name = freshId("choice");
  const group = h(
    "div",
    { class: "choices", role: type === "radio" ? "radiogroup" : "group", data, ...attributes },
    element.options.map((option) => {
      const box = h("input", { type, name, value: option.value, on: { change: report } });
      box.checked = chosen.includes(option.value);
      return h(
        "label",
        { class: "choice" },
        box,
        h(
          "span",
          {},
          textObject(option.text),
          option.description ? h("small", {}, textObject(option.description)) : null,
        ),
      );
    }),
  );

  function report() {
    change([...group.querySelectorAll("input:checked")].map(({ value }) => value));
  }
  return group;
}

function picker(type, value, common, change) {
  const field = h("input", { type, ...common, on: { change: () => change(field.value || null) } });
  field.value = value ?? "";
  return field;
}

function select(element, state, common, change) {
  const isMulti = element.type.startsWith("multi_");
  const chosen = chosenIn(state);
  const control = h(
    "select",
    { ...common, multiple: isMulti, on: { change: report } },
    isMulti ? null : h("option", { value: "" }, element.placeholder?.text ?? "Choose…"),
    optionNodes({ options: membersFor(element), ...element }),
  );
  for (const option of control.options) option.selected = chosen.includes(option.value);
  if (!isMulti && chosen.length === 0) control.value = "";

  function report() {
    const values = [...control.selectedOptions].map(({ value }) => value).filter(Boolean);
    change(isMulti ? values : (values[0] ?? null));
  }
  return control;
}

function chosenIn({ type: _, ...values }) {
  const [value] = Object.values(values);
  const several = Array.isArray(value) ? value : [value];
  return several.filter(Boolean).map((each) => each.value ?? each);
}

const valuesOf = (options = []) => options.map(({ value }) => value);
