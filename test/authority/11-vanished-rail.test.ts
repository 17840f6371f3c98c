import { describe, expect, it } from "vitest";
import { block } from "../../src/platform/slack/blocks/ids.ts";
import { note } from "../../src/platform/slack/blocks/note.ts";
import type { ButtonArgs } from "../../src/platform/slack/intake/listeners.ts";
import { readRails } from "../../src/rail/creating/read-rails.ts";
import type { RulingClick } from "../../src/rail/screens/rule-out-rail.ts";
import { ruleOutButton, ruleOutRail } from "../../src/rail/screens/rule-out-rail.ts";
import type { Context } from "../../src/request/context.ts";
import { isRailMissing, rememberRails } from "../../src/request/queries/rails/seen-rails.ts";
import { seenRail } from "../../src/request/rules/outcome/seen-rail.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import * as acme from "../../src/sandbox/slack-workspace/seed.ts";
import { lookAtToken } from "../../src/workspace/connection/look-at-token.ts";
import { ownerOfToken } from "../../src/workspace/connection/prove-owner.ts";
import { createRailsElsewhere } from "../e2e/rails-elsewhere.ts";
import { answerText, answerTo, approve, ask, cardReading, privateAnswer } from "../e2e/steps.ts";
import { APPROVALS, aSlack } from "../jobs/slack.ts";
import { delivery, must } from "../services/steps.ts";
import { aWorld } from "../services/world.ts";
import { listAudit } from "../support/audit-of.ts";
import {
  ANA,
  aConnection,
  after,
  anOnRampRail,
  BEN,
  CAL,
  DAN,
  NOW,
  TREASURY,
} from "../support/builders.ts";
import { noPace } from "../support/no-pace.ts";
import { useSandbox } from "../support/use-sandbox.ts";
import { useTestStore } from "../support/use-store.ts";

const sandbox = useSandbox({ pauses: [1, 1, 2], rates: "slack" });
const database = useTestStore();

const GONE = "rail_seen_once";

/** The list shows its Rails under another id for once: so that one is known, and never shown again. */
async function showOnce(): Promise<void> {
  const fault = { kind: "shown-otherwise", values: { id: GONE } } as const;
  sandbox.rails.faults.add({ operation: "GET /rails", fault });
  expect(await answerText(sandbox.as(acme.ANA), "/rail list")).toContain("Rail");
}

it("a Rail that vanished stops every creation, until two approvers rule it out, and again once it was shown", async () => {
  const [ana, ben, cal] = [sandbox.as(acme.ANA), sandbox.as(acme.BEN), sandbox.as(acme.CAL)];
  await createRailsElsewhere(sandbox, 1);
  await showOnce();
  const card = await ask(ana, { name: "Held up" });
  await approve(ben, card);
  await approve(cal, card);
  const held = await cardReading(ana, "Held up", "does not show all the Rails");
  expect(plainTextOf(held)).toContain("two approvers can rule it out under Health");

  const health = await answerTo(ben, "/rail health");
  expect(plainTextOf(health)).toContain("Rails that the service no longer shows: 1");
  expect(plainTextOf(health)).toContain(GONE);
  expect(plainTextOf(health)).toContain("4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eM2WcY1uqBoxE");
  const at = { channel: acme.TREASURY, ts: health.ts };
  await privateAnswer(ben, acme.TREASURY, () => ben.click(at, "Propose to rule it out"));
  const notice = await ana.waitFor(
    async () =>
      (await ana.messages(acme.APPROVALS)).find(
        (each) => !each.ephemeral && plainTextOf(each).includes("Rule out a Rail"),
      ),
    "the proposal in the approvals channel",
  );
  const there = { channel: acme.APPROVALS, ts: notice.ts };
  const press = async (who: typeof ana) =>
    plainTextOf(
      await privateAnswer(who, acme.APPROVALS, () => who.click(there, "Agree to rule it out")),
    );
  for (let times = 0; times < 10; times++) {
    expect(await press(ana)).toContain("Only active approvers rule a Rail out");
  }
  expect(await press(ana)).toContain("10 questions a minute");
  expect(await press(ben)).toContain("You proposed this yourself");
  expect(plainTextOf(await cardReading(ana, "Held up", "NOT SENT YET"))).not.toContain("DONE");
  expect(await press(cal)).toContain("A Rail was ruled out");
  const redrawn = await ana.waitFor(
    async () =>
      (await ana.messages(acme.APPROVALS)).find(
        (each) => each.ts === notice.ts && plainTextOf(each).includes("A Rail was ruled out"),
      ),
    "the proposal with its end",
  );
  expect(plainTextOf(redrawn)).not.toContain("Agree to rule it out");

  await cardReading(ana, "Held up", "DONE");
  await showOnce();
  const again = await ask(ana, { name: "Held up again" });
  await approve(ben, again);
  await approve(cal, again);
  await cardReading(ana, "Held up again", "does not show all the Rails");
}, 180_000);

