/** For each open dialog, the element to focus when it closes: the one before, or what is around it. */
const openers = new Map();

/** Call it before the document changes: afterwards nobody knows who had the focus. */
export function focusBefore() {
  /** @type {HTMLElement[]} */
  const heirs = [];
  for (let each = document.activeElement; each; each = each.parentElement) {
    const isHeir = each === document.activeElement || each.hasAttribute("tabindex");
    if (isHeir && each instanceof HTMLElement) heirs.push(each);
  }
  return { heirs, wrong: new Set(document.querySelectorAll("[aria-invalid]")) };
}

/**
 * Opens the dialogs that the server has drawn. The focus goes to a field that turned out wrong, or
 * back to the opener of a dialog that is gone, or to what is left around its last place.
 *
 * @param {ReturnType<typeof focusBefore>} before
 */
export function focusAfter({ heirs, wrong }) {
  for (const [dialog, opener] of [...openers].reverse()) {
    if (dialog.isConnected) continue;
    openers.delete(dialog);
    focusFirst(opener);
  }
  for (const dialog of document.querySelectorAll("dialog[data-modal]:not([open])")) {
    if (!(dialog instanceof HTMLDialogElement)) continue;
    if (!openers.has(dialog))
      for (const end of ["cancel", "close"]) dialog.addEventListener(end, cancel);
    openers.set(dialog, heirs);
    dialog.showModal();
  }
  const found = [...document.querySelectorAll("[aria-invalid]")].find((each) => !wrong.has(each));
  if (found instanceof HTMLElement) firstIn(found).focus();
  else if (heirs[0]?.isConnected === false && document.activeElement === document.body) {
    focusFirst(heirs);
  }
}

/** @param {readonly HTMLElement[]} heirs */
function focusFirst(heirs) {
  heirs.find((each) => each.isConnected)?.focus({ preventScroll: true });
}

/** @param {HTMLElement} field */
const firstIn = (field) => field.querySelector("input") ?? field;

/**
 * The server closes its dialogs itself.
 *
 * @param {Event} event
 */
function cancel(event) {
  const dialog = event.currentTarget;
  if (event.target !== dialog || !(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  const button = dialog.querySelector("[data-cancel]");
  if (dialog.isConnected && button instanceof HTMLElement) button.click();
}
