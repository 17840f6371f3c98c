import { attempt, get, post } from "./api.js";
import { renderBlocks } from "./blocks.js";
import { busy } from "./controls.js";
import { directory } from "./directory.js";
import { h } from "./dom.js";
import { refresher } from "./refresher.js";
import { createSurface } from "./surface.js";
import { textObject } from "./text-object.js";

const dialog = document.getElementById("modal");

const surface = createSurface({ kind: "modal" });

let shown = "";

/** Draws the modal on top of the person's stack, or closes the dialog when there is none. */
export const refreshModal = refresher(async () => {
  const { me } = directory;
  const stack = await surface.readSettled(() => get(`/people/${me.id}/modals`));
  if (me !== directory.me) return;
  const view = stack.at(-1);
  const { state: _, ...drawn } = view ?? {};
  const signature = JSON.stringify([me.id, drawn]);
  // What a person types changes only the state: the fields already show it, so nothing is drawn again.
  if (signature === shown && dialog.open === Boolean(view)) return;
  shown = signature;

  if (!view) {
    dialog.close();
    dialog.replaceChildren();
    return;
  }
  const focus = focusKept();
  dialog.dataset.depth = String(stack.length);
  dialog.replaceChildren(modalForm(view, stack.length));
  if (!dialog.open) dialog.showModal();
  restoreFocus(focus, view);
});

dialog.addEventListener("cancel", (event) => {
  // A confirm dialog or a picker inside has an Escape of its own.
  if (event.target !== dialog) return;
  event.preventDefault();
  close("top");
});

// A browser may close the dialog over our head; the view is still there, so it is drawn again.
dialog.addEventListener("close", () => {
  shown = "";
  attempt(refreshModal);
});

const close = (which) => attempt(() => post(`/people/${directory.me.id}/close`, { which }));

function modalForm(view, depth) {
  const submitButton =
    view.submit && h("button", { type: "submit", class: "primary" }, textObject(view.submit));

  async function submit(event) {
    event.preventDefault();
    if (!submitButton) return;
    await busy(submitButton, async () => {
      await surface.settled();
      await attempt(() => post(`/people/${directory.me.id}/submit`));
    });
  }

  return h(
    "form",
    { method: "dialog", novalidate: true, on: { submit } },
    h(
      "header",
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
      h("h2", { class: "modal-title", id: "modal-title" }, textObject(view.title)),
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
      "footer",
      { class: "modal-actions" },
      h(
        "button",
        { type: "button", on: { click: () => close("top") } },
        view.close ? textObject(view.close) : "Cancel",
      ),
      submitButton,
    ),
  );
}

/** Which field has the cursor, and where in it. */
function focusKept() {
  const { activeElement } = document;
  const key = activeElement?.closest("[data-key]")?.dataset.key;
  return { key, value: activeElement?.value, start: activeElement?.selectionStart };
}

function restoreFocus({ key, value, start }, { errors }) {
  const wrong = dialog.querySelector("[aria-invalid]");
  if (wrong && Object.keys(errors).length > 0) return focusOn(wrong);
  const same = [...dialog.querySelectorAll("[data-key]")].find(
    ({ dataset }) => dataset.key === key,
  );
  if (!same) {
    return focusOn(
      dialog.querySelector("[autofocus]") ??
        dialog.querySelector(".modal-body :is(input, select, textarea)") ??
        dialog.querySelector("[type=submit]"),
    );
  }
  focusOn(same, value);
  if (typeof start === "number" && same.setSelectionRange) same.setSelectionRange(start, start);
}

function focusOn(element, chosen) {
  const boxes = [...(element?.querySelectorAll("input") ?? [])];
  const box = boxes.find((each) => each.value === chosen) ?? boxes.find(({ checked }) => checked);
  (box ?? boxes[0] ?? element)?.focus();
}
