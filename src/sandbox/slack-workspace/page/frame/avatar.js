import { h } from "../../../page-kit/dom.js";
import { directory } from "../directory.js";

const HUES = 8;

/** Draws a person's initials on their own colour; an app gets a signal. */
export function avatar({ id, realName = "?", isBot }) {
  const hue =
    Math.max(
      0,
      directory.users.findIndex((user) => user.id === id),
    ) % HUES;
  const initials = realName
    .split(" ")
    .map(([first]) => first)
    .slice(0, 2)
    .join("");
  return h(
    "span",
    { class: `avatar ${isBot ? "bot" : `hue-${hue}`}`, "aria-hidden": "true" },
    isBot ? "⚑" : initials,
  );
}
