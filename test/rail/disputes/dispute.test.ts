import { expect, it } from "vitest";
import { checkPaymentDetails, paymentCheck } from "../../../src/check/payment-check.ts";
import { RailApiError } from "../../../src/platform/rail-api/rail-api-error.ts";
import { action } from "../../../src/platform/slack/blocks/ids.ts";
import type { ButtonArgs } from "../../../src/platform/slack/intake/listeners.ts";
import { disputeButton, disputeRail } from "../../../src/rail/disputes/dispute-rail.ts";
import { openEndDispute } from "../../../src/rail/disputes/end-dispute.ts";
import { problemsReported, railsDisputed } from "../../../src/rail/disputes/problem-notices.ts";
import { reportProblem } from "../../../src/rail/disputes/report-problem.ts";
import { showAnswer } from "../../../src/rail/screens/show.ts";
import type { Context } from "../../../src/request/context.ts";
import { findCurrentConnection } from "../../../src/request/queries/companies.ts";
import { findDispute } from "../../../src/request/queries/disputes.ts";
import { listNotices } from "../../../src/request/queries/notices.ts";
import { rememberRails } from "../../../src/request/queries/rails/seen-rails.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { asked, asking } from "../../services/setup-steps.ts";
import {
  approved,
  bothApprove,
  delivery,
  expectState,
  refOf,
  runJobs,
} from "../../services/steps.ts";
import type { World } from "../../services/world.ts";
import { aWorld, moveTo, withApi } from "../../services/world.ts";
import { ANA, after, anEndOfDispute, anOnRampRail, BEN, CAL, EVE } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

/** A Rail whose instructions are posted, and a Slack that keeps what its message shows. */
async function aRail() {
  const world = await aWorld(database);
  const drawn: string[] = [];
  const { deps, workspaceId } = world;
  deps.messenger.update = async (_, __, { blocks }) => void drawn.push(plainText(blocks));
  const ref = await approved(world);
  const { railId } = expectState(await runJobs(world, ref), "done");
  const report = () =>
    reportProblem(deps, { workspaceId, railId, by: ANA, reason: "Closed", delivery: delivery() });
  const mark = async (by: string, reportedAt = world.now.value, click = delivery()) =>
    plainText(
      (await disputeRail(deps, { workspaceId, railId, by, reportedAt, delivery: click })).blocks,
    );
  const shown = async () =>
    plainText((await showAnswer({ ...deps, command: "/rail" }, workspaceId, railId)).blocks);
  const dispute = () => findDispute(deps.db, world.connectionId, railId);
  return { world, ref, railId, drawn, report, mark, shown, dispute };
}

const checked = async ({ deps, workspaceId, now }: World, text: string) => {
  const found = await checkPaymentDetails(deps.db, workspaceId, text);
  return plainText(
    paymentCheck({ ...found, now: now.value, command: "/rail", isCut: false }).blocks,
  );
};

it("what a member reports withholds nothing but warns of it, and one approver's mark withholds the instructions everywhere", async () => {
  const { world, ref, drawn, report, mark, shown, dispute } = await aRail();
  const [, iban = ""] = /IBAN: (\S+)/.exec(await shown()) ?? [];
  await report();
  await runJobs(world, ref);
  for (const text of [await shown(), drawn.at(-1) ?? ""]) {
    expect(text).toContain("🔴 Warning: a problem was reported.");
    expect(text).toContain(iban);
  }
  const twice = delivery();
  for (const _ of [1, 2]) {
    expect(await mark(EVE, undefined, twice)).toContain("Only active approvers");
  }
  expect(await mark(BEN, "another report")).toContain("newer report");
  expect(await dispute()).toBeNull();
  for (const text of ["🔴 Warning: do not send money to it.", "A problem was reported."]) {
    expect(await checked(world, iban)).toContain(text);
  }

  expect(await mark(BEN)).toContain("no longer shows");
  await runJobs(world, ref);

  for (const text of [await shown(), drawn.at(-1) ?? ""]) {
    expect(text).toContain("# 🔴 Disputed: Payroll float");
    expect(text).not.toContain(iban);
  }
  expect(await checked(world, iban)).toContain("🔴 Warning: do not send money to it.");
});

