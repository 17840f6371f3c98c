import { describe, expect, it } from "vitest";
import { linkRail } from "../../../src/rail/creating/verify-rail.ts";
import { applyCommand } from "../../../src/request/apply-command.ts";
import { denyRequest, withdrawRequest } from "../../../src/request/decide-request.ts";
import { tellEnding } from "../../../src/request/posting/tell-ending.ts";
import { saveMessage } from "../../../src/request/queries/messages.ts";
import { recordedSlack } from "../../jobs/recorded-slack.ts";
import { makeRail, unanswered, untilAPersonIsAsked } from "../../services/at-the-service.ts";
import { approved, delivery, must, refOf, requested, runJobs } from "../../services/steps.ts";
import { aWorld } from "../../services/world.ts";
import { ANA, after, BEN } from "../../support/builders.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

async function asked() {
  const world = await aWorld(database);
  const slack = recordedSlack(world.deps.messenger);
  const deps = { ...world.deps, messenger: slack.messenger };
  const request = await requested(world);
  const ref = refOf(request);
  const isDue = () =>
    database.jobs.some(
      ({ name, request: { requestId } }) => name === "tell-ending" && requestId === ref.requestId,
    );
  return { world, ref, deps, ...slack, isDue, tell: () => tellEnding(deps, ref) };
}

const toAna = { channelId: `D${ANA}` };

describe("the requester", () => {
  it("is told of a denial with its reason, once, and of nothing before", async () => {
    const { ref, deps, said, tell, isDue } = await asked();
    await tell();
    expect(said).toEqual([]);
    expect(isDue()).toBe(false);

    const reason = "<!channel> *too early*";
    must(await denyRequest(deps, { ...ref, by: BEN, reason, delivery: delivery() }));
    expect(isDue()).toBe(true);
    await tell();
    await tell();
    expect(said).toMatchObject([toAna]);
    expect(said[0]?.text).toMatch(/^R-\d+: DENIED · Payroll float$/);
    expect(said[0]?.json).toContain("too early");
  });

  it("is told that it has expired, and not what they did themselves", async () => {
    const { world, ref, deps, said, tell } = await asked();
    world.now.value = after({ hours: 25 });
    must(await applyCommand(deps, ref, { type: "expire" }));
    await tell();
    expect(said[0]?.text).toContain("EXPIRED");

    const own = await asked();
    must(await withdrawRequest(own.deps, { ...own.ref, by: ANA, delivery: delivery() }));
    expect(own.isDue()).toBe(false);
    await own.tell();
    expect(own.said).toEqual([]);
  });

  it("is told that a Rail is done, unless its instructions come to them alone anyway", async () => {
    const world = await aWorld(database);
    const slack = recordedSlack(world.deps.messenger);
    const deps = { ...world.deps, messenger: slack.messenger };
    const ref = await approved(world);
    expect((await runJobs(world, ref)).status).toBe("done");
    const posted = { channelId: "C0TREASURY", ts: "1", version: 99 };
    await saveMessage(deps.db, ref, "instructions", { ...posted, channelId: `D${ANA}` });
    await tellEnding(deps, ref);
    expect(slack.said).toEqual([]);

    await saveMessage(deps.db, ref, "instructions", posted);
    await tellEnding(deps, ref);
    expect(slack.said).toMatchObject([{ ...toAna, text: expect.stringContaining("DONE") }]);
    const link = await deps.messenger.linkTo(ref.workspaceId, posted);
    expect(slack.said[0]?.json).toContain(JSON.stringify(link));
  });

  it("reads in the same message what came of it once people had decided", async () => {
    const { world, ref } = await unanswered(database);
    await untilAPersonIsAsked(world, ref);
    const slack = recordedSlack(world.deps.messenger);
    const deps = { ...world.deps, messenger: slack.messenger };
    await tellEnding(deps, ref);
    expect(slack.said).toMatchObject([{ ...toAna, text: expect.stringContaining("NEEDS REVIEW") }]);

    const railId = await makeRail(world, ref);
    must(await linkRail(deps, { ...ref, by: BEN, railId, delivery: delivery() }));
    await tellEnding(deps, ref);
    expect(slack.said[0]?.text).toContain("IN PROGRESS");
    expect((await runJobs(world, ref)).status).toBe("done");
    await tellEnding(deps, ref);
    expect(slack.said).toMatchObject([{ ...toAna, text: expect.stringContaining("DONE") }]);
  });
});
