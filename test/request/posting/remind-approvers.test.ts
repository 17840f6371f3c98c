import { describe, expect, it } from "vitest";
import { action } from "../../../src/platform/slack/blocks/ids.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import { denyRequest } from "../../../src/request/decide-request.ts";
import { remindApprovers } from "../../../src/request/posting/remind-approvers.ts";
import { saveMessage } from "../../../src/request/queries/messages.ts";
import { noteReminders } from "../../../src/request/queries/reminders.ts";
import { usualPolicy } from "../../../src/request/rules/approval/policy.ts";
import { sweep } from "../../../src/request/sweep.ts";
import { recordedSlack } from "../../jobs/recorded-slack.ts";
import { approves, delivery, must, refOf, requested } from "../../services/steps.ts";
import { aWorld } from "../../services/world.ts";
import { ANA, after, BEN, CAL, NOW } from "../../support/builders.ts";
import { savePolicy } from "../../support/set-up.ts";
import { useTestStore } from "../../support/use-store.ts";

const GROUP = "S0TREASURY";
const EVE = "U0EVE00001";

const database = useTestStore();

/** Slack says no time zone for anybody else. */
const ZONES: Record<string, string> = { [BEN]: "Europe/London", [CAL]: "Pacific/Auckland" };

/** A request by Ana with a card, whose rule reminds after 2, 6 and 14 hours: Ben and a group. */
async function waiting(times: object = { remindAfterHours: [2, 6, 14] }) {
  const world = await aWorld(database);
  const { workspaceId, deps } = world;
  const who = { approvers: [BEN], approvalsRequired: 2 };
  const usual = usualPolicy({ rails: who, destinations: who, coolDownHours: 0 });
  const more = { groups: [GROUP], ...times };
  const rules = usual.rules.map((rule) => ({ ...rule, ...more }));
  await savePolicy(database.db, workspaceId, { ...usual, rules }, NOW);
  world.members[GROUP] = [ANA, CAL, EVE];
  const request = await requested(world);
  const ref = refOf(request);
  const card = { channelId: "C0APPROVALS", ts: "0", version: 0 };
  await saveMessage(deps.db, ref, "approval-card", card);
  const slack = recordedSlack(deps.messenger);
  const jobs = () =>
    database.jobs.filter(
      ({ name, request: { requestId } }) =>
        name === "remind-approvers" && requestId === ref.requestId,
    );
  return {
    world,
    request,
    ref,
    ...slack,
    jobs,
    async at(time: string) {
      world.now.value = time;
      const timeZoneOf = async (_: string, userId: string) => ZONES[userId];
      const people = { ...deps.people, timeZoneOf };
      await remindApprovers({ ...deps, people, messenger: slack.messenger }, ref);
    },
  };
}

const mentioned = (json = "") =>
  [...json.matchAll(/"(?:user|usergroup)_id":"(\w+)"/g)].map(([, id]) => id).sort();