it("a notice names each Rail once, with what was reported about it, however often before anybody was told", async () => {
  const { world, railId, mark } = await aRail();
  const { deps, workspaceId, connectionId, now } = world;
  const seen = seenRail(anOnRampRail({ id: "rail_1" }), now.value);
  await rememberRails(deps.db, workspaceId, connectionId, seen ? [seen] : []);
  for (const [minutes, id] of ["rail_1", railId, railId, railId, railId].entries()) {
    now.value = after({ minutes });
    const report = { workspaceId, railId: id, by: ANA, reason: `Report ${minutes}` };
    await reportProblem(deps, { ...report, delivery: delivery() });
  }

  const notices = await listNotices(deps.db, workspaceId);
  const news = notices.flatMap(({ news }) => (news.kind === "rail-problem" ? [news] : []));
  const message = problemsReported(news, { command: "/rail" });
  const [first = "", ...others] = JSON.stringify(message).match(REPORTED_AT) ?? [];

  const text = plainText(message.blocks);
  expect(text).toContain("2 problems reported");
  expect(text).not.toContain("/rail list reported");
  expect(text).toContain("And 1 earlier report about it.");
  const told = [...text.matchAll(/Report \d/g)].map(([each]) => each);
  expect(told).toEqual(["Report 4", "Report 3", "Report 2", "Report 0"]);
  expect(others).toHaveLength(1);
  expect(await mark(BEN, first)).toContain("no longer shows");
});

const REPORTED_AT = /(?<=reportedAt\\":\\")[^\\]+/g;

it("a notice keeps how many more problems there are after one of those that it shows is marked", async () => {
  const { world, railId } = await aRail();
  const { deps, workspaceId, connectionId, now } = world;
  let minutes = 0;
  const others = ["rail_1", "rail_2", "rail_3", "rail_4"];
  const seen = others.flatMap((id) => seenRail(anOnRampRail({ id }), now.value) ?? []);
  await rememberRails(deps.db, workspaceId, connectionId, seen);
  // One of the Rails twice.
  for (const id of [railId, ...others, railId]) {
    const report = { workspaceId, railId: id, by: ANA, reason: "Closed", delivery: delivery() };
    minutes += 1;
    now.value = after({ minutes });
    await reportProblem(deps, report);
  }
  const notices = await listNotices(deps.db, workspaceId);
  const news = notices.flatMap(({ news }) => (news.kind === "rail-problem" ? [news] : []));
  let { blocks } = problemsReported(news, { command: "/rail" });
  deps.messenger.update = async (_, __, message) => {
    blocks = message.blocks;
  };
  const press = async () => {
    const [value = ""] = blocks.flatMap((each) =>
      each.type === "actions"
        ? each.elements.flatMap((one) =>
            one.type === "button" && one.action_id === action.disputeRail ? (one.value ?? []) : [],
          )
        : [],
    );
    await disputeButton(
      { ...deps, command: "/rail", announceChanges: async () => {} } as unknown as Context,
      {
        action: { value },
        body: {
          user: { id: BEN },
          team: { id: workspaceId },
          trigger_id: delivery(),
          channel: { id: "C0APPROVALS" },
          message: { ts: "1", blocks },
        },
        respond: async () => {},
      } as unknown as ButtonArgs,
    );
    return plainText(blocks);
  };
  expect(plainText(blocks)).toContain("5 problems reported");
  expect(plainText(blocks)).toContain("And 2 more: /rail list reported");

  const titles = ["⚠️ 4 problems reported", "⚠️ 3 problems reported", "⚠️ 2 problems reported"];
  for (const title of titles) {
    const text = await press();
    expect(text).toContain(title);
    expect(text).toContain("And 2 more: /rail list reported");
  }
});

it.each(["not-found", "unavailable"] as const)(
  "one approver's mark withholds the instructions also where the Rail service says %s",
  async (code) => {
    const { world, ref, drawn, report, mark, shown } = await aRail();
    const [, iban = ""] = /IBAN: (\S+)/.exec(await shown()) ?? [];
    await report();
    await mark(BEN);

    const silent = withApi(world, () => ({
      getRail: () => Promise.reject(new RailApiError(code, "It shows no Rail")),
    }));
    await runJobs(silent, ref);

    expect(drawn.at(-1)).toContain("# 🔴 Disputed: Payroll float");
    expect(drawn.at(-1)).not.toContain(iban);
  },
);

