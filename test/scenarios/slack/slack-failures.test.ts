import pg from "pg";
import { expect, test } from "vitest";
import { reads } from "../../harness/person.ts";
import { WORDS } from "../../harness/words.ts";
import { APPROVALS, BEN, openRegistered, type Team } from "../team.ts";
import { topOf } from "../top-of.ts";

const { labels, buttons, states, command } = WORDS;
const REFERENCE = /Something went wrong\. .*Reference: [0-9a-f]{8}/;

/** As an operator whose migration stops halfway. */
async function rename(stage: Team, from: string, to: string): Promise<void> {
  const client = new pg.Client(stage.database.ownerUrl);
  await client.connect();
  try {
    await client.query(`alter table signalbox.${from} rename to ${to}`);
  } finally {
    await client.end();
  }
}

test("S62 a form that fails gives a reference, and keeps what was typed for another try", async () => {
  await using stage = await openRegistered();
  const ana = await stage.fillInRail();
  await rename(stage, "requests", "moved");
  expect(await ana.submit()).toMatchObject({ acknowledged: true, closed: false });
  expect(await topOf(ana)).toMatch(REFERENCE);
  await rename(stage, "moved", "requests");

  await ana.close();
  const form = await ana.modal();
  expect(JSON.stringify(form?.state.values)).toContain("Funds the payroll run.");
  await ana.submit();
  // The review fails as well, and is there to be submitted again.
  await rename(stage, "requests", "moved");
  await ana.submit();
  expect(await topOf(ana)).toMatch(REFERENCE);
  await rename(stage, "moved", "requests");
});

test("S62 a denial that fails keeps its reason; a command and a button give a reference", async () => {
  await using stage = await openRegistered();
  const number = await stage.askForRail();
  const ben = await stage.openFrom(BEN, number, buttons.deny);
  await ben.fill(labels.reason, "Wrong entity");
  await rename(stage, "audit", "moved");
  await ben.submit();
  expect(await topOf(ben)).toMatch(REFERENCE);
  await rename(stage, "moved", "audit");
  await stage.card(number, states.waiting);

  await ben.close();
  expect(await ben.submit()).toMatchObject({ closed: true });
  await stage.settle();
  const { state, text } = await stage.card(number);
  expect(state).toBe(states.denied);
  expect(text).toContain("Wrong entity");

  // A command and a button say it privately.
  const shown = await stage.card(await stage.askForRail());
  await rename(stage, "requests", "moved");
  await ben.say(APPROVALS, `${command} list`);
  await toldOf(stage, 1);
  await ben.press(shown, buttons.review);
  await toldOf(stage, 2);
  await rename(stage, "moved", "requests");
});

/** So many failures were said to Ben, privately. */
function toldOf(stage: Team, failures: number) {
  return stage.until(async () => {
    const own = (await stage.as(BEN).messages(APPROVALS)).filter(({ ephemeral }) => ephemeral);
    return own.filter((each) => REFERENCE.test(reads(each))).length === failures;
  }, "a private answer with a reference");
}
