import { expect, test } from "vitest";
import { runSql } from "../../harness/postgres.ts";
import { askForAudit, openExporting } from "../../promises/evidence/exported.ts";
import { HOUR, stopsOf } from "../creating.ts";
import { addRequirement } from "../settings/steps.ts";
import { BEN, CAL, DEE, QUICK, type Team } from "../team.ts";

/** Days in which nothing but the daily check is looked at. */
async function passDays(stage: Team, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await stage.jump(25 * HOUR);
    await stage.settle();
  }
}

const CHANGES: Readonly<Record<string, string>> = {
  "an old entry that is altered": `update signalbox.audit set facts = '{}' where seq = 2`,
  "an old entry that is gone": "delete from signalbox.audit where seq = 2",
  "a hash that is altered": `update signalbox.audit set hash = repeat('a', 64) where seq = 2`,
  "an old version of the settings that is gone": "delete from signalbox.settings where version = 1",
  "a request whose row is gone": "delete from signalbox.requests where number = 1",
  "a request that is altered": `update signalbox.requests set
    body = replace(body, 'cold', 'warm') where number = 1`,
};

test.for(Object.entries(CHANGES))(
  "S79 the daily check finds %s, stops sending once, and goes on checking",
  async ([, change]) => {
    const { stage } = await openExporting(QUICK);
    await using _ = stage;
    const number = await stage.askForRail();
    await stage.approve(BEN, number);
    await addRequirement(stage, { people: [CAL, DEE] });
    await passDays(stage, 1);
    expect(await stopsOf(stage)).toEqual([]);

    await runSql(stage.database.ownerUrl, change);
    await passDays(stage, 1);

    const [stop, ...more] = await stopsOf(stage);
    expect(stop?.text).toContain("was changed outside Signalbox");
    expect(more).toEqual([]);
    await passDays(stage, 2);
    expect((await stopsOf(stage)).map(({ number }) => number)).toEqual([stop?.number]);
  },
);

test("S79 of many changes the daily check names each once, behind a gap as well", async () => {
  const { stage, take } = await openExporting(QUICK);
  await using _ = stage;
  await stage.approve(BEN, await stage.askForRail());
  const change = "update signalbox.audit set facts = '{}' where seq in (2, 5)";
  await runSql(stage.database.ownerUrl, change);
  await passDays(stage, 2);

  const period = `${new Date(stage.now()).getUTCFullYear()}`;
  expect(await askForAudit(stage, BEN, period)).toContain("Entry 2 was changed");
  const [entries = "", ...more] = Object.values(take());
  expect(more).toEqual([]);
  const named = [...entries.matchAll(/"named":"(audit \d+)"/g)].map(([, each]) => each);
  expect(named).toEqual(["audit 2", "audit 5"]);
});
