import { html } from "hono/html";
import type { Html } from "../../page-kit/page.ts";
import type { SeedUser } from "../seed.ts";

/** Turned by this, neighbours differ most. */
const GOLDEN_ANGLE = 137.5;

/** Draws a person's initials on their own colour; an app gets a signal. */
export function avatar(users: readonly SeedUser[], id: string): Html {
  const at = users.findIndex((each) => each.id === id);
  const { realName = "?", isBot } = users[at] ?? {};
  const initials = realName.split(" ").map(([first]) => first);
  const colour = isBot ? "#1f5f5b" : `hsl(${25 + at * GOLDEN_ANGLE} 35% 34%)`;
  return html`<svg class="avatar" viewBox="0 0 34 34" aria-hidden="true"><rect width="34" height="34" rx="${isBot ? 9 : 17}" fill="${colour}"/><text x="17" y="22" text-anchor="middle">${isBot ? "⚑" : initials.slice(0, 2).join("")}</text></svg>`;
}
