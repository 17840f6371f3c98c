import { html } from "hono/html";
import { attributes, type Html } from "../../page-kit/page.ts";
import type { PageFrame } from "../page-routes/page-state.ts";
import { unreadByPerson } from "../page-routes/page-state.ts";
import { avatar } from "./avatar.ts";
import type { Words } from "./blocks/text.ts";
import { addressOf, placeIn } from "./here.ts";
import { CONTROL, type Screen } from "./screen.ts";

type Team = Screen["first"]["seed"]["team"];

/** Draws the left side: the people to act as, and the places to go to. */
export function drawSidebar(
  screen: Screen,
  teams: readonly Team[],
  { panel, links }: PageFrame,
): Html {
  const { here, me, people, first, conversations, apps } = screen;
  const unread = unreadByPerson(apps);
  const asPeople = people.map((each) =>
    item({
      href: addressOf({ ...here, as: each.id, thread: undefined, typed: undefined }),
      key: each.id,
      isCurrent: each.id === me.id,
      isUnread: each.id !== me.id && (unread[each.id]?.length ?? 0) > 0,
      words: html`${avatar(people, each.id)}<span>${each.realName}<small>${each.title}</small></span>`,
    }),
  );
  const places = (isDirect: boolean) =>
    conversations
      .filter((each) => Boolean(each.isDirect) === isDirect)
      .map(({ id, name, isPrivate, appId }) => {
        const app = apps.installed().find(({ seed }) => seed.app.id === appId)?.seed.app;
        const words = app ? `⚑ ${app.name}` : `${isPrivate ? "🔒" : "#"} ${name}`;
        const isUnread = unread[me.id]?.includes(id) ?? false;
        return item({
          href: placeIn(here, { in: id }),
          key: id,
          isCurrent: id === here.in,
          isUnread,
          words,
        });
      });
  const others = teams.map(({ id, name }) =>
    // Its events come from another stream, so the browser leaves this page.
    item({ href: `/?team=${id}`, key: id, isCurrent: id === first.place.id, words: name }),
  );
  const control = item({
    href: placeIn(here, { in: CONTROL }),
    key: CONTROL,
    isCurrent: here.in === CONTROL,
    words: "⚙ Control room",
  });
  return html`<nav class="sidebar" id="sidebar" aria-label="Workspace">
  <h1>${first.seed.team.name}</h1>
  ${teams.length > 1 ? group("Workspace", others) : ""}
  ${group("Act as", asPeople, "people")}
  ${group("Channels", places(false))}
  ${group("Apps", places(true))}
  <div class="tools">
    ${panel && html`<a class="nav-item" href="${panel.url(first.place.id)}" target="bank-and-chain">⇄ ${panel.label}</a>`}
    ${control}
    ${links.map(({ label, url }) => html`<a class="nav-item" href="${url}" target="_blank" rel="noopener noreferrer">${label}</a>`)}
  </div>
</nav>`;
}

const group = (title: string, items: readonly Html[], kind = "") =>
  html`<section class="group ${kind}"><h2>${title}</h2><ul>${items.map((each) => html`<li>${each}</li>`)}</ul></section>`;

interface Item {
  href: string;
  key: string;
  isCurrent: boolean;
  isUnread?: boolean;
  words: Words;
}

function item({ href, key, isCurrent, isUnread = false, words }: Item): Html {
  const current = attributes({ "aria-current": isCurrent && "true" });
  const dot = isUnread && html`<span class="dot"><span class="hidden">new</span></span>`;
  return html`<a class="nav-item ${isUnread && "unread"}" id="nav-${key}" href="${href}"${current}>${words}${dot}</a>`;
}
