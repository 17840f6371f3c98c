import { html } from "hono/html";
import { attributes, type Html, posts } from "../../page-kit/page.ts";
import type { ControlState } from "../control/control-routes.ts";
import { formatDate } from "./blocks/dates.ts";
import type { Screen } from "./screen.ts";

const HOUR = 3_600_000;

const STEPS = [
  ["1 minute", 60_000],
  ["1 hour", HOUR],
  ["1 day", 24 * HOUR],
  ["1 week", 7 * 24 * HOUR],
] as const;

/** A fault with a number is switched on with this one. */
const USUAL: Readonly<Record<string, number>> = {
  slowMs: 2_000,
  postsAtOnce: 1,
  filesLagMs: 5_000,
};

/** Draws the clock and the faults of the whole sandbox, which are no part of Slack. */
export const drawControlRoom = (state: ControlState, screen: Screen): Html =>
  html`<div class="control" tabindex="0" aria-label="Control room">
  ${planned(state)}
  ${clock(state, screen)}
  ${state.others.map(
    ({ label, actions }) =>
      html`<section><h3>${label}</h3>${actions.map((each) => action(each, screen))}</section>`,
  )}
  <section>
    <h3>Slack</h3>
    ${state.switches.map(toggle)}
    ${state.actions.map((each) => action(each, screen))}
  </section>
</div>`;

function planned(state: ControlState): Html | string {
  const faults = faultsIn(state);
  if (faults.length === 0) return "";
  return html`<section>
    <h3>On now</h3>
    <ul>${faults.map((each) => html`<li>${each}</li>`)}</ul>
    <button type="button" class="button" ${posts("/sandbox/faults/none")}>Switch all off</button>
  </section>`;
}

function clock({ clock: { now, aheadMs } }: ControlState, { reader }: Screen): Html {
  const step = ([label, advanceMs]: (typeof STEPS)[number]) =>
    html`<button type="button" class="button" ${posts("/sandbox/clock", { advanceMs })}>+ ${label}</button>`;
  const back =
    aheadMs > 0 &&
    html`<button type="button" class="button" ${posts("/sandbox/clock", { reset: true })}>Back to now</button>`;
  return html`<section>
    <h3>Clock</h3>
    <p><time>${formatDate(now / 1_000, "{date_long}, {time}", reader)}</time>${aheadMs === 0 && ", as on this machine"}</p>
    <p class="block actions">${STEPS.map(step)}${back}</p>
    <p class="hint">Moves every date and deadline of Slack, the app and the Rail service. Due work runs within two minutes. Not moved: the three seconds of an acknowledgement, and the time in signed requests. Going back changes no message: those written ahead stay dated in the future.</p>
  </section>`;
}

function toggle({ name, label, hint, off, isOn }: ControlState["switches"][number]): Html {
  const value = isOn ? off : (USUAL[name] ?? true);
  const given = attributes({ role: "switch", "aria-checked": String(isOn), id: `fault-${name}` });
  return fault(
    hint,
    `fault-${name}`,
    html`<button type="button" class="button"${given} aria-describedby="fault-${name}.hint" ${posts("/sandbox/faults", { set: { [name]: value } })}>${label}</button>`,
  );
}

const action = (
  { name, label, hint }: { name: string; label: string; hint: string },
  { first }: Screen,
): Html =>
  fault(
    hint,
    `fault-${name}`,
    html`<button type="button" class="button" id="fault-${name}" aria-describedby="fault-${name}.hint" ${posts(`/sandbox/faults/${name}?team=${first.place.id}`)}>${label}</button>`,
  );

const fault = (hint: string, id: string, button: Html): Html =>
  html`<div class="fault">${button}<p class="hint" id="${id}.hint">${hint}</p></div>`;

/** Names the faults that are on or to come. */
export const faultsIn = ({ switches, planned, others }: ControlState): string[] => [
  ...switches.filter(({ isOn }) => isOn).map(({ label }) => label),
  ...planned.map(({ method }) => `the next ${method} fails`),
  ...others.flatMap((each) => each.planned),
];
