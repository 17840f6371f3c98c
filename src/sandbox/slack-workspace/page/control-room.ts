import { html } from "hono/html";
import { type Html, posts } from "../../page-kit/page.ts";
import type { OtherFaults } from "../page-routes/panel.ts";
import { formatDate } from "./blocks/dates.ts";
import type { Screen } from "./screen.ts";

const HOUR = 3_600_000;
const STEPS = [
  ["1 hour", HOUR],
  ["1 day", 24 * HOUR],
  ["1 week", 7 * 24 * HOUR],
] as const;

/** Draws the clock and the faults of the whole sandbox, which are no part of Slack. */
export const drawControlRoom = ({ reader, first: { clock }, around: { faults } }: Screen): Html =>
  html`<div class="control" tabindex="0" aria-label="Control room">
  ${faults && drawPlanned(faults.planned())}
  <section class="stack">
    <h3>Clock</h3>
    <p>${formatDate(reader.now / 1_000, "{date_long}, {time}", reader)}${clock.aheadMs() === 0 && ", as on this machine"}</p>
    <p class="row">${STEPS.map(([label, ms]) => moves(`+ ${label}`, ms))}${clock.aheadMs() > 0 && moves("Back to now", -clock.aheadMs())}</p>
    <p class="hint">Moves every date and deadline of Slack, the app and the Rail service. Due work runs within two minutes. Not moved: the three seconds of an acknowledgement. Going back changes no message: those written ahead stay dated in the future.</p>
  </section>
  ${faults && html`<section class="stack"><h3>${faults.label}</h3>${faults.actions.map(drawAction)}</section>`}
</div>`;

const drawPlanned = (planned: readonly string[]) =>
  planned.length > 0 &&
  html`<section class="stack">
    <h3>On now</h3>
    <ul>${planned.map((each) => html`<li>${each}</li>`)}</ul>
    ${button("Switch all off", posts("/page/faults/none"))}
  </section>`;

const drawAction = ({ name, label, hint }: OtherFaults["actions"][number]) =>
  html`<div>${button(label, posts(`/page/faults/${name}`))}<p class="hint">${hint}</p></div>`;

const moves = (label: string, advanceMs: number) =>
  button(label, posts("/page/clock", { advanceMs }));

const button = (label: string, deed: Html) =>
  html`<button type="button" class="button" ${deed}>${label}</button>`;