it("takes reports about a Rail of a former connection, and one approver withholds its instructions", async () => {
  const { world, ref, drawn, report, mark, dispute } = await aRail();
  await moveTo(database, world, "production");

  expect(plainText((await report()).blocks)).toContain("Problem reported");
  expect(await mark(BEN)).toContain("no longer shows");
  await runJobs(world, ref);

  expect(await dispute()).toMatchObject({ by: BEN, reason: "Closed" });
  expect(drawn.at(-1)).toContain("# 🔴 Disputed: Payroll float");
});

it("tells the approvers what else is reported while it lasts, and stays as it was marked", async () => {
  const { world, ref, railId, drawn, report, mark, dispute } = await aRail();
  const { deps, workspaceId } = world;
  await report();
  await mark(BEN);
  await runJobs(world, ref);
  world.now.value = after({ minutes: 5 });
  const [marked, drawings] = [await dispute(), drawn.length];
  const another = { workspaceId, railId, by: CAL, reason: "Its e-mail was forged" };

  const answer = await reportProblem(deps, { ...another, delivery: delivery() });
  await runJobs(world, ref);

  expect(plainText(answer.blocks)).toContain("nobody should pay into it");
  expect(await dispute()).toMatchObject(marked ?? {});
  expect(drawn.length).toBe(drawings);
  const news = (await listNotices(deps.db, workspaceId)).map(({ news }) => news);
  const reports = news.flatMap((each) => (each.kind === "rail-problem" ? [each] : []));
  const text = plainText(problemsReported(reports.slice(-1), { command: "/rail" }).blocks);
  for (const part of [
    "1 disputed Rail reported again",
    "reported later",
    "Its e-mail was forged",
    BEN,
    CAL,
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("Mark as disputed");
});

it("ends with the quorum of every rule, which shows the instructions again, and only this very dispute", async () => {
  const { world, ref, railId, drawn, report, mark, shown, dispute } = await aRail();
  await report();
  await mark(CAL);
  const marked = await dispute();
  if (!marked) throw new Error("It is disputed");
  const change = anEndOfDispute({ railId, dispute: marked });
  const other = anEndOfDispute({ railId, dispute: { ...marked, at: "another time" } });
  expect(await asking(world, other)).toMatchObject({ because: "not-disputed" });

  const request = await asked(world, change);
  await runJobs(world, refOf(request));
  expect(await shown()).toContain("Disputed");
  await bothApprove(world, request);
  expectState(await runJobs(world, refOf(request)), "in-force");
  await runJobs(world, ref);

  expect(await dispute()).toBeNull();
  for (const text of [await shown(), drawn.at(-1) ?? ""]) expect(text).toContain("# Pay into");
  const actions = await world.deps.db
    .selectFrom("audit")
    .select("action")
    .where("workspace_id", "=", world.workspaceId)
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["rail-problem-reported", "rail-disputed", "dispute-ended"]),
  );
});

it.each([
  ["before its end was asked for is read by its approvers, and over with it", "before"],
  ["while its end was being approved stays reported after it", "after"],
])("what is reported %s", async (_, when) => {
  const { world, ref, railId, report, mark, shown, dispute } = await aRail();
  const { deps, workspaceId } = world;
  await report();
  await mark(CAL);
  const reportAgain = async () => {
    world.now.value = after({ minutes: 5 });
    const another = { workspaceId, railId, by: EVE, reason: "Its e-mail was forged" };
    await reportProblem(deps, { ...another, delivery: delivery() });
  };
  if (when === "before") await reportAgain();
  const marked = await dispute();
  if (!marked) throw new Error("It is disputed");
  const request = await asked(world, anEndOfDispute({ railId, dispute: marked }));
  if (when === "after") await reportAgain();
  await bothApprove(world, request);
  expectState(await runJobs(world, refOf(request)), "in-force");
  await runJobs(world, ref);

  expect(await dispute()).toBeNull();
  const text = await shown();
  expect(text).toContain("# Pay into");
  expect(text.includes("Warning: a problem was reported.")).toBe(when === "after");
  expect(text.includes("Its e-mail was forged")).toBe(false);
});

