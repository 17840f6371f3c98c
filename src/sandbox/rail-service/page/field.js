import { freshId, h } from "../../page-kit/dom.js";

/** Makes a labelled control with a place for its error. */
export function field(label, control) {
  const id = freshId("field");
  const error = h("p", { class: "field-error", id: `${id}-error`, hidden: true });
  control.id = id;
  const node = h("div", { class: "field" }, h("label", { for: id }, label), control, error);

  return {
    node,
    control,
    /** Shows the error, or removes it. */
    tell(words = "") {
      error.textContent = atTheField(words);
      error.hidden = words === "";
      if (words === "") {
        control.removeAttribute("aria-invalid");
        control.removeAttribute("aria-describedby");
        return;
      }
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-describedby", error.id);
    },
  };
}

/** The error is beside its field, so it drops the field's name: "The to field must be …". */
const atTheField = (words) =>
  words.replace(/^The \S+ field (.)/, (_, first) => first.toUpperCase());
