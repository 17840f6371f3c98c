import { html } from "hono/html";
import { attributes, type Html, posts } from "../../page-kit/page.ts";
import { type Context, offeredBy } from "../context.ts";
import { drawBlocks } from "./blocks/draw-blocks.ts";
import { placeIn } from "./here.ts";
import { drawMenu } from "./menu.ts";
import type { Screen } from "./screen.ts";

export const isOnHome = ({ here, app }: Screen): boolean =>
  here.tab === "home" && app !== undefined;

export function drawHeader(screen: Screen): Html {
  const { channel, app } = screen;
  if (app) return html`<h2>${app.seed.app.name}</h2>${tabs(screen, app)}${uninstall(screen, app)}`;
  return html`<h2># ${channel.name}</h2><small>${channel.topic}</small><small class="members last">${channel.members.length} members</small>`;
}

/** The app hears of every opening of its Home. */
function tabs(screen: Screen, { seed: { app } }: Context): Html | string {
  const { here, channel, deed } = screen;
  const tab = (label: string, isHome: boolean) => {
    const isCurrent = isOnHome(screen) === isHome;
    const href = placeIn(here, { in: channel.id, tab: isHome ? "home" : undefined });
    const given = attributes({ href, class: "plain", "aria-current": isCurrent && "page" });
    const opening = isHome ? html` ${posts(deed("/home"))}` : "";
    return html`<a${given}${opening}>${label}</a>`;
  };
  return html`<nav aria-label="${app.name}">${tab("Home", true)}${tab("Messages", false)}</nav>`;
}

/** Only an administrator can remove an app. */
function uninstall({ me, deed }: Screen, { seed: { app } }: Context): Html | string {
  if (!me.isAdmin) return "";
  const words = html`<strong>Uninstall ${app.name}</strong> <small>It is told so, and its tokens end. It can be installed again.</small>`;
  const items = [{ words, deed: posts(deed("/uninstall")) }];
  return drawMenu({ id: "uninstall", label: "Uninstall…", sign: "Uninstall…", items });
}

export function drawHome({ me, surface }: Screen, app: Context): Html {
  const view = app.views.homeOf(me.id);
  const name = { kind: "home" };
  const blocks = view
    ? drawBlocks(view.content.blocks, surface(view.id, { name, values: view.values }))
    : html`<p class="hint">${app.seed.app.name} has not published its Home yet.</p>`;
  return html`<div class="home stack" id="home" tabindex="0" aria-label="Home">${blocks}</div>`;
}

/** Nothing comes or goes beside this field: Chromium 156 crashes if one with a list is moved. */
export function drawComposer({ here, me, channel, app, first, deed }: Screen): Html | string {
  const where = app ? app.seed.app.name : `#${channel.name}`;
  const hint = `Message ${where} as ${me.realName.split(" ")[0]}, or type /`;
  const given = attributes({ "aria-label": hint, placeholder: hint, value: here.typed ?? "" });
  const commands = offeredBy(first).commands;
  const then = placeIn(here, { in: channel.id });
  return html`<form class="composer row" data-clear data-then="${then}" ${posts(deed("/send"), { channel: channel.id })}>
  <input name="text" id="composer-${channel.id}" list="commands" autocomplete="off" required${given}>
  <datalist id="commands">${commands.map(({ command, usageHint }) => html`<option value="${command} ">${usageHint}</option>`)}</datalist>
  <button type="submit" class="button primary">Send</button>
</form>`;
}
