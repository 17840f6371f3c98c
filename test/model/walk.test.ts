import { expect, it } from "vitest";
import { isOpen, SIGNALBOX } from "../../src/request/rules/request.ts";
import type { Settings } from "../../src/request/rules/settings.ts";
import { type Random, randomFrom, seedFor } from "../harness/random.ts";
import { ON_RAMP } from "../rules/changes.ts";
import { ANNA, BEN, CARA, DAN, EVE, requirement, SETTINGS } from "../rules/company.ts";
import { createEngine } from "./engine.ts";
import { createJudge, expectThat } from "./judge.ts";
import { CROWD, createPeople } from "./people.ts";
import { createService, type Temper } from "./service.ts";
import { createWorld, type World } from "./world.ts";

const WALKS = Number(process.env.WALKS ?? 2_500);
const SEED = Number(process.env.SEED ?? 7);
const STEPS = 90;
const HOUR = 3_600_000;
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
  requirements: [
    requirement({ people: [BEN, CARA, DAN], needed: 1 + random.below(2) }),
    requirement({ name: "CFO", people: [CARA, DAN, EVE].slice(random.below(2)), needed: 1 }),
    requirement({ name: "Register", covers: "destinations", people: [BEN, EVE], needed: 1 }),
  ],
});

/** One walk: a while of anything, then calm. Throws what was broken. */
function walk(random: Random, temper: Temper) {
  const world = createWorld(settingsOf(random));
  for (const person of CROWD) world.standings.set(person, "active");
  const judge = createJudge(world);
  const service = createService(random, () => world.now, temper);
  const people = createPeople(world, judge, random);
  const copies: World["rows"][] = [];
  let isCalm = false;
  const chance = (probability: number) => !isCalm && random.chance(probability);

  function restore(): void {
    const [rows] = copies.splice(random.below(copies.length), 1);
    if (!rows || world.isRestored) return;
    world.rows = rows;
    if (world.isRestored) judge.onRestored((id) => service.madeFor(id).length > 0);
    // People compare the list before they go on, an hour later at the soonest.
    world.now += HOUR;
  }

  world.onEntry = ({ action, by, attempt }, request) => {
    if (action === "frozen" && by === SIGNALBOX) judge.onFrozen(by);
    // Until a restore is noticed, seconds later, only what is sent is held back.
    if (!request || world.isRestored) return;
    if (action === "resumed") judge.onResumed(request);
    if (action === "registered" && attempt === null) judge.onImported(request);
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

  function changeSettings(): void {
    const version = world.rows.settings.push(settingsOf(random));
    const nothing = { request: null, version: null, attempt: null };
    world.save([], [{ action: "settings", by: ANNA, ...nothing, facts: { version } }]);
  }

  function happen(): void {
    const what = random.below(60);
    const person = random.pick(CROWD);
    const [picked] = world.rows.requests.values();
    if (what < 16) people.doAnything();
    else if (what < 24) people.settle();
    else if (what === 24) world.standings.set(person, random.pick(["deactivated", "active"]));
    else if (what === 25) world.silent = new Set(random.pick([[], [person]]));
    else if (what === 26) world.hasToken = random.chance(0.7);
    else if (what === 27 || what === 33)
      service.makeElsewhere(ON_RAMP, picked ? { request: picked.id, digest: picked.digest } : null);
    else if (what === 28) copies.push(world.copy());
    else if (what === 29) restore();
    else if (what === 30) engine.arrive();
    else if (what === 31) changeSettings();
    else if (what === 32) world.now += random.below(30) * HOUR;
    else if (what < 45) world.now += random.below(900_000);
    else world.now += random.below(20_000);
  }

  for (let step = 0; step < STEPS; step += 1) {
    happen();
    for (let work = 0; work < 4 && engine.workOnce(); work += 1)
      judge.judgePayable(service.isMadeFor);
    if (world.isRestored && random.chance(0.5)) world.noticeRestore();
    world.addMark();
  }
  const early = judge.posts;
  isCalm = true;
  service.calm();
  world.silent.clear();
  world.hasToken = true;
  for (const person of CROWD) world.standings.set(person, "active");
  if (world.isRestored) world.noticeRestore();

  /** Time goes on from one due time to the next: nothing is left that nothing would ever wake. */
  for (let rounds = 0; ; rounds += 1) {
    people.settle();
    for (let work = 0; work < 50 && engine.workOnce(); work += 1);
    const payable = judge.judgePayable(service.isMadeFor);
    const open = [...world.rows.requests.values()].filter(isOpen);
    if (open.length === 0) {
      const isTrue = temper.echoesTags && !temper.lies;
      for (const id of isTrue ? world.rows.requests.keys() : []) {
        expectThat(service.madeFor(id).length <= 1, "one request has two Rails");
      }
      return { early, payable, entries: world.rows.entries.length };
    }
    expectThat(rounds < 300, `it does not end: ${JSON.stringify(open.map(({ state }) => state))}`);
    const next = Math.min(...[...world.rows.due.values()].map(Date.parse));
    world.now = Math.max(world.now + 1_000, Math.min(next, world.now + HOUR));
  }
}

it.each(TEMPERS)(
  "nothing is sent unapproved, twice or different, and every walk ends: %j",
  (temper) => {
    const total = { walks: 0, early: 0, payable: 0, entries: 0 };
    while (total.walks < WALKS / TEMPERS.length) {
      try {
        const { early, payable, entries } = walk(randomFrom(seedFor(SEED, total.walks)), temper);
        total.early += early;
        total.payable += payable;
        total.entries += entries;
        total.walks += 1;
      } catch (error) {
        throw new Error(`Walk ${total.walks} of seed ${SEED}`, { cause: error });
      }
    }
    console.log(JSON.stringify(total));
    expect(Math.min(...Object.values(total))).toBeGreaterThan(0);
  },
);
