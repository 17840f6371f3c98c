const SHOWN_MS = 9_000;

/**
 * Tells the person that something failed, also upon an open dialog, which covers the page.
 *
 * @param {string} words
 */
export function toast(words) {
  const around = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const region = around.querySelector(":scope > .toasts") ?? document.createElement("div");
  region.className = "toasts";
  region.role = "alert";
  const item = document.createElement("p");
  item.textContent = words;
  around.append(region);
  region.append(item);
  setTimeout(() => item.remove(), SHOWN_MS);
}
