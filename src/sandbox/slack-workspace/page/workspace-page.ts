import { Hono } from "hono";
import { html } from "hono/html";
import { serveFiles, showPage } from "../../page-kit/page.ts";
import type { Context } from "../context.ts";
import type { PageFrame } from "../page-routes/panel.ts";
import { drawControlRoom } from "./control-room.ts";
import { drawConversation } from "./conversation.ts";
import { drawModals } from "./modals.ts";
import { drawComposer, drawHeader, drawHome, isOnHome } from "./pane.ts";
import { CONTROL, type Screen, screenOf } from "./screen.ts";
import { drawSidebar } from "./sidebar.ts";
import { beginningOf, drawTour } from "./tour.ts";

/**
 * The page on which anybody acts as anybody. Its address says as whom one is where, or at which
 * message, as Slack's do (https://docs.slack.dev/interactivity/deep-linking).
 */
export function workspacePage(
  main: Context,
  workspaces: readonly Context[],
  frame: PageFrame,
): Hono {
  const workspaceOf = (team?: string): Context =>
    workspaces.find(({ seed }) => seed.team.id === team) ?? main;

  return new Hono()
    .get("/", (http) => {
      const beginning = beginningOf(http, frame);
      if (beginning !== null) return http.redirect(beginning);
      const workspace = workspaceOf(http.req.query("team"));
      const screen = screenOf(workspace, http.req.query(), frame);
      const { first, me, channel, here } = screen;
      // Who sees a conversation has read it.
      if (here.in !== CONTROL && !isOnHome(screen)) first.messages.markRead(me.id, channel.id);
      const teams = workspaces.map(({ seed }) => seed.team);
      return showPage(http, {
        title: `${first.seed.team.name} · sandbox workspace`,
        styles: ["/blocks.css", "/frame.css"],
        events: `/page/events?team=${first.seed.team.id}`,
        body: html`<header class="banner">${bannerOf(screen)}</header>
<div class="frame">
  ${drawSidebar(screen, teams)}
  <main class="pane">
    <header class="pane-header row">${here.in === CONTROL ? html`<h2>Control room</h2><small>Of the sandbox, not of Slack</small>` : drawHeader(screen)}</header>
    ${drawTour(http, screen)}
    ${contentOf(screen)}
  </main>
</div>
${drawModals(screen)}`,
      });
    })
    .get("/archives/:channel/:message", (http) => {
      const { channel, message } = http.req.param();
      const query = new URLSearchParams({ in: channel });
      return http.redirect(`/?${query}#${encodeURIComponent(message)}`);
    })
    .route("/", serveFiles(FILES));
}

const FILES = {
  "frame.css": new URL("frame.css", import.meta.url),
  "blocks.css": new URL("blocks.css", import.meta.url),
};

function bannerOf({ around, first }: Screen): string {
  const { length = 0 } = around.faults?.planned() ?? [];
  const faults = length > 0 && (length === 1 ? "1 fault is on" : `${length} faults are on`);
  const clock = first.clock.aheadMs() > 0 && "the clock is ahead";
  return [around.banner, around.notice, faults, clock].filter(Boolean).join(" · ");
}

function contentOf(screen: Screen) {
  if (screen.here.in === CONTROL) return drawControlRoom(screen);
  if (isOnHome(screen)) return drawHome(screen);
  return html`${drawConversation(screen)}${drawComposer(screen)}`;
}
