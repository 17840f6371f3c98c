import pg from "pg";
import { expect, test } from "vitest";
import { reads } from "../../harness/person.ts";
import { openStage, type Stage } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { ANA, APPROVALS, askForRail, BEN, card, opened, register, TREASURY } from "../team.ts";
import { openFrom } from "./slack.ts";

const { labels, buttons, states, command, commands } = WORDS;
const REFERENCE = /Something went wrong\. .*Reference: [0-9a-f]{8}/;

/** As an operator whose migration stops halfway. */
async function rename(stage: Stage, from: string, to: string): Promise<void> {
  const client = new pg.Client(stage.database.ownerUrl);
  await client.connect();
  try {
    await client.query(`alter table signalbox.${from} rename to ${to}`);
  } finally {
    await client.end();
  }
}

test("S62 a form that fails gives a reference, and keeps what was typed for another try", async () => {
  await using stage = await openStage();
  await register(stage);
  const ana = stage.as(ANA);
  await ana.say(TREASURY, `${command} ${commands.newRail} on`);
  await opened(stage, ana);
  await ana.fill(labels.destination, "Treasury cold wallet");
  await ana.fill(labels.name, "Payroll float");
  await ana.fill(labels.reason, "Funds the payroll run.");
  await rename(stage, "requests", "moved");
  expect(await ana.submit()).toMatchObject({ acknowledged: true, closed: false });
  const failure = await ana.modal();
  expect(failure && reads(failure)).toMatch(REFERENCE);
  await rename(stage, "moved", "requests");

  await ana.close();
  const form = await ana.modal();
  expect(JSON.stringify(form?.state.values)).toContain("Funds the payroll run.");
  await ana.submit();
  // The review fails as well, and is there to be submitted again.
  await rename(stage, "requests", "moved");
  await ana.submit();
  const again = await ana.modal();
  expect(again && reads(again)).toMatch(REFERENCE);
  await rename(stage, "moved", "requests");
});

test("S62 a denial that fails keeps its reason", async () => {
  await using stage = await openStage();
  await register(stage);
  const number = await askForRail(stage);
  const ben = await openFrom(stage, BEN, await card(stage, number), buttons.deny);
  await ben.fill(labels.reason, "Wrong entity");
  await rename(stage, "audit", "moved");
  await ben.submit();
  const failure = await ben.modal();
  expect(failure && reads(failure)).toMatch(REFERENCE);
  await rename(stage, "moved", "audit");
  expect((await card(stage, number)).state).toBe(states.waiting);

  await ben.close();
  expect(await ben.submit()).toMatchObject({ closed: true });
  await stage.settle();
  const { state, text } = await card(stage, number);
  expect(state).toBe(states.denied);
  expect(text).toContain("Wrong entity");
});

test("S62 a command and a button that fail give a reference privately", async () => {
  await using stage = await openStage();
  await register(stage);
  const number = await askForRail(stage);
  const shown = await card(stage, number);
  await rename(stage, "requests", "moved");
  const ben = stage.as(BEN);
  await ben.say(APPROVALS, `${command} list`);
  await toldOf(stage, 1);
  await ben.press(shown, buttons.review);
  await toldOf(stage, 2);
  await rename(stage, "moved", "requests");
});

/** So many failures were said to Ben, privately. */
function toldOf(stage: Stage, failures: number) {
  return stage.until(async () => {
    const own = (await stage.as(BEN).messages(APPROVALS)).filter(({ ephemeral }) => ephemeral);
    return own.filter((each) => REFERENCE.test(reads(each))).length === failures;
  }, "a private answer with a reference");
}
