/**
 * Builds an element. Strings become text nodes, so nothing that an app or a person wrote is ever parsed as
 * HTML. `on` holds listeners, `data` data attributes, everything else is an attribute; false leaves it out.
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

/** An id for labels and descriptions within the page. */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
