import { h } from "../../../page-kit/dom.js";
import { busy } from "../blocks/controls.js";

/**
 * Draws a field for files, which are uploaded at once. Refusals and accepted files are below it, each file with a
 * button to remove it.
 */
export function fileInput(element, { state, surface, blockId, common, change }) {
  const { filetypes, max_files } = element;
  // A file field has no role, so it uses HTML's own `required`.
  const { "aria-required": required, ...attributes } = common;
  const field = h("input", {
    ...attributes,
    type: "file",
    required,
    multiple: max_files !== 1,
    accept: filetypes?.map((each) => `.${each}`).join(","),
    on: { change: send },
  });
  const refusal = h("p", { class: "field-error", role: "alert" });
  const list = h("ul", { "aria-label": "Chosen files" });
  let chosen = state.files ?? [];
  show();

  async function send() {
    const files = [...field.files];
    const answer = await busy(field, () => surface.upload(blockId, element.action_id, files));
    // An empty field lets the person choose the same file again.
    field.value = "";
    refusal.textContent = answer?.refused ?? "";
    chosen = answer?.files ?? chosen;
    show();
  }

  function remove(file) {
    chosen = chosen.filter((each) => each !== file);
    refusal.textContent = "";
    change(chosen.map(({ id }) => id));
    show();
    field.focus();
  }

  function show() {
    list.hidden = chosen.length === 0;
    list.replaceChildren(
      ...chosen.map((file) =>
        h(
          "li",
          {},
          h("span", {}, file.name),
          h(
            "button",
            {
              type: "button",
              class: "plain",
              "aria-label": `Remove ${file.name}`,
              on: { click: () => remove(file) },
            },
            "✕",
          ),
        ),
      ),
    );
  }

  return h("div", { class: "file-input" }, field, refusal, list);
}
