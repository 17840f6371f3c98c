import type { Context as HonoContext } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import type { Html } from "../../page-kit/page.ts";
import type { PageFrame } from "../page-routes/panel.ts";
import { addressOf } from "./here.ts";
import type { Screen } from "./screen.ts";

const COOKIE = "tour";
const DONE = "done";

/** Where a first visit begins: at the first step, with its text typed; null for any other visit. */
export function beginningOf(http: HonoContext, { tour: [step] }: PageFrame): string | null {
  const isFirst = Object.keys(http.req.query()).length === 0 && getCookie(http, COOKIE) !== DONE;
  if (!step || !isFirst) return null;
  return addressOf({ as: step.person, in: step.channel, tour: "1", typed: step.typed });
}

/** Draws the tour's step on a first visit, until it is finished or skipped. */
export function drawTour(http: HonoContext, { here, around }: Screen): Html | string {
  if (here.tour === DONE) setCookie(http, COOKIE, DONE, { maxAge: 34_000_000, sameSite: "Lax" });
  const isSeen = here.tour === undefined && getCookie(http, COOKIE) === DONE;
  const at = Number(here.tour ?? 1);
  const { tour: steps } = around;
  const step = steps[at - 1];
  if (isSeen || !step) return "";
  const turn = (to: string) => addressOf({ ...here, tour: to });
  const lead = (to: number) => {
    const { person, channel, typed } = steps[to - 1] ?? step;
    return addressOf({ team: here.team, as: person, in: channel, tour: String(to), typed });
  };
  const isLast = at === steps.length;
  return html`<section class="tour stack" aria-label="Tour">
  <small>Step ${at} of ${steps.length} · two minutes</small>
  <p>${step.text}</p>
  <div class="row">
    <a class="button primary" href="${lead(at)}">${step.label}</a>
    ${isLast ? html`<a class="button" href="${turn(DONE)}">Finish</a>` : html`<a class="button" href="${lead(at + 1)}">Next</a>`}
    ${at > 1 && html`<a class="plain" href="${turn(`${at - 1}`)}">Back</a>`}
    ${!isLast && html`<a class="plain" href="${turn(DONE)}">Skip the tour</a>`}
  </div>
</section>`;
}
