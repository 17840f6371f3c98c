import { expect, it } from "vitest";
import { createRailApi } from "../../../src/platform/rail-api/client.ts";
import type { RailApi } from "../../../src/platform/rail-api/rail-api.ts";
import type { Rail } from "../../../src/platform/rail-api/rules/rail.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import { changedRails } from "../../../src/rail/creating/changed-rails.ts";
import { readRails, readRailsChore } from "../../../src/rail/creating/read-rails.ts";
import { rememberingRails } from "../../../src/rail/creating/remember-rails.ts";
import { tellOfChanges } from "../../../src/rail/creating/watch-rails.ts";
import { disputeRail } from "../../../src/rail/disputes/dispute-rail.ts";
import { reportProblem } from "../../../src/rail/disputes/report-problem.ts";
import { knownRailRows } from "../../../src/rail/screens/rail-row.ts";
import { findRailsReadAt } from "../../../src/request/queries/companies.ts";
import { listNotices } from "../../../src/request/queries/notices.ts";
import { railElsewhere, whitelistedElsewhere } from "../../services/register-steps.ts";
import { approved, delivery, expectState, runJobs } from "../../services/steps.ts";
import type { World } from "../../services/world.ts";
import { aWorld } from "../../services/world.ts";
import { BEN } from "../../support/builders.ts";
import { plainText } from "../../support/plain-text.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();

const ADDRESS = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";

async function aWatchedRail() {
  const world = await aWorld(database);
  const rail = await railElsewhere(world, await whitelistedElsewhere(world, ADDRESS));
  return { world, rail };
}

/** A walk, so many hours later, over a list that the service shows in this way. */
async function walked(
  world: World,
  hours: number,
  shown: (all: Rail[]) => Rail[] = (all) => all,
  { keptSecret = 0 } = {},
) {
  world.now.value = new Date(Date.parse(world.now.value) + hours * 3_600_000).toISOString();
  const { deps, workspaceId, connectionId, rails } = world;
  const client = createRailApi({ baseUrl: rails.baseUrl, token: world.token.value });
  const altered: RailApi = {
    ...client,
    async *listRails() {
      const all: Rail[] = [];
      for await (const page of client.listRails()) all.push(...page.rails);
      const rest = shown(all);
      yield { rails: rest, total: rest.length + keptSecret };
    },
  };
  const api = rememberingRails(deps, workspaceId, connectionId, altered);
  const walk = await readRails({ ...deps, railApis: async () => api }, workspaceId);
  await tellOfChanges(deps, workspaceId, walk);
}

/** From now on the service shows another account to pay into, for each Rail. */
function paidElsewhere(world: World): World {
  const { deps, workspaceId, connectionId, rails } = world;
  const client = createRailApi({ baseUrl: rails.baseUrl, token: world.token.value });
  const moved = (rail: Rail): Rail => {
    if (rail.type !== "ON_RAMP") return rail;
    const bankAccount = { ...rail.source.bankAccount, accountNumber: "another" };
    return { ...rail, source: { ...rail.source, bankAccount } };
  };
  const altered: RailApi = {
    ...client,
    getRail: async (id) => moved(await client.getRail(id)),
    async readPage(address) {
      const page = await client.readPage(address);
      return { ...page, rails: page.rails.map(moved) };
    },
    async *listRails() {
      for await (const page of client.listRails()) yield { ...page, rails: page.rails.map(moved) };
    },
  };
  const api = rememberingRails(deps, workspaceId, connectionId, altered);
  return { ...world, deps: { ...deps, railApis: async () => api } };
}

async function told({ deps, workspaceId }: World): Promise<string[]> {
  const notices = await listNotices(deps.db, workspaceId);
  return notices.flatMap(({ news }) =>
    news.kind === "rails-changed"
      ? [plainText(changedRails([news], { command: "/rail" }).blocks)]
      : [],
  );
}

const nothing = () => [];

