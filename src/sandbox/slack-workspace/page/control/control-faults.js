import { freshId, h } from "../../../page-kit/dom.js";
import { sandbox } from "../api.js";
import { directory } from "../directory.js";
import { planForm, plannedWords } from "./control-plan.js";

/** Draws a switch for each fault that the server describes. `change` makes a call and shows the new state. */
export function faultsPanel(change) {
  const switches = h("div", { class: "control-switches" });
  const actions = h("div", { class: "control-actions" });
  const planned = h("ul", { class: "control-planned" });
  const summary = h("summary", {}, h("h3", {}, "Faults"));
  const allOff = h(
    "button",
    { type: "button", class: "control-off", on: { click: clear } },
    "Switch all off",
  );
  const plan = planForm((wanted) => change(() => sandbox.post("/faults", { plan: wanted })));
  const set = (name, value) => change(() => sandbox.post("/faults", { set: { [name]: value } }));
  const fields = new Map();
  const others = h("div");

  function draw(state) {
    for (const described of state.switches) {
      const field =
        described.kind === "number" ? numberField(described, set) : toggle(described, set);
      fields.set(described.name, field);
      switches.append(field.node);
    }
    actions.append(...state.actions.map((each) => action(each, change)));
    others.append(...state.others.map((each) => otherFaults(each, change)));
    plan.offer(state.methods);
  }

  /** The button disappears with the last fault, and the focus would go with it. */
  function clear() {
    summary.focus();
    return change(() => sandbox.delete("/faults"));
  }

  const slack = h(
    "details",
    { class: "control-part", open: true },
    summary,
    allOff,
    switches,
    h("h4", {}, "The next calls of one method"),
    plan.node,
    planned,
    h("h4", {}, "At once"),
    actions,
  );

  return {
    node: h("div", {}, others, slack),
    show(state) {
      if (fields.size === 0) draw(state);
      for (const described of state.switches) fields.get(described.name).show(described);
      planned.replaceChildren(
        ...[
          ...state.planned.map(plannedWords),
          ...state.others.flatMap((each) => each.planned),
        ].map((words) => h("li", {}, words)),
      );
      allOff.hidden = faultCount(state) === 0;
    },
  };
}

/** Counts the faults that are on or planned. */
export const faultCount = ({ switches, planned, others }) =>
  switches.filter(({ isOn }) => isOn).length +
  planned.length +
  others.flatMap((each) => each.planned).length;

/** Draws the faults of another part of the sandbox. */
const otherFaults = ({ label, actions }, change) =>
  h(
    "details",
    { class: "control-part", open: true },
    h("summary", {}, h("h3", {}, label)),
    h(
      "div",
      { class: "control-actions" },
      actions.map((each) => action(each, change)),
    ),
  );

function toggle({ name, label, hint }, set) {
  const words = freshId("fault");
  const box = h("input", {
    type: "checkbox",
    role: "switch",
    "aria-describedby": words,
    on: { change: () => set(name, box.checked) },
  });
  const node = h(
    "div",
    { class: "control-switch" },
    h("label", {}, h("span", {}, label), box),
    h("p", { id: words, class: "hint" }, hint),
  );
  return {
    node,
    show({ isOn }) {
      box.checked = isOn;
      node.classList.toggle("on", isOn);
    },
  };
}

/** An empty field switches the fault off. */
function numberField({ name, label, hint, unit, least, most, off }, set) {
  const words = freshId("fault");
  const field = h("input", {
    type: "number",
    min: least,
    max: most,
    placeholder: "off",
    "aria-describedby": words,
    on: { change: () => set(name, field.value === "" ? off : Number(field.value)) },
  });
  const node = h(
    "div",
    { class: "control-switch" },
    h("label", {}, h("span", {}, label, " ", h("span", { class: "unit" }, unit)), field),
    h("p", { id: words, class: "hint" }, hint),
  );
  return {
    node,
    show({ isOn, value }) {
      if (document.activeElement !== field || !isOn) field.value = isOn ? value : "";
      node.classList.toggle("on", isOn);
    },
  };
}

function action({ name, label, hint }, change) {
  const words = freshId("fault");
  return h(
    "div",
    {},
    h(
      "button",
      {
        type: "button",
        "aria-describedby": words,
        on: {
          click: () => change(() => sandbox.post(`/faults/${name}?team=${directory.team.id}`)),
        },
      },
      label,
    ),
    h("p", { id: words, class: "hint" }, hint),
  );
}
