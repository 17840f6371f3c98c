import { html } from "hono/html";
import { attributes, type Html, posts } from "../../../page-kit/page.ts";
import type { Option } from "../../blocks/composition.ts";
import type { ActionElement } from "../../blocks/elements.ts";
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
    case "static_select":
    case "conversations_select":
      return drawSelect(element, place);
    case "radio_buttons":
    case "checkboxes":
    case "multi_static_select":
    case "multi_users_select":
      return drawBoxes(element, place);
  }
}

type Of<Type> = Extract<ActionElement, { type: Type }>;
type Select = Of<"static_select" | "conversations_select">;
type Boxes = Of<"radio_buttons" | "checkboxes" | "multi_static_select" | "multi_users_select">;

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

function drawBoxes(element: Boxes, place: Place): Html {
  const isOne = element.type === "radio_buttons";
  const id = idOf(place.surface, place.blockId, element.action_id);
  const now = chosen(element.action_id, place);
  const { reader } = place.surface;
  const options = groupsOf(element, place.surface).flatMap((group) => group.options);
  const boxes = options.map(({ text, value, description }) => {
    const small = description && html`<small>${drawText(description, reader)}</small>`;
    const given = attributes({
      ...{ name: id, value, id: `${id}.${encodeURIComponent(value)}` },
      ...{ type: isOne ? "radio" : "checkbox", checked: now.includes(value) },
    });
    return html`<label class="choice"><input${given}><span>${drawText(text, reader)}${small}</span></label>`;
  });
  const role = isOne ? "radiogroup" : "group";
  return html`<div class="choices stack" role="${role}"${entry(element.action_id, place)}>${boxes}</div>`;
}

function drawSelect(element: Select, place: Place): Html {
  const { action_id, placeholder } = element;
  const id = idOf(place.surface, place.blockId, action_id);
  const now = chosen(action_id, place);
  const option = ({ text, value }: Option) =>
    html`<option${attributes({ id: `${id}.${encodeURIComponent(value)}`, value, selected: now.includes(value) })}>${text.text}</option>`;
  const drawn = groupsOf(element, place.surface).map(({ label, options }) =>
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

/** What the app offers, or the workspace: its people, or its conversations. */
function groupsOf(element: Select | Boxes, { people, conversations }: Surface): readonly Group[] {
  if (element.type === "multi_users_select") return [{ options: named(people) }];
  if (element.type === "conversations_select") return [{ options: named(conversations) }];
  if ("option_groups" in element && element.option_groups) return element.option_groups;
  return [{ options: element.options ?? [] }];
}

const named = (names: ReadonlyMap<string, string>): Option[] =>
  [...names].map(([value, text]) => ({ value, text: { type: "plain_text", text, emoji: true } }));

function chosen(actionId: string, { surface, blockId }: Place): string[] {
  const state = surface.values[blockId]?.[actionId];
  return state ? entriesIn(state) : [];
}
