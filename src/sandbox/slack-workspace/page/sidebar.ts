import { html } from "hono/html";
import { attributes, type Html } from "../../page-kit/page.ts";
import { avatar } from "./avatar.ts";
import type { Words } from "./blocks/text.ts";
import { addressOf, placeIn } from "./here.ts";
import { CONTROL, type Screen } from "./screen.ts";

type Team = Screen["first"]["seed"]["team"];

/** Draws the left side: the people to act as, and the places to go to. */
export function drawSidebar(
  { here, me, people, first, conversations, around: { panel, links } }: Screen,
  teams: readonly Team[],
): Html {
  const { isUnread } = first.messages;
  const asPeople = people.map(({ id, realName, title }) => {
    const hasNews = first.directory.visibleTo(id).some((each) => isUnread(id, each.id));
    const href = addressOf({ ...here, as: id, typed: undefined });
    const words = html`${avatar(people, id)}<span>${realName}<small>${title}</small></span>`;
    return item(id, href, words, id === me.id, id !== me.id && hasNews);
  });
  const [channels, direct] = [false, true].map((isDirect) =>
    conversations
      .filter((each) => Boolean(each.isDirect) === isDirect)
      .map(({ id, name, isPrivate }) => {
        const words = isDirect ? `⚑ ${first.seed.app.name}` : `${isPrivate ? "🔒" : "#"} ${name}`;
        return item(id, placeIn(here, { in: id }), words, id === here.in, isUnread(me.id, id));
      }),
  );
  // Another workspace has other events, so the browser leaves this page for it.
  const others = teams.map(({ id, name }) =>
    item(id, `/?team=${id}`, name, id === first.seed.team.id),
  );
  const tool = (href: string, words: string, target: string) =>
    html`<li><a class="nav-item" href="${href}" target="${target}">${words}</a></li>`;
  return html`<nav class="sidebar" aria-label="Workspace">
  <h1>${first.seed.team.name}</h1>
  ${teams.length > 1 ? group("Workspaces", others) : ""}
  ${group("Act as", asPeople, "people")}
  ${group("Channels", channels)}
  ${group("Apps", direct)}
  <ul class="tools">
    ${panel && tool(panel.url, `⇄ ${panel.label}`, "bank-and-chain")}
    ${item(CONTROL, placeIn(here, { in: CONTROL }), "⚙ Control room", here.in === CONTROL)}
    ${links.map(({ label, url }) => tool(url, label, "_blank"))}
  </ul>
</nav>`;
}

const group = (title: string, items: readonly Html[] = [], kind = "places") =>
  html`<section class="${kind}"><h2>${title}</h2><ul>${items}</ul></section>`;

function item(key: string, href: string, words: Words, isCurrent: boolean, isUnread = false) {
  const given = attributes({ href, id: `nav-${key}`, "aria-current": isCurrent && "true" });
  const kind = isUnread ? "nav-item unread" : "nav-item";
  const dot = html`<span class="dot"><span aria-hidden="true">●</span><span class="hidden">new</span></span>`;
  return html`<li><a class="${kind}"${given}>${words}${isUnread && dot}</a></li>`;
}
