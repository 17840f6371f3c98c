/** Describes the control with the focus, so that it can be found after a redraw. */
export function focusNow() {
  const { activeElement } = document;
  const key = activeElement?.closest("[data-key]")?.dataset.key;
  return { key, value: activeElement?.value, start: activeElement?.selectionStart };
}

/** Gives the focus to the control in `root` that had it before; false if there is none. */
export function restoreFocus(root, { key, value, start }) {
  const same = [...root.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === key);
  if (!same) return false;
  focusOn(same, value);
  if (typeof start === "number" && same.setSelectionRange) same.setSelectionRange(start, start);
  return true;
}

/**
 * Returns a function that gives the focus back to the same control, to its replacement, or at least to the message
 * around it.
 */
export function focusKeeper() {
  const { activeElement } = document;
  const focus = focusNow();
  const ts = activeElement?.closest("[data-ts]")?.dataset.ts;

  return function giveBack() {
    if (activeElement?.isConnected) {
      activeElement.focus();
      return;
    }
    const around = ts ? document.querySelector(`[data-ts="${CSS.escape(ts)}"]`) : document.body;
    if (around && !restoreFocus(around, focus)) around.focus();
  };
}

/** `chosen` names one of several choices. */
export function focusOn(element, chosen) {
  const boxes = [...(element?.querySelectorAll("input") ?? [])];
  const box = boxes.find((each) => each.value === chosen) ?? boxes.find(({ checked }) => checked);
  (box ?? boxes[0] ?? element)?.focus();
}
