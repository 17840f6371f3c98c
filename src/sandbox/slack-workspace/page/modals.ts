import { html } from "hono/html";
import { type Html, posts } from "../../page-kit/page.ts";
import { inputBlocks } from "../blocks/block.ts";
import type { OpenModal } from "../kept/views.ts";
import { drawBlocks } from "./blocks/draw-blocks.ts";
import { drawText } from "./blocks/text.ts";
import type { Screen } from "./screen.ts";

/** Draws a person's stack of views: each is a dialog above the one before. */
export const drawModals = (screen: Screen): Html[] =>
  screen.first.views.stackOf(screen.me.id).map((view, depth) => drawModal(view, depth, screen));

function drawModal(view: OpenModal, depth: number, { deed, surface, reader }: Screen): Html {
  const { id, content, errors, values } = view;
  const { title, blocks, submit } = content;
  const name = { kind: "modal", viewId: id };
  const inner = drawBlocks(blocks, surface(id, { name, errors, values }));
  const hasFocus = inputBlocks(blocks).some(
    ({ element }) => "focus_on_load" in element && element.focus_on_load,
  );
  const close = (which: string) => posts(deed("/close"), { which });
  const back =
    depth > 0 &&
    html`<button type="button" class="plain" aria-label="Back" ${close("top")}>←</button>`;
  return html`<dialog class="modal" id="${id}" tabindex="-1" aria-labelledby="${id}.title">
  <form novalidate id="${id}.${content.callback_id}" ${posts(deed("/submit"))}>
    <div class="modal-bar row">
      ${back}
      <h2 id="${id}.title" tabindex="-1"${hasFocus ? "" : html` autofocus`}>${drawText(title, reader)}</h2>
      <button type="button" class="plain" aria-label="Close all" ${close("all")}>✕</button>
    </div>
    <div class="modal-body stack" tabindex="0">${inner}</div>
    <div class="modal-bar row">
      <button type="button" class="button" data-cancel ${close("top")}>${content.close ? drawText(content.close, reader) : "Cancel"}</button>
      ${submit && html`<button type="submit" class="button primary">${drawText(submit, reader)}</button>`}
    </div>
  </form>
</dialog>`;
}
