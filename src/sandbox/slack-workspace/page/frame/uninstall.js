import { h } from "../../../page-kit/dom.js";
import { attempt, post } from "../api.js";
import { directory } from "../directory.js";
import { confirmed } from "../inputs/confirm.js";

const plain = (text) => ({ type: "plain_text", text });

/** Offers an administrator the removal of an app; nobody else sees it. */
export function uninstallButton({ id, name }) {
  if (!directory.me.isAdmin) return null;
  async function press() {
    const isMeant = await confirmed({
      title: plain(`Uninstall ${name}`),
      text: plain(`${name} is told so, and its tokens end. It can be installed again.`),
      confirm: plain("Uninstall"),
      deny: plain("Keep"),
      style: "danger",
    });
    if (isMeant) await attempt(() => post(`/people/${directory.me.id}/uninstall`, {}, { app: id }));
  }
  return h(
    "button",
    { type: "button", class: "plain uninstall", on: { click: press } },
    "Uninstall",
  );
}
