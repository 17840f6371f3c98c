import type { FaultKind, PlannedFault, StepKind } from "./faults.ts";
import { FAULT_KINDS, faultsAt, ON_LIST } from "./faults.ts";
import type { Manners } from "./people.ts";
import type { Random } from "./random.ts";
import { randomFrom, seedFor } from "./random.ts";
import { ALTERED_FIELDS } from "./service.ts";
import { TAMPERED_FIELDS } from "./tamper.ts";

/** One run of the whole: what happens in it follows from this alone. */
export interface Plan {
  number: number;
  seed: number;
  name: string;
  faults: readonly PlannedFault[];
  manners: Manners;
  /** Jobs and people take turns at random; otherwise one after the other. */
  isInterleaved: boolean;
}

/** Two pages and more, so that a look goes over several. */
const SIMPLE: Manners = { railsBefore: 3, asks: 1, ending: "approved", answer: false };

/** The plan without any fault, whose steps are the boundaries at which faults can strike. */
export function calmPlan(seed: number): Plan {
  return {
    number: -1,
    seed: seedFor(seed, -1),
    name: "calm",
    faults: [],
    manners: SIMPLE,
    isInterleaved: false,
  };
}

/** What a claim must still see although the look before it has begun already. */
const RACES: readonly FaultKind[] = [
  "frozen-by-approver",
  "withdrawn-now",
  "request-tampered",
  "clock-forward",
];

/** What makes a card untrue only where nothing is drawn afterwards: few of its places tell. */
const CARDS: readonly FaultKind[] = ["update-delivered-late", "pending-card-deleted"];

interface Together {
  faults: readonly PlannedFault[];
  manners?: Partial<Manners>;
}

const upTo = (last: number) => Array.from({ length: last + 1 }, (_, nth) => nth);

/** What only shows where two things go wrong together, or one of them in one way alone, given the step of the POST. */
const TOGETHER: readonly ((post: number) => Together)[] = [
  // A Rail without its tag, of which a restored database knows nothing, lets a second POST look like a first.
  ...[1, 3, 5, 8, 12, 16].flatMap((after) =>
    [0.2, 0.5, 0.8].map((choice) => (post: number) => ({
      faults: [
        { kind: "metadata-not-echoed" as const, from: post, choice: 0 },
        { kind: "restored" as const, from: post + after, choice },
      ],
    })),
  ),
  // No walk over the Rails finds what was never made: only the sweep wakes it.
  ...upTo(3).map((after) => (post: number) => ({
    faults: [
      { kind: "request-lost" as const, from: post, choice: 0.5 },
      { kind: "clock-far-ahead-and-back" as const, from: post + after, choice: 0.99 },
    ],
    manners: { losesLaterJobs: true },
  })),
  ...upTo(8).map((after) => (post: number) => ({
    faults: [{ kind: "jobs-lost" as const, from: post + after, choice: 0.5 }],
  })),
  // At the first look: a walk is not deceived by what deceives a short one.
  ...ON_LIST.map((kind) => () => ({
    faults: [{ kind, from: 1, choice: 0.5 }],
    manners: { isReadBefore: true },
  })),
  // No short look follows a restore, nor comes before a further attempt. Where a POST made nothing, the list adds up.
  ...[-2, 2, 8].map((after) => (post: number) => ({
    faults: [
      { kind: "request-lost" as const, from: post, choice: 0.5 },
      { kind: "restored" as const, from: post + after, choice: 0.5 },
    ],
    manners: { isReadBefore: true },
  })),
  // The claim that is lost is marked, and not sent.
  ...[0, 0.5].map((choice) => (post: number) => ({
    faults: [{ kind: "request-lost" as const, from: post, choice }],
    manners: { isReadBefore: true },
  })),
  // The process that read the Rail back dies before it posts the instructions, and no job of theirs is left.
  ...[10, 12, 14].map((after) => (post: number) => ({
    faults: [
      { kind: "killed" as const, from: post + after, choice: 0.5 },
      { kind: "jobs-lost" as const, from: post + after + 1, choice: 0.5 },
    ],
  })),
  // Somebody whose approval counted is deactivated before the claim counts again.
  ...[true, false].map((isReadBefore) => (post: number) => ({
    faults: [{ kind: "approver-deactivated" as const, from: post - 8, choice: 0.5 }],
    manners: { isReadBefore },
  })),
];

export interface Plans {
  /** How many there are of every boundary with every fault, and of every pair of faults. */
  singles: number;
  pairs: number;
  /** With how many a sample begins that are aimed at the POST and the cards; none where it has no room for them. */
  aimed: number;
  at(number: number): Plan;
}

/**
 * The first are every boundary of the calm run with every fault that can strike there; then every pair of faults, each
 * at two drawn boundaries; then as many as are wanted at random. `of` is how many will be played in all: fewer than the
 * first two parts together take an even sample of them.
 */
