import { h } from "../../../page-kit/dom.js";
import { directory } from "../directory.js";

/** Watches the width of each text, because a narrow window or an open thread may fold it. */
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) fold(target);
});

const opened = new WeakSet();

/** Draws the text of a section without `expand` as Slack does: up to a height, and the rest after "See more". */
export function foldable(text) {
  const frame = h("div", { class: "foldable" }, text);
  widths.observe(text);
  return frame;
}

function fold(text) {
  const frame = text.parentElement;
  const known = frame?.querySelector(":scope > button");
  const isLong = text.scrollHeight > directory.foldAbovePx;
  const isFolded = isLong && !opened.has(text);
  text.classList.toggle("folded", isFolded);
  text.style.maxHeight = isFolded ? `${directory.foldAbovePx}px` : "";
  if (!isLong) {
    known?.remove();
    return;
  }
  const button = known ?? h("button", { type: "button", class: "plain see-more" });
  button.textContent = isFolded ? "See more" : "See less";
  button.setAttribute("aria-expanded", String(!isFolded));
  button.onclick = () => {
    if (!opened.delete(text)) opened.add(text);
    fold(text);
  };
  if (!known) frame?.append(button);
}
