import { expect, test } from "vitest";
import { EVE } from "../../../src/sandbox/slack-workspace/seed.ts";
import { runSql } from "../../harness/postgres.ts";
import { operate } from "../../harness/process.ts";
import { WORDS } from "../../harness/words.ts";
import { stopsOf } from "../creating.ts";
import { BEN, CAL, DEE, openTeam, type Team, TREASURY } from "../team.ts";
import { topOf } from "../top-of.ts";

const { buttons, states } = WORDS;

const freeze = (stage: Team, by: string, reason: string) =>
  stage.as(by).say(TREASURY, `/rail freeze ${reason}`);

test("S35 people who stop sending in turn push nobody's reason out of sight, and add to nothing without end", async () => {
  await using stage = await openTeam();
  await freeze(stage, DEE, "The bank called about Ben.");
  await stage.settle();
  for (let turn = 0; turn < 11; turn += 1) {
    for (const by of [BEN, EVE]) {
      await freeze(stage, by, `All is well ${turn}`);
      await stage.settle();
    }
  }
  const [notice, ...others] = await stopsOf(stage);
  expect(others).toEqual([]);
  expect(notice?.text).toContain("“The bank called about Ben.”");
  expect(notice?.text).toContain("“All is well 10”");
  expect(notice?.text).not.toContain("All is well 9");
  const cal = await stage.openFrom(CAL, notice ?? "", buttons.reviewToResume);
  expect(await topOf(cal)).toContain("“The bank called about Ben.”");
});

test("S35 the notice of a stop is there at once, whatever else waits to be drawn", async () => {
  await using stage = await openTeam();
  await freeze(stage, EVE, "Phishing.");
  // Nothing that is due is done.
  await stage.card("R-1", states.sendingStopped);
  await freeze(stage, BEN, "A second one.");
  await stage.card("R-2", states.sendingStopped);
  await stage.card("R-1", states.closed);
});

test("S40 what Signalbox finds during a stop of its own is on the notice, and agreements start anew", async () => {
  await using stage = await openTeam();
  const { ownerUrl } = stage.database;
  await stage.askForDestination();
  const change = `update signalbox.requests set body = replace(body, 'spring', 'autumn')`;
  await runSql(ownerUrl, `${change}, next_at = now()`);
  await stage.settle();
  const [first] = await stopsOf(stage);
  expect(first?.text).toContain("was changed outside Signalbox");
  if (first) await stage.submit(await stage.openFrom(BEN, first, buttons.reviewToResume));

  const env = { ...stage.env, DATABASE_URL: ownerUrl };
  for (const [at, auditors] of [[EVE], []].entries()) {
    const set = await operate(env, ["settings"], JSON.stringify({ auditors }));
    expect(set.code).toBe(0);
    await stage.pass(10_000);
    const [notice, ...others] = await stopsOf(stage);
    expect(others).toEqual([]);
    expect(notice?.text).toContain("was changed outside Signalbox");
    expect(notice?.text).toContain(`The operator made version ${at + 2} of the settings`);
    expect(notice?.text).toContain("0 of 2");
    if (notice) await stage.submit(await stage.openFrom(CAL, notice, buttons.reviewToResume));
  }
});

test("S79 a record that was hidden in its columns stops sending when somebody lists", async () => {
  await using stage = await openTeam();
  await stage.register();
  // Neither forms nor warnings find it now.
  await runSql(stage.database.ownerUrl, "update signalbox.requests set status = 'closed'");
  expect(await stopsOf(stage)).toEqual([]);
  await stage.as(EVE).say(TREASURY, "/rail list");
  expect(await stage.told(EVE, TREASURY)).toContain("Left out: 1 record changed outside");
  const [notice] = await stopsOf(stage);
  expect(notice?.text).toContain("was changed outside Signalbox");
});