export function plansFrom(seed: number, boundaries: readonly StepKind[], of: number): Plans {
  const singles = boundaries.flatMap((step, index) =>
    faultsAt(step).flatMap((kind) =>
      choicesOf(kind).map((choice) => ({ kind, from: index + 1, choice })),
    ),
  );
  const pairs = FAULT_KINDS.flatMap((one) => FAULT_KINDS.map((other) => [one, other] as const));
  const enumerated = singles.length + pairs.length;
  const isSample = of < enumerated * 1.2;
  // Around the POST most can go wrong: these, and the few at cards, are in every sample that has room for them.
  const post = boundaries.indexOf("post") + 1;
  const around = singles.filter(
    ({ from, kind }) =>
      Math.abs(from - post) <= 4 ||
      (from < post && from >= post - 24 && RACES.includes(kind)) ||
      (from > post && kind === "read-altered") ||
      (Math.abs(from - post) <= 16 && kind === "restored") ||
      (boundaries[from - 1] === "slack" && CARDS.includes(kind)) ||
      (boundaries[from - 1] === "people" && kind === "standing-not-known"),
  );
  const isRoom = of >= around.length * 1.5;
  const first = isRoom ? around.map((single) => singles.indexOf(single)) : [];
  const together = isRoom ? TOGETHER.map((planned) => planned(post)) : [];

  function plannedTogether({ faults, manners }: Together, number: number): Plan {
    return {
      number,
      seed: seedFor(seed, number),
      name: faults.map(({ kind, from }) => `${kind} at step ${from}`).join(", and "),
      faults,
      manners: { ...SIMPLE, answer: true, ...manners },
      isInterleaved: false,
    };
  }

  function enumeratedPlan(place: number, number: number, random: Random): Plan {
    const common = { number, seed: seedFor(seed, number), isInterleaved: false };
    const single = singles[place];
    if (single) {
      const faults = [{ ...single, choice: single.choice ?? random.next() }];
      const isForPeople = single.kind === "not-sent-learned-late";
      const name = `${single.kind} at step ${single.from}`;
      return {
        ...common,
        name,
        faults,
        manners: {
          ...SIMPLE,
          answer: random.chance(0.5) || isForPeople,
          losesLaterJobs: random.chance(0.15),
          approvesOnce: random.chance(0.5),
        },
      };
    }
    const pair = pairs[place - singles.length] ?? (["killed", "killed"] as const);
    const faults = pair.map((kind) => drawn(kind, random, boundaries.length));
    return {
      ...common,
      name: pair.join(" and "),
      faults,
      manners: {
        ...SIMPLE,
        railsBefore: random.pick([0, 3]),
        answer: random.chance(0.5),
        losesLaterJobs: random.chance(0.15),
        approvesOnce: random.chance(0.5),
      },
      isInterleaved: random.chance(0.5),
    };
  }

  return {
    singles: singles.length,
    pairs: pairs.length,
    aimed: isSample ? first.length + together.length : 0,
    at(number) {
      const plan = planAt(number);
      // Half of them begin with a list that was read before, so that short looks are played as often as walks.
      const isReadBefore = number % 4 >= 2;
      return { ...plan, manners: { isReadBefore, ...plan.manners } };
    },
  };

  function planAt(number: number): Plan {
    const random = randomFrom(seedFor(seed, number) ^ 0x5bd1e995);
    // One half of a sample is enumerated, and the other random.
    const certain = isSample ? first[number] : undefined;
    if (certain !== undefined) return enumeratedPlan(certain, number, random);
    const both = isSample ? together[number - first.length] : undefined;
    if (both) return plannedTogether(both, number);
    if (isSample && number % 2 === 0) {
      const place = Math.floor((number / of) * enumerated);
      return enumeratedPlan(Math.min(place, enumerated - 1), number, random);
    }
    if (!isSample && number < enumerated) return enumeratedPlan(number, number, random);
    return randomPlan(seed, number, random, boundaries.length);
  }
}

function randomPlan(seed: number, number: number, random: Random, length: number): Plan {
  const count = 1 + random.below(6);
  const faults = Array.from({ length: count }, () =>
    drawn(random.pick(FAULT_KINDS), random, Math.floor(length * 1.3)),
  );
  return {
    number,
    seed: seedFor(seed, number),
    name: `random: ${faults.map(({ kind, from }) => `${kind}@${from}`).join(", ")}`,
    faults,
    manners: {
      railsBefore: random.pick([0, 3]),
      asks: random.pick([1, 1, 2]),
      ending: random.pick([
        "approved",
        "approved",
        "approved",
        "denied",
        "withdrawn",
        "left-to-expire",
      ]),
      answer: random.chance(0.6),
      losesLaterJobs: random.chance(0.15),
      approvesOnce: random.chance(0.5),
    },
    isInterleaved: random.chance(0.7),
  };
}

/** Each thing that a fault can alter, alone; where there is no such list, one that is drawn. */
function choicesOf(kind: FaultKind): readonly (number | undefined)[] {
  const count = ALTERS[kind];
  return count === undefined ? [undefined] : Array.from({ length: count }, (_, nth) => nth / count);
}

const ALTERS: Partial<Record<FaultKind, number>> = {
  "read-altered": ALTERED_FIELDS,
  "request-tampered": TAMPERED_FIELDS,
};

function drawn(kind: FaultKind, random: Random, length: number): PlannedFault {
  return { kind, from: 1 + random.below(length), choice: random.next() };
}
