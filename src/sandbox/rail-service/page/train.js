import { h } from "../../page-kit/dom.js";

const MS_PER_LEG = 650;
const REST_MS = 250;

/** Animates deposits along a line, one after another, unless the person prefers less motion. */
export function trainOn(line, stations) {
  let isFree = Promise.resolve();

  return function runTrain(from, to, isHeld) {
    if (from === to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    isFree = isFree.then(() => run(from, to, isHeld)).catch(() => {});
  };

  async function run(from, to, isHeld) {
    const train = h("span", { class: isHeld ? "train held" : "train", "aria-hidden": "true" });
    line.append(train);
    const legs = Math.abs(to - from);
    const stops = Array.from({ length: legs + 1 }, (_, index) => {
      const { offsetLeft, offsetTop } = stations[from + index * Math.sign(to - from)];
      return { translate: `${offsetLeft}px ${offsetTop}px`, easing: "ease-in-out" };
    });
    const running = train.animate(stops, { duration: legs * MS_PER_LEG, endDelay: REST_MS });
    await running.finished.finally(() => train.remove());
  }
}
