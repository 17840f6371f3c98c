import { html } from "hono/html";
import { attributes, type Html } from "../../page-kit/page.ts";
import type { Words } from "./blocks/text.ts";

interface Menu {
  id: string;
  label: string;
  sign: string;
  /** How its button looks. */
  kind?: "button" | "plain";
  items: readonly { words: Words; deed: Html }[];
}

/** Draws a button that opens a list of deeds; the browser closes it again and keeps the focus. */
export function drawMenu({ id, label, sign, kind = "button", items }: Menu): Html {
  const list = `${id}.menu`;
  const buttons = items.map(
    ({ words, deed }, index) =>
      html`<button type="button" class="nav-item"${attributes({ popovertarget: list, autofocus: index === 0 })} ${deed}><span>${words}</span></button>`,
  );
  return html`<button type="button" class="${kind}" id="${id}" popovertarget="${list}" aria-label="${label}" title="${label}">${sign}</button><div popover class="menu" id="${list}" role="group" aria-label="${label}">${buttons}</div>`;
}
