import { expect, it } from "vitest";
import { answersFor } from "../../src/request/rules/answer.ts";
import { dueAt } from "../../src/request/rules/due.ts";
import { isOpen } from "../../src/request/rules/request.ts";
import type { Settings } from "../../src/request/rules/settings.ts";
import { type Random, randomFrom, seedFor } from "../campaign/random.ts";
import { ON_RAMP } from "../rules/changes.ts";
import { ANNA, BEN, CARA, DAN, EVE, requirement, SETTINGS } from "../rules/company.ts";
import { createEngine } from "./engine.ts";
import { createJudge, expectThat } from "./judge.ts";
import { createPeople } from "./people.ts";
import { createService, type Temper } from "./service.ts";
import { createWorld, type World } from "./world.ts";

const WALKS = Number(process.env.WALKS ?? 3_000);
const SEED = Number(process.env.SEED ?? 7);
const STEPS = 90;
const HOUR = 3_600_000;
const CROWD = [ANNA, BEN, CARA, DAN, EVE];
const TEMPERS: readonly Temper[] = [
  { echoesTags: true, faults: 0, lies: false },
  { echoesTags: true, faults: 0.4, lies: false },
  { echoesTags: false, faults: 0.4, lies: false },
  { echoesTags: true, faults: 0.5, lies: true },
  { echoesTags: false, faults: 0.5, lies: true },
];

/** Always with people enough beside any one of them. */
const settingsOf = (random: Random): Settings => ({
  ...SETTINGS,
  team: [ANNA, EVE],
  requirements: [
    requirement({ people: [BEN, CARA, DAN], needed: 1 + random.below(2) }),
    requirement({ name: "CFO", people: [CARA, DAN, EVE].slice(random.below(2)), needed: 1 }),
    requirement({ name: "Register", covers: "destinations", people: [BEN, EVE], needed: 1 }),
  ],
});

/** One walk: a while of anything, then calm; what it came to, or what was broken. */
function walk(random: Random, temper: Temper) {
  const world = createWorld(settingsOf(random));
  for (const person of CROWD) world.standings.set(person, "active");
  const judge = createJudge(world);
  const service = createService(random, () => world.now, temper);
  const copies: World["rows"][] = [];
  let isCalm = false;
  const chance = (probability: number) => !isCalm && random.chance(probability);

  const restore = () => {
    const [rows] = copies.splice(random.below(copies.length), 1);
    if (!rows || world.isRestored) return;
    world.rows = rows;
    if (world.isRestored) judge.onRestored(service.hasMade);
    // People compare the list before they go on, an hour later at the soonest.
    world.now += HOUR;
  };
  const people = createPeople(world, judge, random);
  world.onEntry = ({ action, by }, request) => {
    if (action === "frozen") judge.onFrozen(by);
    // Until a restore is noticed, seconds later, only what is sent is held back.
    if (!request || world.isRestored) return;
    if (action === "resumed") judge.onResumed(request);
    if (action === "registered") judge.onRegistered(request);
  };
  const engine = createEngine(world, service, {
    random,
    isKilled: () => chance(0.05),
    onPost: judge.onPost,
    between: () => {
      if (chance(0.1)) people.doAnything();
      world.addMark();
      if (chance(0.03)) restore();
      if (chance(0.05)) world.now += random.below(20_000);
    },
  });

  const happen = () => {
    const what = random.below(60);
    const person = random.pick(CROWD);
    if (what < 14) people.doAnything();
    else if (what === 14)
      world.standings.set(person, random.pick(["deactivated", "active", "active"]));
    else if (what === 15) world.silent = new Set(random.chance(0.5) ? [] : [person]);
    else if (what === 16) world.hasToken = random.chance(0.7);
    else if (what === 17) service.makeElsewhere(ON_RAMP, tagOfAny(world));
    else if (what === 18) copies.push(world.copy());
    else if (what === 19) restore();
    else if (what === 20) engine.arrive();
    else if (what === 21) changeSettings(world, random);
    else if (what === 22) world.now += random.below(30) * HOUR;
    else if (what < 32) world.now += random.below(900_000);
    else if (what < 40) people.settle();
    else world.now += random.below(20_000);
  };

  for (let step = 0; step < STEPS; step += 1) {
    happen();
    for (let work = 0; work < 4 && engine.workOnce(); work += 1) judge.judgePayable();
    if (world.isRestored && random.chance(0.5)) world.noticeRestore();
    world.addMark();
  }
  if (world.isRestored) world.noticeRestore();
  isCalm = true;
  service.calm();
  world.silent.clear();
  world.hasToken = true;
  for (const each of CROWD) world.standings.set(each, "active");
  const early = judge.posts;
  return { early, payable: settleAll(), posts: judge.posts, entries: world.rows.entries };

  /** Time goes on from one due time to the next: nothing is left that nothing would ever wake. */
  function settleAll(): number {
    for (let rounds = 0; rounds < 300; rounds += 1) {
      people.settle();
      for (let work = 0; work < 50 && engine.workOnce(); work += 1);
      judge.judgePayable();
      const open = [...world.rows.requests.values()].filter(isOpen);
      if (open.length === 0) return judge.judgePayable();
      for (const each of open) {
        const isForPeople = each.state.is === "pending" || answersFor(each).length > 0;
        const due = dueAt(each, { now: world.time, obstacle: null });
        expectThat(due !== null || isForPeople, `${each.state.is} is never due`);
      }
      const next = [...world.rows.due.values()].toSorted()[0];
      world.now = Math.max(
        world.now + 1_000,
        Math.min(Date.parse(next ?? ""), world.now + HOUR) || 0,
      );
    }
    const left = [...world.rows.requests.values()].filter(isOpen).map(({ state }) => state);
    throw new Error(`Broken: it does not end: ${JSON.stringify(left)}`);
  }
}

function changeSettings(world: World, random: Random): void {
  const version = world.rows.settings.push(settingsOf(random));
  const nothing = { request: null, version: null, attempt: null };
  world.save([], [{ action: "settings", by: ANNA, ...nothing, facts: { version } }]);
}

function tagOfAny({ rows }: World) {
  const [request] = rows.requests.values();
  return request ? { request: request.id, digest: request.digest } : null;
}

it.each(TEMPERS)(
  "nothing is sent unapproved, twice or different, and every walk ends: %j",
  (temper) => {
    const total = { early: 0, posts: 0, payable: 0 };
    const actions = new Map<string, number>();
    for (let number = 0; number < WALKS / TEMPERS.length; number += 1) {
      const seed = seedFor(SEED, number);
      try {
        const { early, posts, payable, entries } = walk(randomFrom(seed), temper);
        total.early += early;
        total.posts += posts;
        total.payable += payable;
        for (const { action } of entries) actions.set(action, (actions.get(action) ?? 0) + 1);
      } catch (error) {
        throw new Error(`Walk ${number} of seed ${SEED}`, { cause: error });
      }
    }
    console.log(JSON.stringify({ ...temper, ...total, ...Object.fromEntries(actions) }));
    expect(Math.min(total.early, total.payable)).toBeGreaterThan(0);
  },
);
