import { h } from "../../page-kit/dom.js";
import { pointerUp } from "../../page-kit/pointer.js";
import { refresher } from "../../page-kit/refresher.js";
import { attempt, get, post } from "./api.js";
import { renderBlocks } from "./blocks/blocks.js";
import { busy } from "./blocks/controls.js";
import { textObject } from "./blocks/text-object.js";
import { directory } from "./directory.js";
import { focusKeeper, focusNow, focusOn, restoreFocus } from "./focus.js";
import { clock } from "./frame/clock.js";
import { redraw } from "./redraw.js";
import { createSurface } from "./surface.js";

const dialog = document.getElementById("modal");

const surface = createSurface(() => ({ kind: "modal", viewId: drawn.id }));

let shown = "";
/** The view in the dialog, and the blocks in it that have errors. */
let drawn = { id: undefined, wrong: [] };
/** The focus in each covered view, by the id of the view. */
const focusIn = new Map();
let giveFocusBack;

/** Draws the top modal of the person's stack, or closes the dialog if there is none. */
export const refreshModal = refresher(async () => {
  const { me } = directory;
  const stack = await surface.readSettled(() => get(`/people/${me.id}/modals`));
  await pointerUp();
  if (me !== directory.me) return;
  const view = stack.at(-1);
  const { state: _, ...stateless } = view ?? {};
  const signature = JSON.stringify([me.id, stateless, stack.length, clock.aheadMs]);
  // Typing changes only the state, which the fields already show, so nothing is redrawn.
  if (signature === shown && dialog.open === Boolean(view)) return;
  shown = signature;

  if (!view) {
    drawn = { id: undefined, wrong: [] };
    focusIn.clear();
    const wasOpen = dialog.open;
    dialog.close();
    show(null);
    if (wasOpen) giveFocusBack();
    return;
  }
  const form = modalForm(view, stack.length);
  const wrong = Object.keys(view.errors);
  const isNewlyWrong = wrong.some((blockId) => !drawn.wrong.includes(blockId));
  const isSameView = drawn.id === view.id;
  if (!isSameView && drawn.id) focusIn.set(drawn.id, focusNow());
  drawn = { id: view.id, wrong };

  dialog.dataset.depth = String(stack.length);
  if (isSameView) redrawForm(form);
  else show(form);
  if (!dialog.open) {
    giveFocusBack = focusKeeper();
    dialog.showModal();
  }
  if (isNewlyWrong) focusOn(dialog.querySelector("[aria-invalid]"));
  else if (isSameView && bodyOf(dialog).contains(document.activeElement)) return;
  else if (!wasLeft(view.id)) startAtTop();
});

/** Gives the focus back to a view that was covered; false if it had none. */
function wasLeft(id) {
  const focus = focusIn.get(id);
  focusIn.delete(id);
  return Boolean(focus?.key) && restoreFocus(bodyOf(dialog), focus);
}

/** Replaces the previous form; other parts of the dialog, such as a toast, stay. */
function show(form) {
  dialog.querySelector("form")?.remove();
  if (form) dialog.prepend(form);
}

function redrawForm(fresh) {
  for (const part of [".modal-header", ".modal-actions"]) {
    const [old, current] = [dialog, fresh].map((root) => root.querySelector(part));
    if (!old.isEqualNode(current)) old.replaceWith(current);
  }
  redraw(bodyOf(dialog), [...bodyOf(fresh).childNodes]);
}

const bodyOf = (root) => root.querySelector(".modal-body");

/** A person outside a field, as after a submission, sees the beginning of the new view. */
function startAtTop() {
  bodyOf(dialog).scrollTop = 0;
  focusOn(dialog.querySelector("[autofocus]") ?? dialog.querySelector("h2"));
}

dialog.addEventListener("cancel", (event) => {
  // A confirm dialog or a picker inside has its own Escape.
  if (event.target !== dialog) return;
  event.preventDefault();
  close("top");
});

// A browser may close the dialog by itself; the view is still there, so it is drawn again.
dialog.addEventListener("close", () => {
  shown = "";
  attempt(refreshModal);
});

const close = (which) => attempt(() => post(`/people/${directory.me.id}/close`, { which }));

function modalForm(view, depth) {
  async function submit(event) {
    event.preventDefault();
    // An update may have replaced or removed the button.
    const button = event.target.querySelector("[type=submit]");
    if (!button) return;
    await busy(button, async () => {
      await surface.settled();
      await attempt(() => post(`/people/${directory.me.id}/submit`));
    });
  }

  return h(
    "form",
    { method: "dialog", novalidate: true, on: { submit } },
    h(
      "div",
      { class: "modal-header" },
      depth > 1
        ? h(
            "button",
            {
              type: "button",
              class: "plain",
              "aria-label": "Back",
              on: { click: () => close("top") },
            },
            "←",
          )
        : null,
      h("h2", { class: "modal-title", id: "modal-title", tabindex: "-1" }, textObject(view.title)),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": "Close all",
          on: { click: () => close("all") },
        },
        "✕",
      ),
    ),
    h(
      "div",
      { class: "modal-body" },
      renderBlocks(view.blocks, { surface, values: view.state.values, errors: view.errors }),
    ),
    h(
      "div",
      { class: "modal-actions" },
      h(
        "button",
        { type: "button", on: { click: () => close("top") } },
        view.close ? textObject(view.close) : "Cancel",
      ),
      view.submit && h("button", { type: "submit", class: "primary" }, textObject(view.submit)),
    ),
  );
}