it("a Rail that the service no longer shows is told once, when it has been missing for an hour", async () => {
  const { world, rail } = await aWatchedRail();
  await walked(world, 0);
  await walked(world, 0.5, nothing);
  expect(await told(world)).toEqual([]);

  for (const _ of [1, 2]) await walked(world, 1, nothing);

  const [only = "", ...more] = await told(world);
  expect(more).toEqual([]);
  expect(only).toContain("# 🔴 1 Rail changed at the Rail service");
  expect(only).toContain(`Rail created outside Signalbox, ${rail.id}`);
  expect(only).toContain("No longer shown.");
});

it("a list of fewer Rails than the service counts shows of none that it is gone", async () => {
  const { world } = await aWatchedRail();
  const { db } = world.deps;
  await walked(world, 0);
  const before = await findRailsReadAt(db, world.connectionId);

  await expect(walked(world, 2, nothing, { keptSecret: 1 })).rejects.toThrow("does not show all");

  expect(await findRailsReadAt(db, world.connectionId)).toBe(before);
  expect((await knownRailRows(db, world.connectionId)).map(({ known }) => known.isMissing)).toEqual(
    [false],
  );
});

it("a Rail that was changed is told once, with what it was; the first walk is no news", async () => {
  const { world } = await aWatchedRail();
  const moved = (all: Rail[]) =>
    all.map((rail) => ({
      ...rail,
      destination: { ...rail.destination, asset: "USDA" },
    })) as Rail[];
  await walked(world, 0);
  expect(await told(world)).toEqual([]);

  for (const _ of [1, 2]) await walked(world, 1, moved);

  expect(await told(world)).toEqual([
    expect.stringContaining("asset delivered: “GBPA”, now “USDA”"),
  ]);
});

it.each([
  ["before it was watched", 0],
  ["after it was watched", 1],
])(
  "a Rail of ours whose account is changed %s is told, and its message no longer says how to pay",
  async (_, readings) => {
    const world = await aWorld(database);
    const drawn: string[] = [];
    world.deps.messenger.update = async (_, __, { text }) => void drawn.push(text);
    const ref = await approved(world);
    expectState(await runJobs(world, ref), "done");
    for (let reading = 0; reading < readings; reading += 1) await walked(world, 0);

    const moved = paidElsewhere(world);
    await readRailsChore.work({ ...moved.deps, announceChanges: async () => {} });

    expect(await told(world)).toEqual([
      expect.stringMatching(/pay into: account number: “\d{8}”, now “another”/),
    ]);
    expectState(await runJobs(moved, ref), "quarantined");
    expect(drawn.at(-1)).toContain("Do not send money to it");
  },
);

it("two walks at once tell it once", async () => {
  const { world } = await aWatchedRail();
  await walked(world, 0);
  const { deps, workspaceId } = world;
  world.now.value = new Date(Date.parse(world.now.value) + 7_200_000).toISOString();

  await Promise.all([1, 2, 3].map(() => tellOfChanges(deps, workspaceId, new Set())));

  expect(await told(world)).toHaveLength(1);
});

async function disputed() {
  const world = await aWorld(database);
  const { deps, workspaceId, now } = world;
  const ref = await approved(world);
  const { railId } = expectState(await runJobs(world, ref), "done");
  await walked(world, 0);
  const about = { workspaceId, railId, by: BEN };
  await reportProblem(deps, { ...about, reason: "Odd", delivery: delivery() });
  await disputeRail(deps, { ...about, reportedAt: now.value, delivery: delivery() });
  expectState(await runJobs(world, ref), "done");
  return { world, ref };
}

it("a disputed Rail whose account is changed is judged all the same", async () => {
  const { world, ref } = await disputed();

  const moved = paidElsewhere(world);
  await readRailsChore.work({ ...moved.deps, announceChanges: async () => {} });

  expectState(await runJobs(moved, ref), "quarantined");
});

it("a disputed Rail whose account is changed is judged where Slack does not change its message", async () => {
  const { world, ref } = await disputed();
  const moved = paidElsewhere(world);
  const update = async () => {
    throw new MessengerError("channel-archived", "Slack said is_archived");
  };
  const { deps } = moved;
  const archived = { ...moved, deps: { ...deps, messenger: { ...deps.messenger, update } } };

  await readRailsChore.work({ ...moved.deps, announceChanges: async () => {} });

  expectState(await runJobs(archived, ref), "quarantined");
});
