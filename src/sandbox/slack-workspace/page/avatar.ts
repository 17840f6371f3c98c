import { html } from "hono/html";
import type { Html } from "../../page-kit/page.ts";
import type { SeedUser } from "../seed.ts";

const HUES = 8;

/** Draws a person's initials on their own colour; an app gets a signal. */
export function avatar(users: readonly SeedUser[], id: string): Html {
  const at = users.findIndex((each) => each.id === id);
  const { realName = "?", isBot } = users[at] ?? {};
  const initials = realName.split(" ").map(([first]) => first);
  const [kind, sign] = isBot ? ["bot", "⚑"] : [`hue-${at % HUES}`, initials.slice(0, 2).join("")];
  return html`<span class="avatar ${kind}" aria-hidden="true">${sign}</span>`;
}
