import { freshId, h } from "../../../page-kit/dom.js";
import { textObject } from "../blocks/text-object.js";

/** Asks with the words of the app's `confirm` object, and resolves to true if the person agreed. */
export function confirmed({ title, text, confirm, deny, style }) {
  const { promise, resolve } = Promise.withResolvers();
  const heading = freshId("confirm");
  const dialog = h(
    "dialog",
    {
      class: "modal confirm",
      "aria-labelledby": heading,
      on: {
        close() {
          dialog.remove();
          resolve(dialog.returnValue === "confirm");
        },
      },
    },
    h("h2", { id: heading, class: "modal-title" }, textObject(title)),
    h("div", { class: "modal-body" }, h("div", { class: "text" }, textObject(text))),
    h(
      "div",
      { class: "modal-actions" },
      h("button", { type: "button", on: { click: () => dialog.close() } }, textObject(deny)),
      h(
        "button",
        {
          type: "button",
          class: style === "danger" ? "danger" : "primary",
          on: { click: () => dialog.close("confirm") },
        },
        textObject(confirm),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}