describe("reminders", () => {
  it("mention, under the card, those alone who may still approve and can be reached", async () => {
    const { world, request, at, said } = await waiting();
    world.standings[EVE] = "deactivated";

    await at(after({ hours: 2 }));
    expect(said).toMatchObject([{ channelId: "C0APPROVALS", threadTs: "0" }]);
    expect(mentioned(said[0]?.json)).toEqual([BEN, CAL]);
    expect(said[0]?.json).not.toContain("last reminder");

    must(await approves(world, request, CAL));
    await at(after({ hours: 14 }));
    expect(mentioned(said[1]?.json)).toEqual([BEN]);
    expect(said[1]?.json).toContain("This is the last reminder. ");
    expect(JSON.stringify(said)).not.toMatch(/broadcast|<!(here|channel)/);
  });

  it("come after 2 and 6 hours where the rule names none, then daily while each person is at work", async () => {
    const { at, said } = await waiting({ expiresInHours: 72 });
    const mentionedAt = async (hours: number) => {
      const before = said.length;
      await at(after({ hours }));
      return said.slice(before).map(({ json }) => mentioned(json));
    };

    expect(await mentionedAt(2)).toEqual([[BEN, CAL, EVE].sort()]);
    expect(await mentionedAt(6)).toEqual([[BEN, CAL, EVE].sort()]);
    // Midnight in London is the afternoon in Auckland.
    expect(await mentionedAt(14)).toEqual([[CAL]]);
    expect(await mentionedAt(22)).toEqual([]);
    expect(await mentionedAt(30)).toEqual([[BEN, EVE].sort()]);
    expect(await mentionedAt(38)).toEqual([[CAL]]);
  });

  it("come once in each interval, with two workers, restarts and a clock that jumps", async () => {
    const { at, said, jobs } = await waiting();
    expect(jobs()).toMatchObject([{ startAfter: after({ hours: 2 }) }]);
    await at(after({ hours: 1 }));
    expect(said).toEqual([]);

    await Promise.all([at(after({ hours: 2 })), at(after({ hours: 2 }))]);
    await at(after({ hours: 3 }));
    expect(said).toHaveLength(1);
    expect(jobs().at(-1)).toMatchObject({ startAfter: after({ hours: 6 }) });

    // One of those that were due meanwhile is said.
    await at(after({ hours: 15 }));
    await at(after({ hours: 5 }));
    await at(after({ hours: 16 }));
    expect(said).toHaveLength(2);
    expect(said[1]?.json).toContain("This is the last reminder. ");
  });

  it("are woken by the sweep where their job was lost, and only then", async () => {
    const { world, ref, jobs } = await waiting();
    database.jobs.splice(0);
    world.now.value = after({ hours: 2 });
    await sweep(world.deps);
    expect(jobs()).toEqual([]);

    world.now.value = after({ hours: 2, minutes: 2 });
    await sweep(world.deps);
    expect(jobs()).toEqual([{ name: "remind-approvers", request: ref, isWakeUp: true }]);
  });

  it("are left alone by the sweep until they are due, where a release has made the usual times later", async () => {
    const { world, ref, at, said, jobs } = await waiting();
    await noteReminders(database.db, ref, { before: 0, after: 0, next: after({ hours: 1 }) });
    database.jobs.splice(0);
    await at(after({ hours: 1, minutes: 2 }));
    await sweep(world.deps);
    expect([jobs(), said]).toEqual([[], []]);

    world.now.value = after({ hours: 2, minutes: 2 });
    await sweep(world.deps);
    expect(jobs()).toHaveLength(1);
  });

  it("are not said of what has ended or expired, or where nobody is left to ask", async () => {
    const { world, ref, at, said } = await waiting();
    must(await denyRequest(world.deps, { ...ref, by: BEN, reason: "No", delivery: delivery() }));
    await at(after({ hours: 6 }));

    const expired = await waiting();
    await expired.at(after({ hours: 25 }));

    const alone = await waiting();
    alone.world.members[GROUP] = [ANA];
    must(await approves(alone.world, alone.request, BEN));
    await alone.at(after({ hours: 6 }));
    expect([...said, ...expired.said, ...alone.said]).toEqual([]);
  });

  it("go to each alone, once, where the channel is out of reach, with a way to the request", async () => {
    const { request, at, said, state } = await waiting();
    state.place = "not-a-member";

    await at(after({ hours: 2 }));
    await at(after({ hours: 2 }));
    expect(said.map(({ channelId }) => channelId).sort()).toEqual(
      [`D${BEN}`, `D${CAL}`, `D${EVE}`].sort(),
    );
    for (const { json } of said) {
      expect(json).toContain(`"action_id":"${action.showRequest}"`);
      expect(json).toContain(request.id);
    }
  });

  it("are said later where Slack refused them, and never twice where it may have taken them", async () => {
    const { at, said, state } = await waiting();
    state.fails = new MessengerError("limited", "Slack said ratelimited");
    await expect(at(after({ hours: 2 }))).rejects.toThrow("ratelimited");
    state.fails = undefined;
    await at(after({ hours: 2 }));
    expect(said).toHaveLength(1);

    state.fails = new MessengerError("unavailable", "No answer");
    await at(after({ hours: 6 }));
    state.fails = undefined;
    await at(after({ hours: 7 }));
    expect(said).toHaveLength(1);
  });

  it("mention a large group, and one of which Slack says nothing, as a group", async () => {
    const { world, at, said } = await waiting();
    world.members[GROUP] = Array.from({ length: 31 }, (_, index) => `U0MANY${index}`);
    await at(after({ hours: 2 }));
    world.members[GROUP] = null;
    await at(after({ hours: 6 }));

    expect(said.map(({ json }) => mentioned(json))).toEqual([
      [GROUP, BEN],
      [GROUP, BEN],
    ]);
  });
});
