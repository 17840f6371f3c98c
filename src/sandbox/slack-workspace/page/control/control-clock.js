import { h } from "../../../page-kit/dom.js";
import { sandbox } from "../api.js";
import { formatDate } from "../blocks/format-date.js";
import { aheadInWords, clock, now } from "../frame/clock.js";

const STEPS = [
  ["+1 minute", 60_000],
  ["+1 hour", 3_600_000],
  ["+1 day", 86_400_000],
];

/** Shows the sandbox's time, and the buttons that set it ahead. `change` makes a call and shows the new state. */
export function clockPanel(change) {
  const time = h("time", { class: "control-time" });
  const ahead = h("p");
  const back = h("button", { type: "button", on: { click: reset } }, "Back to now");
  const warning = h(
    "p",
    { class: "hint" },
    "Going back changes no message: those written ahead stay dated in the future, and new ones follow them.",
  );
  const steps = STEPS.map(([label, advanceMs]) =>
    h("button", { type: "button", on: { click: () => set({ advanceMs }) } }, label),
  );
  const set = (wanted) => change(() => sandbox.post("/clock", wanted));
  let ticking;

  /** The button disappears, and the focus would go with it. */
  function reset() {
    steps[0].focus();
    return set({ reset: true });
  }

  function show() {
    time.textContent = formatDate(now() / 1000, "{date_long}, {time_secs}");
    ahead.textContent = aheadInWords() || "As on this machine";
    back.hidden = clock.aheadMs === 0;
    warning.hidden = back.hidden;
  }

  const node = h(
    "section",
    { class: "control-part", "aria-labelledby": "control-clock" },
    h("h3", { id: "control-clock" }, "Clock"),
    time,
    h("div", { class: "control-ahead" }, ahead, back),
    h("div", { class: "control-buttons" }, steps),
    warning,
    h(
      "p",
      { class: "hint" },
      "Moves every date and deadline of Slack, the app and the Rail service. Due work runs within two minutes. Not moved: the three seconds of an acknowledgement, and the time in signed requests.",
    ),
  );

  return {
    node,
    show,
    start() {
      show();
      clearInterval(ticking);
      ticking = setInterval(show, 1_000);
    },
    stop: () => clearInterval(ticking),
  };
}