describe("ruling a Rail out", () => {
  /** A world in which the last whole list lacks a Rail that was shown before. */
  async function withVanished() {
    const world = await aWorld(database);
    const { workspaceId, connectionId, deps } = world;
    const seen = seenRail(anOnRampRail({ id: GONE }), NOW);
    if (!seen) throw new Error("It has an id");
    await rememberRails(deps.db, workspaceId, connectionId, [seen]);
    world.now.value = after({ hours: 1 });
    await readRails(deps, workspaceId);
    const shown = { lastSeenAt: NOW, proposedAt: null };
    const rule = (by: string, change: Partial<RulingClick> = {}) =>
      ruleOutRail(deps, { workspaceId, by, railId: GONE, shown, delivery: delivery(), ...change });
    return { world, rule, propose: async () => must(await rule(BEN)).vanished.ruling };
  }

  it("takes two people, not two accounts of one, and is audited with what was last seen", async () => {
    const { world, rule, propose } = await withVanished();
    const proposedAt = (await propose())?.proposedAt ?? "";
    const shown = { lastSeenAt: NOW, proposedAt };
    world.persons[BEN] = world.persons[CAL] = "W_ONE";

    expect(await rule(CAL, { shown })).toMatchObject({ refusal: "own-proposal" });
    expect(await rule(ANA, { shown })).toMatchObject({ refusal: "not-an-approver" });
    world.standings[DAN] = "deactivated";
    expect(await rule(DAN, { shown })).toMatchObject({ refusal: "not-an-approver" });
    world.standings[DAN] = "active";
    expect(await rule(DAN)).toMatchObject({ refusal: "changed-meanwhile" });
    must(await rule(DAN, { shown }));

    expect(await isRailMissing(world.deps.db, world.connectionId, new Set())).toBe(false);
    const audit = await listAudit(world.deps.db, world.workspaceId);
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
      ["rail-rule-out-proposed", BEN],
      ["rail-ruled-out", DAN],
    ]);
    expect(JSON.parse(audit[1]?.facts ?? "")).toMatchObject({ rail: { railId: GONE } });
  });

  it("is told to the other approvers alone where another organisation reads the channel, and leaves health as it is", async () => {
    const { world, propose } = await withVanished();
    const { workspaceId, deps } = world;
    const slack = await aSlack();
    slack.change(APPROVALS, { isShared: true });
    const proposedAt = (await propose())?.proposedAt;
    const value = JSON.stringify({ railId: GONE, lastSeenAt: NOW, proposedAt });
    const answers: unknown[] = [];
    const place = await slack.messenger.post(workspaceId, TREASURY, note("Health of everything"));
    const health = { channel: { id: place.channelId }, message: { ts: place.ts } };
    await ruleOutButton(
      {
        ...deps,
        messenger: slack.messenger,
        pace: noPace,
        approvalsChannelOf: () => APPROVALS,
      } as unknown as Context,
      {
        action: { value, block_id: "of health" },
        body: { user: { id: CAL }, team: { id: workspaceId }, trigger_id: "1", ...health },
        respond: async (answer: unknown) => void answers.push(answer),
      } as unknown as ButtonArgs,
    );

    expect(JSON.stringify(answers)).toContain("A Rail was ruled out");
    expect(await slack.messagesIn(APPROVALS)).toEqual([]);
    for (const who of [BEN, DAN]) {
      expect((await slack.directMessagesTo(who)).map(({ text }) => text)).toEqual([
        expect.stringMatching(/A Rail was ruled out[\s\S]*is shared with another organisation/),
      ]);
    }
    expect(await slack.directMessagesTo(CAL)).toEqual([]);
    expect((await slack.messagesIn(TREASURY))[0]?.text).toContain("Health of everything");
  });

  it("closes a copy of its notice that is out of date once somebody presses there", async () => {
    const { world, rule, propose } = await withVanished();
    const { workspaceId, deps } = world;
    const slack = await aSlack();
    const proposedAt = (await propose())?.proposedAt ?? "";
    must(await rule(CAL, { shown: { lastSeenAt: NOW, proposedAt } }));
    const value = JSON.stringify({ railId: GONE, lastSeenAt: NOW, proposedAt });
    const place = await slack.messenger.post(workspaceId, TREASURY, note("Agree to rule it out?"));
    const answers: unknown[] = [];
    const press = (trigger_id: string) =>
      ruleOutButton(
        { ...deps, messenger: slack.messenger, pace: noPace } as unknown as Context,
        {
          action: { value, block_id: block.ruleOutNotice },
          body: {
            ...{ user: { id: DAN }, team: { id: workspaceId }, trigger_id },
            ...{ channel: { id: place.channelId }, message: { ts: place.ts } },
          },
          respond: async (answer: unknown) => void answers.push(answer),
        } as unknown as ButtonArgs,
      );

    await press("1");

    expect(JSON.stringify(answers)).toContain("This Rail is ruled out already.");
    const copy = async () => (await slack.messagesIn(TREASURY))[0]?.text;
    expect(await copy()).toContain("A Rail was ruled out");
    const shownAgain = seenRail(anOnRampRail({ id: GONE }), after({ hours: 2 }));
    await rememberRails(deps.db, workspaceId, world.connectionId, shownAgain ? [shownAgain] : []);
    await press("2");
    expect(await copy()).toContain("The Rail service shows this Rail");
  });

  it("takes away what it proved of whose the token is: then as little is known as without any Rail", async () => {
    const { world, rule, propose } = await withVanished();
    const { workspaceId, connectionId, deps } = world;
    const asked = { workspaceId, token: "another", found: [aConnection({ id: connectionId })] };
    const owner = () => ownerOfToken(deps, { getRail: async () => anOnRampRail() }, asked);
    expect(await lookAtToken(deps, workspaceId)).toMatchObject({ is: "of-another-company" });
    expect(await owner()).toMatchObject({ proof: "sees-a-rail" });

    const proposedAt = (await propose())?.proposedAt ?? "";
    expect(await lookAtToken(deps, workspaceId)).toMatchObject({ is: "of-another-company" });
    must(await rule(DAN, { shown: { lastSeenAt: NOW, proposedAt } }));

    expect(await lookAtToken(deps, workspaceId)).toMatchObject({ is: "accepted" });
    expect(await owner()).toEqual({ connection: null, proof: "none" });
  });

  it("is not agreed to where its proposer does not approve any more, and not of a Rail that is shown", async () => {
    const { world, rule, propose } = await withVanished();
    const proposedAt = (await propose())?.proposedAt ?? "";
    world.standings[BEN] = "deactivated";

    const anew = must(await rule(CAL, { shown: { lastSeenAt: NOW, proposedAt } }));
    expect(anew.vanished.ruling).toMatchObject({ proposedBy: CAL, agreed: null });
    expect(await isRailMissing(world.deps.db, world.connectionId, new Set())).toBe(true);
    expect(await rule(CAL, { railId: "rail_nobody_saw" })).toMatchObject({
      refusal: "not-vanished",
    });
  });
});
