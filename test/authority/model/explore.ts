import type { Deed } from "../../../src/authority/table.ts";
import { whyNotTheirs, whyStuck, whyWrong } from "./oracle.ts";
import { stepsFrom } from "./steps.ts";
import type { State, World } from "./world.ts";
import { startOf } from "./world.ts";

export interface Explored {
  states: number;
  /** Each deed that took effect somewhere. */
  effects: ReadonlySet<Deed>;
  /** The first way to something that must not be; undefined where there is none. */
  violation: string | undefined;
}

/** Walks every state that can be reached, breadth first, up to the fixpoint; the first violation ends the walk. */
export function explore(world: World): Explored {
  const symmetries = symmetriesOf(world);
  const start = startOf(world);
  const seen = new Map<string, { from: string; label: string }>();
  const keys = new Map<string, string>();
  // Most steps lead to a state that was reached before, letter by letter: its key is known.
  const keyOf = (state: State) => {
    const text = JSON.stringify(state);
    const key = keys.get(text) ?? canonical(state, symmetries);
    keys.set(text, key);
    return key;
  };
  const startKey = keyOf(start);
  seen.set(startKey, { from: "", label: "start" });
  const effects = new Set<Deed>();
  let frontier = [{ key: startKey, state: start }];
  const told = (key: string, label: string, why: string): Explored => ({
    states: seen.size,
    effects,
    violation: `${world.name}: ${[...trail(seen, key), label].join(" → ")}: ${why}`,
  });
  while (frontier.length > 0) {
    const next: typeof frontier = [];
    for (const { key, state } of frontier) {
      const stuck = whyStuck(world, state);
      if (stuck) return told(key, "then", stuck);
      for (const step of stepsFrom(world, state)) {
        const notTheirs = step.begins && whyNotTheirs(world, state, step.begins);
        if (notTheirs) return told(key, step.label, notTheirs);
        for (const effect of step.effects) {
          effects.add(effect.deed);
          const wrong = whyWrong(world, state, effect);
          if (wrong) return told(key, step.label, wrong);
        }
        if (step.state === state) continue;
        const reached = keyOf(step.state);
        if (seen.has(reached)) continue;
        seen.set(reached, { from: key, label: step.label });
        next.push({ key: reached, state: step.state });
      }
    }
    frontier = next;
  }
  return { states: seen.size, effects, violation: undefined };
}

function trail(seen: ReadonlyMap<string, { from: string; label: string }>, key: string): string[] {
  const here = seen.get(key);
  return here && here.from !== "" ? [...trail(seen, here.from), here.label] : [];
}

/** Ways to exchange people that leave the world as it is: states that differ by one of them are the same. */
function symmetriesOf(world: World): ReadonlyMap<string, string>[] {
  const ids = world.people.map(({ id }) => id);
  const plain = JSON.stringify(tidy(world));
  return permutations(ids).flatMap((images) => {
    const to = new Map(ids.map((id, at) => [id, images[at] ?? id]));
    return JSON.stringify(tidy(exchanged(world, to))) === plain ? [to] : [];
  });
}

/** In one text, the least of all that the symmetries make of it. */
function canonical(state: State, symmetries: readonly ReadonlyMap<string, string>[]): string {
  let least: string | undefined;
  for (const each of symmetries) {
    const text = textOf(state, each);
    if (least === undefined || text < least) least = text;
  }
  return least ?? "";
}

/** A value with its people exchanged; its lists are sets, so their order is none. */
function textOf(value: unknown, to: ReadonlyMap<string, string>): string {
  if (typeof value === "string") return JSON.stringify(to.get(value) ?? value);
  if (Array.isArray(value)) {
    const texts = value.map((each) => textOf(each, to));
    return `[${texts.length > 1 ? texts.sort() : texts}]`;
  }
  if (typeof value !== "object" || value === null) return String(value);
  let text = "{";
  for (const [key, each] of Object.entries(value)) text += `${key}:${textOf(each, to)},`;
  return `${text}}`;
}

function exchanged<Value>(value: Value, to: ReadonlyMap<string, string>): Value {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === "string" ? (to.get(each) ?? each) : each,
  ) as Value;
}

/** A world without the order of its people, and with humans named after their first account. */
function tidy({ people, policies, members, adder }: World): unknown {
  const first = (human: string) => people.findIndex((each) => each.human === human);
  const all = people.map((person) => ({
    ...person,
    human: people
      .filter((each) => first(each.human) === first(person.human))
      .map(({ id }) => id)
      .sort(),
  }));
  const rules = policies.map((each) => ({
    ...each,
    rules: each.rules.map((rule) => ({ ...rule, approvers: [...rule.approvers].sort() })),
  }));
  return {
    people: all.sort((one, other) => (one.id < other.id ? -1 : 1)),
    rules,
    members: [...members].sort(),
    adder,
  };
}

function permutations(ids: readonly string[]): string[][] {
  if (ids.length === 0) return [[]];
  return ids.flatMap((id) =>
    permutations(ids.filter((each) => each !== id)).map((rest) => [id, ...rest]),
  );
}
