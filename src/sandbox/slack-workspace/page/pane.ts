import { html } from "hono/html";
import { attributes, type Html, posts } from "../../page-kit/page.ts";
import { offeredBy } from "../context.ts";
import { drawBlocks } from "./blocks/draw-blocks.ts";
import { placeIn } from "./here.ts";
import { drawMenu } from "./menu.ts";
import type { Screen } from "./screen.ts";

export const isOnHome = ({ here, channel }: Screen): boolean =>
  here.tab === "home" && channel.isDirect === true;

export function drawHeader(screen: Screen): Html {
  const { channel, first } = screen;
  if (channel.isDirect) {
    return html`<h2>${first.seed.app.name}</h2>${tabs(screen)}${uninstall(screen)}`;
  }
  return html`<h2># ${channel.name}</h2><small>${channel.topic}</small><small class="members last">${channel.members.length} members</small>`;
}

/** The app hears of every opening of its Home. */
function tabs(screen: Screen): Html {
  const { here, channel, deed, first } = screen;
  const tab = (label: string, isHome: boolean) => {
    const isCurrent = isOnHome(screen) === isHome;
    const href = placeIn(here, { in: channel.id, tab: isHome ? "home" : undefined });
    const given = attributes({ href, class: "plain", "aria-current": isCurrent && "page" });
    return html`<a${given} ${isHome && posts(deed("/home"))}>${label}</a>`;
  };
  return html`<nav aria-label="${first.seed.app.name}">${tab("Home", true)}${tab("Messages", false)}</nav>`;
}

/** Only an administrator can remove an app. */
function uninstall({ me, deed, first }: Screen): Html | string {
  if (!me.isAdmin) return "";
  const words = html`<strong>Uninstall ${first.seed.app.name}</strong> <small>It is told so, and its tokens end. It can be installed again.</small>`;
  const items = [{ words, deed: posts(deed("/uninstall")) }];
  const menu = drawMenu({ id: "uninstall", label: "Uninstall…", sign: "Uninstall…", items });
  return html`<span class="last">${menu}</span>`;
}

export function drawHome({ me, surface, first }: Screen): Html {
  const view = first.views.homeOf(me.id);
  const blocks = view
    ? drawBlocks(view.content.blocks, surface(view.id, { name: HOME, values: view.values }))
    : html`<p class="hint">${first.seed.app.name} has not published its Home yet.</p>`;
  return html`<div class="home stack" id="home" tabindex="0" aria-label="Home">${blocks}</div>`;
}

const HOME = { kind: "home" };

/** Nothing comes or goes beside this field: Chromium 156 crashes if one with a list is moved. */
export function drawComposer({ here, me, channel, first, deed }: Screen): Html {
  const where = channel.isDirect ? first.seed.app.name : `#${channel.name}`;
  const hint = `Message ${where} as ${me.realName.split(" ")[0]}, or type /`;
  const typed = { value: here.typed ?? "", autofocus: here.typed !== undefined };
  const given = attributes({ "aria-label": hint, placeholder: hint, ...typed });
  const commands = offeredBy(first).commands;
  const then = placeIn(here, { in: channel.id });
  return html`<form class="composer row" data-clear data-then="${then}" ${posts(deed("/send"), { channel: channel.id })}>
  <input name="text" id="composer-${channel.id}" list="commands" autocomplete="off" required${given}>
  <datalist id="commands">${commands.map(({ command, usageHint }) => html`<option value="${command} ">${usageHint}</option>`)}</datalist>
  <button type="submit" class="button primary">Send</button>
</form>`;
}
