import { h } from "../../../page-kit/dom.js";
import { directory } from "../directory.js";

const SEEN = "tour-seen";

let at = 0;

const isShown = () =>
  directory.tour.length > 0 && window === window.top && localStorage.getItem(SEEN) === null;

/**
 * Shows the tour above the messages on a first visit, until it is finished or skipped. `go` leads to the place of a
 * step.
 */
export function drawTour(go) {
  const place = document.getElementById("tour");
  const step = directory.tour[at];
  if (!isShown() || !step) return place.replaceChildren();

  const end = () => {
    localStorage.setItem(SEEN, "yes");
    drawTour(go);
    document.getElementById("content").querySelector("[tabindex]")?.focus();
  };
  const turn = (to) => {
    at = to;
    drawTour(go);
    place.querySelector("button").focus();
  };
  const next = () => {
    turn(at + 1);
    go(directory.tour[at]);
  };
  const isLast = at === directory.tour.length - 1;
  const button = (label, press, kind) =>
    h("button", { type: "button", class: kind, on: { click: press } }, label);

  return place.replaceChildren(
    h(
      "section",
      { class: "tour", "aria-label": "Tour" },
      h("p", {}, h("small", {}, `Step ${at + 1} of ${directory.tour.length} · two minutes`)),
      h("p", {}, step.text),
      h(
        "div",
        { class: "block actions" },
        button(step.label, () => go(step), "primary"),
        isLast ? button("Finish", end) : button("Next", next),
        at > 0 ? button("Back", () => turn(at - 1), "plain") : null,
        isLast ? null : button("Skip the tour", end, "plain"),
      ),
    ),
  );
}
