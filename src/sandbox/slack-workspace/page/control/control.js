import { h } from "../../../page-kit/dom.js";
import { refresher } from "../../../page-kit/refresher.js";
import { attempt, sandbox } from "../api.js";
import { directory } from "../directory.js";
import { aheadInWords, clock } from "../frame/clock.js";
import { createDrawer } from "../frame/drawer.js";
import { clockPanel } from "./control-clock.js";
import { faultCount, faultsPanel } from "./control-faults.js";
import { trafficPanel } from "./control-traffic.js";

const BUTTON = "control-button";

let state = { switches: [], actions: [], planned: [], methods: [], others: [] };

const time = clockPanel(change);
const faults = faultsPanel(change);
const traffic = trafficPanel();

const drawer = createDrawer(
  "control",
  "Control room",
  h(
    "div",
    { class: "control-body" },
    time.node,
    faults.node,
    traffic.node,
    h("p", { class: "hint" }, "All of this is the whole sandbox's, not one app's or one person's."),
  ),
  {
    onOpen() {
      time.start();
      attempt(traffic.refresh);
    },
    onClose: time.stop,
  },
);

/** Reads and shows the sandbox's state. */
export const refreshControl = refresher(async () => show(await sandbox.get("/state")));

/** Handles a change from the server's event stream. */
export async function hearControl(kind) {
  if (kind === "clock" || kind === "faults") await refreshControl();
  if (kind === "traffic" && drawer.isOpen()) await traffic.refresh();
}

/** Makes the button for the drawer, with the number of active faults. */
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
      on: { click: drawer.toggle },
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
  const count = faultCount(state);
  return [
    h("span", { "aria-hidden": "true" }, "⚙"),
    h("span", {}, "Control room"),
    ...(count > 0 ? [h("span", { class: "count" }, `${count} on`)] : []),
  ];
}

function conditions() {
  const count = faultCount(state);
  const ahead = aheadInWords();
  return [
    ...(count > 0 ? [count === 1 ? "1 fault is on" : `${count} faults are on`] : []),
    ...(ahead ? [`the clock is ${ahead}`] : []),
  ];
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "." || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  drawer.toggle();
});
