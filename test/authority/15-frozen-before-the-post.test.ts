import { expect, it } from "vitest";
import { createRail } from "../../src/rail/creating/post-rail.ts";
import { freezeSending } from "../../src/request/freezing/freeze.ts";
import { findLastAudit } from "../../src/request/queries/audit.ts";
import { findFreeze } from "../../src/request/queries/freezes.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import * as acme from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, approve, ask, cardReading } from "../e2e/steps.ts";
import {
  approved,
  delivery,
  expectState,
  must,
  resumeNow,
  runJobs,
  stateOf,
} from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { BEN, CAL } from "../support/builders.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { useTestStore } from "../support/use-store.ts";

const database = useTestStore();
const sandbox = useSandbox();

it("a request frozen between its claim and its POST is not sent, and is sent once after the freeze", async () => {
  const world = await aWorld(database);
  const { workspaceId } = world;
  const ref = await approved(world);
  const { marker, db } = world.deps;
  const pausedAfterTheClaim = {
    ...world.deps,
    marker: {
      ...marker,
      async replace(...mark: Parameters<typeof marker.replace>) {
        await marker.replace(...mark);
        if ((await stateOf(world, ref)).status !== "sending") return;
        if ((await findFreeze(db, workspaceId)).frozen) return;
        const stop = { workspaceId, by: BEN, reason: "Odd payouts", delivery: delivery() };
        must(await freezeSending(world.deps, stop));
      },
    },
  };

  await createRail(pausedAfterTheClaim, ref);

  expect(world.posts()).toBe(0);
  expect(expectState(await stateOf(world, ref), "approved").because).toBe("frozen");
  const entry = await findLastAudit(db, workspaceId, "frozen");
  expect(JSON.parse(entry?.facts ?? "")).toMatchObject({ underWay: [{ number: 1 }] });
  await runJobs(world, ref);
  expect(world.posts()).toBe(0);
  must(await resumeNow(world, BEN));
  must(await resumeNow(world, CAL));
  expect((await runJobs(world, ref)).status).toBe("done");
  expect(world.posts()).toBe(1);
});

it("a freeze names the requests that were being sent already, to whoever froze and in the channel", async () => {
  const [ana, ben, cal] = [sandbox.as(acme.ANA), sandbox.as(acme.BEN), sandbox.as(acme.CAL)];
  sandbox.rails.faults.add({ operation: "POST /rails", fault: { kind: "drop-before-commit" } });
  const card = await ask(ana, { name: "On its way" });
  await ask(ana, { name: "Still waiting" });
  await approve(ben, card);
  await approve(cal, card);
  await cardReading(ana, "On its way", "NOT CONFIRMED YET");

  const told = await answerText(cal, "/rail freeze Odd payouts");

  const underWay =
    /Already being sent when sending was frozen: R-\d+ \(On its way\)\. These may still take effect/;
  expect(told).toMatch(underWay);
  await ana.waitFor(
    async () =>
      (await ana.messages(acme.APPROVALS)).some(
        (each) => !each.ephemeral && underWay.test(plainTextOf(each)),
      ),
    "the notice in the channel",
  );
}, 120_000);
