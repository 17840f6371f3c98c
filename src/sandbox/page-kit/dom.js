/**
 * Builds an element. Strings become text nodes, so the words of apps and people are never parsed as HTML. `on` holds
 * listeners, `data` holds data attributes, and everything else is an attribute, which false leaves out.
 */
export function h(tag, { on = {}, data = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  Object.assign(element.dataset, data);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== null),
  );
  return element;
}

let lastId = 0;

/** Makes an id for labels and descriptions in the page. */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
