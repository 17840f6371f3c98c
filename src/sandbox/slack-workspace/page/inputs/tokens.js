import { h } from "../../../page-kit/dom.js";
import { membersFor } from "../frame/members.js";

const MOST_SHOWN = 6;

/** Draws a menu of people, channels or conversations: chosen entries as tokens, and a search field. */
export function tokens(element, { chosen: initial, common, change }) {
  const isMulti = element.type.startsWith("multi_");
  const offered = membersFor(element);
  let chosen = offered.filter(({ value }) => initial.includes(value));
  const list = h("ul", { class: "tokens", "aria-label": "Chosen" });
  const found = h("ul", { class: "found", "aria-label": "Found" });
  const search = h("input", {
    ...common,
    type: "search",
    autocomplete: "off",
    placeholder: element.placeholder?.text ?? "Search…",
    on: { input: find, focus: find, keydown: takeFirst },
  });
  const frame = h("div", { class: "token-select", on: { focusout: leave } }, list, search, found);

  function matching() {
    const wanted = plain(search.value);
    return offered
      .filter((each) => !chosen.includes(each) && plain(each.text.text).includes(wanted))
      .slice(0, MOST_SHOWN);
  }

  function find() {
    found.replaceChildren(...matching().map((each) => item(each.text.text, () => add(each))));
  }

  function leave({ relatedTarget }) {
    if (!frame.contains(relatedTarget)) found.replaceChildren();
  }

  /** Enter takes the first match and does not submit the form. */
  function takeFirst(event) {
    if (event.key !== "Enter" || event.isComposing || search.value === "") return;
    event.preventDefault();
    const [first] = matching();
    if (first) add(first);
  }

  function add(each) {
    search.value = "";
    keep(isMulti ? [...chosen, each] : [each]);
    search.focus();
    find();
  }

  function keep(wanted) {
    chosen = wanted;
    const values = chosen.map(({ value }) => value);
    draw();
    change(isMulti ? values : (values[0] ?? null));
  }

  function draw() {
    list.replaceChildren(
      ...chosen.map((each) =>
        item(
          `${each.text.text} ✕`,
          () => {
            keep(chosen.filter((other) => other !== each));
            search.focus();
          },
          `Remove ${each.text.text}`,
        ),
      ),
    );
  }
  draw();
  return frame;
}

const item = (words, press, label) =>
  h("li", {}, h("button", { type: "button", "aria-label": label, on: { click: press } }, words));

/** Removes case and accents. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