it("does not end once it has ended already, although the Rail is disputed anew", async () => {
  const { world, railId, report, mark, dispute } = await aRail();
  await report();
  await mark(CAL);
  const first = await dispute();
  if (!first) throw new Error("It is disputed");
  const change = anEndOfDispute({ railId, dispute: first });
  const [one, other] = [await asked(world, change), await asked(world, change)];
  for (const each of [one, other]) await bothApprove(world, each);
  expectState(await runJobs(world, refOf(one)), "in-force");
  world.now.value = after({ hours: 1 });
  await report();
  await mark(CAL);

  expect(await runJobs(world, refOf(other))).toMatchObject({
    status: "voided",
    because: "The dispute that it was about had ended already.",
  });
  expect(await dispute()).not.toBeNull();
});

/** Presses [End the dispute] below a notice. */
async function pressedEnd(
  { deps, workspaceId }: World,
  railId: string,
  { blocks, block_id }: { blocks: unknown; block_id: string | undefined },
): Promise<string> {
  let answer = "";
  await openEndDispute(
    { ...deps, command: "/rail" } as unknown as Context,
    {
      action: { value: railId, block_id },
      body: {
        user: { id: BEN },
        team: { id: workspaceId },
        trigger_id: delivery(),
        channel: { id: "C0APPROVALS" },
        message: { ts: "1", blocks },
      },
      async respond({ text }: { text: string }) {
        answer = text;
      },
    } as unknown as ButtonArgs,
  );
  return answer;
}

it("a dispute at a former connection stays, also where the one in use shows a Rail of the same id", async () => {
  const { world, railId, report, mark, dispute } = await aRail();
  const { deps, workspaceId, now } = world;
  await report();
  await mark(CAL);
  const problem = await dispute();
  if (!problem) throw new Error("It is disputed");
  const { blocks } = railsDisputed([{ railId, name: null, problem }], { command: "/rail" });
  const [block_id] = blocks.flatMap((each) => (each.type === "actions" ? each.block_id : []));
  const drawn: string[] = [];
  deps.messenger.update = async (_, __, { text }) => void drawn.push(text);
  await moveTo(database, world, "production");
  const answers = [await pressedEnd(world, railId, { blocks, block_id })];
  const { id } = await findCurrentConnection(deps.db, workspaceId);
  const seen = seenRail(anOnRampRail({ id: railId }), now.value);
  await rememberRails(deps.db, workspaceId, id, [seen ?? []].flat());
  answers.push(await pressedEnd(world, railId, { blocks, block_id }));

  expect(answers).toEqual(Array(2).fill(expect.stringContaining("belongs to a former connection")));
  expect(answers.join()).not.toContain("is not disputed");
  expect(drawn).toEqual([]);
});

it("a notice of a dispute says that it is over, and is redrawn, once somebody presses its button", async () => {
  const { world, railId, report, mark, dispute } = await aRail();
  const { deps } = world;
  await report();
  await mark(CAL);
  const marked = await dispute();
  if (!marked) throw new Error("It is disputed");
  const news = { railId, name: "Payroll float", problem: marked };
  const { blocks } = railsDisputed([news], { command: "/rail" });
  const request = await asked(world, anEndOfDispute({ railId, dispute: marked }));
  await bothApprove(world, request);
  await runJobs(world, refOf(request));
  const drawn: string[] = [];
  const answers: string[] = [];
  deps.messenger.update = async (_, __, message) => void drawn.push(plainText(message.blocks));
  const press = blocks.flatMap((each) => (each.type === "actions" ? each.block_id : []));
  for (const block_id of [undefined, press[0]]) {
    answers.push(await pressedEnd(world, railId, { blocks, block_id }));
  }

  expect(answers).toEqual(Array(2).fill("This Rail is not disputed now."));
  expect(drawn).toHaveLength(1);
  expect(drawn[0]).toContain("✅ 1 dispute ended");
  expect(drawn[0]).toContain("No longer disputed.");
  expect(drawn[0]).toContain("[Open]");
  expect(drawn[0]).not.toContain("End the dispute");
});
