import { attempt, sandbox } from "./api.js";
import { aheadInWords, clock } from "./clock.js";
import { clockPanel } from "./control-clock.js";
import { faultsPanel } from "./control-faults.js";
import { trafficPanel } from "./control-traffic.js";
import { directory } from "./directory.js";
import { h } from "./dom.js";
import { refresher } from "./refresher.js";

const BUTTON = "control-button";
const drawer = document.getElementById("control");

let state = { switches: [], actions: [], planned: [], methods: [] };

const time = clockPanel(change);
const faults = faultsPanel(change);
const traffic = trafficPanel();

drawer.append(
  h(
    "div",
    { class: "control-header" },
    h("h2", { id: "control-title" }, "Control room"),
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": "Close",
        on: { click: () => drawer.close() },
      },
      "✕",
    ),
  ),
  h(
    "div",
    { class: "control-body" },
    time.node,
    faults.node,
    traffic.node,
    h("p", { class: "hint" }, "All of this is the whole sandbox's, not one app's or one person's."),
  ),
);

/** Reads how the sandbox stands, and shows it. */
export const refreshControl = refresher(async () => show(await sandbox.get("/state")));

/** Takes a change that the server told of. */
export async function hearControl(kind) {
  if (kind === "clock" || kind === "faults") await refreshControl();
  if (kind === "traffic" && drawer.open) await traffic.refresh();
}

/** What opens and closes the drawer, with the number of faults that are on. */
export function controlButton() {
  return h(
    "button",
    {
      type: "button",
      id: BUTTON,
      class: "nav-item",
      title: "Faults, clock and traffic (Ctrl .)",
      "aria-keyshortcuts": "Control+.",
      data: { nav: BUTTON },
      on: { click: toggle },
    },
    buttonWords(),
  );
}

function change(work) {
  return attempt(async () => show(await work()));
}

function show(newState) {
  state = newState;
  clock.aheadMs = state.clock.aheadMs;
  document.getElementById("banner").textContent = [directory.banner, ...conditions()].join(" · ");
  document.getElementById(BUTTON)?.replaceChildren(...buttonWords());
  time.show();
  faults.show(state);
}

function buttonWords() {
  const count = faultCount();
  return [
    h("span", { "aria-hidden": "true" }, "⚙"),
    h("span", {}, "Control room"),
    ...(count > 0 ? [h("span", { class: "count" }, `${count} on`)] : []),
  ];
}

function conditions() {
  const count = faultCount();
  const ahead = aheadInWords();
  return [
    ...(count > 0 ? [count === 1 ? "1 fault is on" : `${count} faults are on`] : []),
    ...(ahead ? [`the clock is ${ahead}`] : []),
  ];
}

const faultCount = () => state.switches.filter(({ isOn }) => isOn).length + state.planned.length;

/** What an open form covers cannot be reached, so the drawer comes to lie upon it. */
function toggle() {
  const isCovered = document.querySelector("dialog:modal:not(#control)") !== null;
  const isInReach = drawer.matches(":modal") || !isCovered;
  if (drawer.open && isInReach) {
    drawer.close();
    return;
  }
  drawer.close();
  if (isCovered) drawer.showModal();
  else drawer.show();
  time.start();
  attempt(traffic.refresh);
}

drawer.addEventListener("close", () => {
  time.stop();
  // A toast that was shown in the drawer is still to be read.
  const toasts = document.getElementById("toasts");
  if (drawer.contains(toasts)) document.body.append(toasts);
});

drawer.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !drawer.matches(":modal")) drawer.close();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "." || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  toggle();
});
