import type { Random } from "./random.ts";
import type { Step } from "./step.ts";

/** The kinds of step at which faults are aimed. */
const PLACES = {
  post: ({ kind }: Step) => kind === "rail-post",
  list: ({ kind }: Step) => kind === "rail-list",
  read: ({ kind }: Step) => kind === "rail-read",
  claim: ({ kind, about }: Step) => kind === "commit" && about === "sending",
  record: ({ kind, about }: Step) => kind === "commit" && OUTCOMES.includes(about),
  commit: ({ kind }: Step) => kind === "commit",
  statement: ({ kind }: Step) => kind === "statement",
  kept: ({ kind, about }: Step) => kind === "kept" && about === "write",
  message: ({ kind }: Step) => kind === "slack-post",
  update: ({ kind }: Step) => kind === "slack-update",
  view: ({ kind }: Step) => kind === "slack-view",
  people: ({ kind }: Step) => kind === "slack-people",
};
const OUTCOMES = ["created", "unknown", "not-created", "not-sent", "read-back", "registered"];
export type Place = keyof typeof PLACES;

const IN_PROCESS = [
  "killed-before",
  "killed-after",
  "suspended-before",
  "suspended-after",
] as const;
const IN_TRANSIT = ["lost-before", "lost-after", "late"] as const;
const AROUND = [
  ...["restored", "failed-over", "clock-jump", "clock-ahead", "database-cut"],
  ...["denied-now", "withdrawn-now", "deactivated", "token-revoked", "made-alike"],
] as const;

/** What can strike where. Names after `world:` are played by the Rail service or by Slack. */
const FAULTS: Record<Place, readonly string[]> = {
  post: [
    ...["world:500-before", "world:500-after", "world:429", "world:empty", "world:cut"],
    ...["world:redirected", "world:id-hidden", "world:not-echoed", "world:hidden", "hangs"],
    ...["world:duplicated", "world:iban-later", "world:other-destination", "world:422"],
    ...["world:401", "world:not-sent", ...IN_PROCESS, ...IN_TRANSIT, ...AROUND],
  ],
  list: [
    ...["world:500-before", "world:short", "world:cut", "world:401", "world:not-sent", "hangs"],
    ...[...IN_PROCESS, ...IN_TRANSIT, ...AROUND],
  ],
  read: [
    ...["world:500-before", "world:404", "world:altered", "world:cut", "world:empty"],
    ...[...IN_PROCESS, ...IN_TRANSIT, "restored", "failed-over"],
  ],
  claim: [...IN_PROCESS, ...IN_TRANSIT, ...AROUND],
  record: [...IN_PROCESS, ...IN_TRANSIT, "restored", "failed-over", "database-cut"],
  commit: [...IN_PROCESS, ...IN_TRANSIT, "restored", "failed-over", "delivered-twice"],
  statement: [...IN_PROCESS, ...IN_TRANSIT, ...AROUND],
  kept: [...IN_PROCESS, "lost-before", "lost-after", "failed-over"],
  message: [
    ...["world:429", "world:500", "world:not_in_channel", "world:late", "hangs"],
    ...[...IN_PROCESS, ...IN_TRANSIT],
  ],
  update: [
    ...["world:429", "world:500", "world:late", "world:deleted", "world:not_in_channel", "hangs"],
    ...[...IN_PROCESS, ...IN_TRANSIT],
  ],
  view: ["world:500", "world:429", "lost-before", "lost-after", "killed-before", "killed-after"],
  people: ["world:fatal_error", "world:429", "lost-before", "deactivated", ...IN_PROCESS],
};

/** Half of all faults strike around the POST: there money can go twice. */
const AIMED: readonly Place[] = [
  "post",
  "post",
  "post",
  "claim",
  "claim",
  "record",
  "list",
  "read",
];

export interface Planned {
  place: Place;
  fault: string;
  /** The so-manieth step of its kind. */
  nth: number;
  /** From 0 up to 1: how long, which one. */
  choice: number;
}

export type Intent = "approve" | "deny" | "withdraw" | "leave";
export interface Plan {
  faults: Planned[];
  /** The database is copied at this commit; a restore goes back to it. */
  copyAt: number;
  wanted: { kind: "rail" | "wallet" | "account" | "import"; intent: Intent }[];
  isTagEchoed: boolean;
  /** How often people's deliveries come twice. */
  twice: number;
  coolDownHours: number;
}

/** Everything that one schedule plays, from its seed alone. */
export function drawPlan(random: Random): Plan {
  const faults = Array.from({ length: 1 + random.below(3) }, () => drawFault(random));
  const kinds = ["rail", "rail", "wallet", "account", "import"] as const;
  const intents = [
    "approve",
    "approve",
    "approve",
    "approve",
    "deny",
    "withdraw",
    "leave",
  ] as const;
  const others = Array.from({ length: random.below(3) }, () => ({
    kind: random.pick(kinds),
    intent: random.pick(intents),
  }));
  return {
    faults,
    copyAt: 1 + random.below(14),
    wanted: [{ kind: random.chance(0.8) ? "rail" : "wallet", intent: "approve" }, ...others],
    isTagEchoed: random.chance(0.85),
    twice: random.chance(0.3) ? 0.5 : 0,
    coolDownHours: random.chance(0.2) ? 2 : 0,
  };
}

function drawFault(random: Random): Planned {
  const all = Object.keys(PLACES).filter((each): each is Place => each in PLACES);
  const place = random.chance(0.6) ? random.pick(AIMED) : random.pick(all);
  const isRare = ["post", "claim", "record", "read", "kept"].includes(place);
  const nth = 1 + random.below(isRare ? 2 : place === "statement" ? 60 : 8);
  return { place, fault: random.pick(FAULTS[place]), nth, choice: random.below(1_000) / 1_000 };
}

/** Says which planned faults strike at a step; each strikes once. */
export function createStrikes(planned: readonly Planned[]) {
  const seen = new Map<Place, number>();
  const struck: Planned[] = [];
  const counted = new WeakSet<Step>();
  return {
    struck: (): readonly Planned[] => struck,
    at(step: Step): Planned | undefined {
      for (const [place, isAt] of Object.entries(PLACES)) {
        if (!isPlace(place) || !isAt(step) || counted.has(step)) continue;
        seen.set(place, (seen.get(place) ?? 0) + 1);
      }
      counted.add(step);
      const fault = planned.find(
        (each) =>
          !struck.includes(each) &&
          PLACES[each.place](step) &&
          (seen.get(each.place) ?? 0) >= each.nth,
      );
      if (fault) struck.push(fault);
      return fault;
    },
  };
}

const isPlace = (name: string): name is Place => name in PLACES;
