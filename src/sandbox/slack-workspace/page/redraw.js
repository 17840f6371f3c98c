import { place } from "../../page-kit/place.js";
import { focusNow, restoreFocus } from "./focus.js";

/**
 * Shows `nodes` as the children of `parent`. An existing text field keeps its node, because its text is newer than the
 * server's, and a caret or an input method ends with its node.
 */
export function redraw(parent, nodes) {
  const focus = focusNow();
  const hadFocus = parent.contains(document.activeElement);
  place(
    parent,
    nodes.map((node) => keptBlock(parent, node) ?? node),
  );
  if (hadFocus && !parent.contains(document.activeElement)) restoreFocus(parent, focus);
}

/** Updates a drawn block around its text field. */
function keptBlock(parent, fresh) {
  const drawn = [...parent.children].find(
    ({ dataset }) => dataset.block !== undefined && dataset.block === fresh.dataset?.block,
  );
  const field = drawn?.querySelector("[data-text-field]");
  const freshField = fresh.querySelector?.("[data-text-field]");
  if (!field || !freshField || !isSameField(field, freshField)) return undefined;

  for (const { name } of [...field.attributes]) {
    if (!freshField.hasAttribute(name)) field.removeAttribute(name);
  }
  for (const { name, value } of freshField.attributes) field.setAttribute(name, value);
  place(
    drawn,
    [...fresh.childNodes].map((node) => (node === freshField ? field : node)),
  );
  return drawn;
}

const isSameField = (one, other) =>
  one.tagName === other.tagName &&
  one.dataset.key === other.dataset.key &&
  one.dataset.textField === other.dataset.textField;
