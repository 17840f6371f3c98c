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
export const drawControlRoom = (screen: Screen): Html =>
  html`<div class="control" tabindex="0" aria-label="Control room">
  ${drawPlanned(screen)}
  ${drawClock(screen)}
  ${screen.around.faults.map(
    ({ label, actions }) =>
      html`<section><h3>${label}</h3>${actions.map((each) => drawAction(each, screen))}</section>`,
  )}
</div>`;

function drawPlanned({ around }: Screen): Html | string {
  const planned = around.faults.flatMap((each) => each.planned());
  if (planned.length === 0) return "";
  return html`<section>
    <h3>On now</h3>
    <ul>${planned.map((each) => html`<li>${each}</li>`)}</ul>
    ${button("Switch all off", posts("/sandbox/faults/none"))}
  </section>`;
}

function drawClock({ reader, first: { clock } }: Screen): Html {
  const date = formatDate(reader.now / 1_000, "{date_long}, {time}", reader);
  const steps = STEPS.map(([label, advanceMs]) =>
    button(`+ ${label}`, posts("/sandbox/clock", { advanceMs })),
  );
  const isAhead = clock.aheadMs() > 0;
  return html`<section>
    <h3>Clock</h3>
    <p>${date}${!isAhead && ", as on this machine"}</p>
    <p class="block actions">${steps}${isAhead && button("Back to now", posts("/sandbox/clock", { reset: true }))}</p>
    <p class="hint">Moves every date and deadline of Slack, the app and the Rail service. Due work runs within two minutes. Not moved: the three seconds of an acknowledgement. Going back changes no message: those written ahead stay dated in the future.</p>
  </section>`;
}

const drawAction = ({ name, label, hint }: OtherFaults["actions"][number], { first }: Screen) =>
  html`<div>${button(label, posts(`/sandbox/faults/${name}?team=${first.seed.team.id}`))}<p class="hint">${hint}</p></div>`;

const button = (label: string, deed: Html) =>
  html`<button type="button" class="button" ${deed}>${label}</button>`;
