import { h } from "../../page-kit/dom.js";
import { pointerUp } from "../../page-kit/pointer.js";
import { attempt, get, post } from "./api.js";
import { renderBlocks } from "./blocks/blocks.js";
import { directory } from "./directory.js";
import { redraw } from "./redraw.js";
import { createSurface } from "./surface.js";

/** Draws the Home of an app. Opening it tells the app, which may then publish another view. */
export function createHome(app) {
  const list = h("div", { class: "home", tabindex: "0", "aria-label": "Home" });
  const surface = createSurface(() => ({ kind: "home", app: app.id }));
  let reader;

  async function draw() {
    const view = await get(`/people/${directory.me.id}/home`, { app: app.id });
    await pointerUp();
    // Entries of one person are not kept for the next.
    if (reader !== directory.me) list.replaceChildren();
    reader = directory.me;
    redraw(
      list,
      view
        ? renderBlocks(view.blocks, { surface, values: view.state.values, errors: view.errors })
        : [h("p", { class: "empty" }, `${app.name} has not published its Home yet.`)],
    );
  }

  return {
    app,
    list,
    draw,
    async open() {
      await draw();
      await attempt(() => post(`/people/${directory.me.id}/home`, {}, { app: app.id }));
    },
  };
}
