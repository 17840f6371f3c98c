import { h } from "../../../page-kit/dom.js";
import { optionNodes } from "./options.js";

/** Each query goes to the app, so the page waits for a pause in typing. */
const PAUSE_MS = 300;

/**
 * Draws a menu with options from the app: a search field, and below it the results beside the chosen options. The field
 * has the label and hints, and gives the menu its name.
 */
export function externalSelect(element, { state, surface, blockId, common, change }) {
  const isMulti = element.type === "multi_external_select";
  const shortest = element.min_query_length ?? 3;
  const search = h("input", {
    ...common,
    type: "search",
    autocomplete: "off",
    placeholder: element.placeholder?.text ?? "Search…",
    on: { input: askSoon },
  });
  const menu = h("select", {
    multiple: isMulti,
    size: 4,
    "aria-label": "Found",
    on: { change: report },
  });
  const status = h("small", { role: "status" });
  let known = [];
  let chosen = state.selected_options ?? [state.selected_option].filter(Boolean);
  let timer;
  let asked = 0;
  offer({ options: [] });

  function askSoon() {
    clearTimeout(timer);
    asked += 1;
    if ([...search.value].length < shortest) return say(`Type at least ${shortest} characters.`);
    timer = setTimeout(() => ask(asked), PAUSE_MS);
  }

  async function ask(number) {
    const answer = await surface.suggest(blockId, element.action_id, search.value);
    // A later query is under way, and its answer counts.
    if (number !== asked) return;
    if (!answer || answer.failure) return say("Nothing could be looked up.");
    offer(answer);
    const count = offeredIn(answer).length;
    say(count === 0 ? "No results." : `${count} found.`);
  }

  function say(text) {
    status.textContent = text;
  }

  /** Chosen options stay in the menu with any results. */
  function offer(found) {
    const values = chosen.map(({ value }) => value);
    const kept = chosen.filter(
      ({ value }) => !offeredIn(found).some((each) => each.value === value),
    );
    const none = isMulti ? [] : [h("option", { value: "" }, "None")];
    menu.replaceChildren(...none, ...optionNodes({ options: kept }), ...optionNodes(found));
    for (const option of menu.options) option.selected = values.includes(option.value);
    known = [...kept, ...offeredIn(found)];
  }

  function report() {
    const values = [...menu.selectedOptions].map(({ value }) => value).filter(Boolean);
    chosen = known.filter(({ value }) => values.includes(value));
    change(isMulti ? values : (values[0] ?? null));
  }

  return h("div", { class: "external-select" }, search, menu, status);
}

const offeredIn = ({ options, option_groups = [] }) =>
  options ?? option_groups.flatMap((group) => group.options);
