/** For each open dialog, the element to focus when it closes: the one before, or what is around it. */
const openers = new Map<HTMLDialogElement, readonly HTMLElement[]>();

/** Call it before the document changes: afterwards nobody knows who had the focus. */
export function focusBefore() {
  const heirs: HTMLElement[] = [];
  for (let each = document.activeElement; each; each = each.parentElement) {
    const isHeir = each === document.activeElement || each.hasAttribute("tabindex");
    if (isHeir && each instanceof HTMLElement) heirs.push(each);
  }
  return { heirs, wrong: new Set(document.querySelectorAll("[aria-invalid]")) };
}

/**
 * Opens the dialogs that the server has drawn. The focus goes to a field that turned out wrong, or
 * back to the opener of a dialog that is gone, or to what is left around its last place.
 */
export function focusAfter({ heirs, wrong }: ReturnType<typeof focusBefore>): void {
  for (const [dialog, opener] of [...openers].reverse()) {
    if (dialog.isConnected) continue;
    openers.delete(dialog);
    focusFirst(opener);
  }
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog:not([open])")) {
    if (!openers.has(dialog)) {
      for (const end of ["cancel", "close"]) dialog.addEventListener(end, cancel);
    }
    openers.set(dialog, heirs);
    dialog.showModal();
  }
  const invalid = [...document.querySelectorAll<HTMLElement>("[aria-invalid]")];
  const found = invalid.find((each) => !wrong.has(each));
  if (found) (found.querySelector("input") ?? found).focus();
  else if (heirs[0]?.isConnected === false && document.activeElement === document.body) {
    focusFirst(heirs);
  }
}

const focusFirst = (heirs: readonly HTMLElement[]) =>
  heirs.find((each) => each.isConnected)?.focus({ preventScroll: true });

/** The server closes its dialogs itself. */
function cancel(event: Event): void {
  const dialog = event.currentTarget;
  if (event.target !== dialog || !(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  if (dialog.isConnected) dialog.querySelector<HTMLElement>("[data-cancel]")?.click();
}
