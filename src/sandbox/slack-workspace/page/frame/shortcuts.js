import { h } from "../../../page-kit/dom.js";
import { attempt, post } from "../api.js";
import { directory } from "../directory.js";
import { openMenu } from "./menu.js";

/** Makes the "⋮" button with the apps' shortcuts for a message. */
export function moreActions({ channel, ts }) {
  const items = directory.apps.flatMap((app) =>
    app.shortcuts.map(({ name, callbackId, description }) => ({
      content: [h("span", {}, name), h("small", {}, `${description} · ${app.name}`)],
      choose: () =>
        attempt(() =>
          post(`/people/${directory.me.id}/shortcut`, { channel, ts, callbackId }, { app: app.id }),
        ),
    })),
  );
  if (items.length === 0) return null;
  const opener = h(
    "button",
    {
      type: "button",
      class: "plain",
      title: "More actions",
      "aria-label": "More actions",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      on: { click: () => openMenu(opener, "More actions", items) },
    },
    "⋮",
  );
  return opener;
}
