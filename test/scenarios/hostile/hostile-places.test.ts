import { expect, test } from "vitest";
import { acmeSeed } from "../../../src/sandbox/slack-workspace/seed.ts";
import { reads } from "../../harness/person.ts";
import { COMPANY } from "../../harness/stage.ts";
import { MINUTE } from "../creating.ts";
import { directOf } from "../slack/slack.ts";
import { ANA, APPROVALS, BEN, CAL, DEE, openRegistered, openTeam, TREASURY } from "../team.ts";

test("S48 where the channel takes nothing and an approver has left, each other one is told once", async () => {
  const seed = structuredClone(acmeSeed);
  const channel = seed.channels.find(({ id }) => id === APPROVALS);
  const ben = seed.users.find(({ id }) => id === BEN);
  if (channel) Object.assign(channel, { isReadOnly: true });
  if (ben) ben.isDeactivated = true;
  await using stage = await openTeam({ seed });
  stage.rails.makeRail(COMPANY.name);
  await stage.pass(20 * MINUTE);
  for (const by of [CAL, DEE]) {
    const direct = (await stage.as(by).messages(await directOf(stage, by))).map(reads);
    expect(direct.filter((text) => text.includes("not approved here"))).toHaveLength(1);
  }
});

test("S3 a press that comes three times at once is answered once", async () => {
  await using stage = await openRegistered({ processes: 2 });
  const ana = await stage.fillInRail();
  await ana.submit();
  stage.entrance.change(() => {
    throw new Error("Slack hears nothing");
  });
  await ana.submit();
  stage.entrance.change(() => {});
  const [press] = stage.entrance.requests.slice(-1);
  if (!press) throw new Error("Nothing was sent");
  await Promise.all([1, 2, 3].map(() => stage.entrance.replay(press)));
  await stage.settle();
  const seen = (await stage.as(ANA).messages(TREASURY)).map(reads);
  expect(seen.filter((text) => /Rail R-2.* was sent for approval/.test(text))).toHaveLength(1);
});
