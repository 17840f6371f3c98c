import { html } from "hono/html";
import { attributes, type Html, posts } from "../../../page-kit/page.ts";
import { type ActionElement, allOptions } from "../../blocks/elements.ts";
import { entriesIn } from "../../kept/element-values.ts";
import { drawMenu } from "../menu.ts";
import type { Surface } from "./surface.ts";
import { drawText, isSafe, opens } from "./text.ts";

interface Place {
  surface: Surface;
  blockId: string;
  /** What label, hint and error of an input say about it. */
  aria?: Readonly<Record<string, string | boolean | undefined>>;
}

export const idOf = (surface: Surface, blockId: string, actionId: string): string =>
  [surface.key, blockId, actionId].map(encodeURIComponent).join(".");

/** Draws whatever a person can act on. */
export function drawElement(element: ActionElement, place: Place): Html {
  switch (element.type) {
    case "button":
      return drawButton(element, place);
    case "overflow":
      return drawOverflow(element, place);
    case "plain_text_input":
      return drawTextField(element, place);
    case "radio_buttons":
    case "checkboxes":
      return drawBoxes(element.type === "checkboxes", element, element.options, place);
    case "multi_static_select":
      return drawBoxes(true, element, allOptions<Option>(element), place);
    case "multi_users_select":
      return drawBoxes(true, element, named(place.surface.people), place);
    case "static_select":
      return drawSelect(element, groupsOf(element), place);
    case "conversations_select":
      return drawSelect(element, [{ options: named(place.surface.conversations) }], place);
  }
}

type Of<Type> = Extract<ActionElement, { type: Type }>;

interface Option {
  value: string;
  text: { type: string; text: string };
  description?: { type: string; text: string } | undefined;
}

function drawButton(button: Of<"button">, { surface, blockId }: Place): Html {
  const { action_id, style, text, url, accessibility_label } = button;
  const given = attributes({
    id: idOf(surface, blockId, action_id),
    class: `button ${style ?? ""}`,
    "aria-label": accessibility_label,
  });
  const deed = posts(surface.acts, { surface: surface.name, blockId, actionId: action_id });
  const words = drawText(text, surface.reader);
  return url && isSafe(url)
    ? html`<a${given}${opens(url, surface.reader)} ${deed}>${words} ↗</a>`
    : html`<button type="button"${given} ${deed}>${words}</button>`;
}

function drawOverflow({ action_id, options }: Of<"overflow">, { surface, blockId }: Place): Html {
  const id = idOf(surface, blockId, action_id);
  const items = options.map(({ text, value }) => ({
    words: drawText(text, surface.reader),
    deed: posts(surface.acts, { surface: surface.name, blockId, actionId: action_id, value }),
  }));
  return drawMenu({ id, label: "More actions", sign: "⋯", items });
}

/** The attributes of a control whose every change is an entry. */
const entry = (actionId: string, { surface, blockId, aria = {} }: Place) => [
  attributes({ id: idOf(surface, blockId, actionId), "data-edit": surface.acts, ...aria }),
  attributes({ "data-body": JSON.stringify({ surface: surface.name, blockId, actionId }) }),
];

function drawTextField(field: Of<"plain_text_input">, place: Place): Html {
  const { action_id, multiline, max_length, placeholder, focus_on_load } = field;
  const value = chosen(action_id, place)[0] ?? "";
  const given = [
    entry(action_id, place),
    attributes({ placeholder: placeholder?.text, maxlength: max_length, autofocus: focus_on_load }),
  ];
  // A first line break in a textarea is not part of its text.
  return multiline
    ? html`<textarea rows="4"${given}>${`\n${value}`}</textarea>`
    : html`<input type="text" autocomplete="off"${given} value="${value}">`;
}

function drawBoxes(
  isMany: boolean,
  { action_id }: { action_id: string },
  options: readonly Option[],
  place: Place,
): Html {
  const type = isMany ? "checkbox" : "radio";
  const id = idOf(place.surface, place.blockId, action_id);
  const now = chosen(action_id, place);
  const { reader } = place.surface;
  const boxes = options.map(({ text, value, description }) => {
    const small = description && html`<small>${drawText(description, reader)}</small>`;
    const given = attributes({
      ...{ type, name: id, value, id: `${id}.${encodeURIComponent(value)}` },
      checked: now.includes(value),
    });
    return html`<label class="choice"><input${given}><span>${drawText(text, reader)}${small}</span></label>`;
  });
  const role = isMany ? "group" : "radiogroup";
  return html`<div class="choices stack" role="${role}"${entry(action_id, place)}>${boxes}</div>`;
}

function drawSelect(
  { action_id, placeholder }: { action_id: string; placeholder?: { text: string } | undefined },
  groups: readonly Group[],
  place: Place,
): Html {
  const id = idOf(place.surface, place.blockId, action_id);
  const now = chosen(action_id, place);
  const option = ({ text, value }: Option) =>
    html`<option${attributes({ id: `${id}.${encodeURIComponent(value)}`, value, selected: now.includes(value) })}>${text.text}</option>`;
  const drawn = groups.map(({ label, options }) =>
    label
      ? html`<optgroup label="${label.text}">${options.map(option)}</optgroup>`
      : options.map(option),
  );
  return html`<select${entry(action_id, place)}><option value="">${placeholder?.text ?? "Choose…"}</option>${drawn}</select>`;
}

interface Group {
  label?: { text: string };
  options: readonly Option[];
}

const groupsOf = ({ option_groups, options = [] }: Of<"static_select">): readonly Group[] =>
  option_groups ?? [{ options }];

const named = (names: ReadonlyMap<string, string>): Option[] =>
  [...names].map(([value, text]) => ({ value, text: { type: "plain_text", text } }));

function chosen(actionId: string, { surface, blockId }: Place): string[] {
  const state = surface.values[blockId]?.[actionId];
  return state ? entriesIn(state) : [];
}
