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

const PROCESS = "killed-before killed-after suspended-before suspended-after";
const TRANSIT = "lost-before lost-after late";
const DATABASE = "restored failed-over database-cut";
const AROUND = `clock-jump clock-ahead denied-now withdrawn-now deactivated token-revoked made-alike`;

/** What can strike where. The Rail service and Slack play what begins with `world:`. */
const FAULTS: Record<Place, string> = {
  post: `world:500-before world:500-after world:429 world:empty world:cut world:redirected
    world:id-hidden world:not-echoed world:hidden world:duplicated world:iban-later
    world:other-destination world:422 world:401 world:not-sent hangs
    ${PROCESS} ${TRANSIT} ${DATABASE} ${AROUND}`,
  list: `world:500-before world:short world:cut world:401 world:not-sent hangs
    ${PROCESS} ${TRANSIT} ${DATABASE} ${AROUND}`,
  read: `world:500-before world:404 world:altered world:cut world:empty
    ${PROCESS} ${TRANSIT} ${DATABASE}`,
  claim: `${PROCESS} ${TRANSIT} ${DATABASE} ${AROUND}`,
  record: `${PROCESS} ${TRANSIT} ${DATABASE}`,
  commit: `${PROCESS} ${TRANSIT} ${DATABASE} delivered-twice`,
  statement: `${PROCESS} ${TRANSIT} ${DATABASE} ${AROUND}`,
  kept: `${PROCESS} lost-before lost-after failed-over`,
  message: `world:429 world:500 world:not_in_channel world:late hangs ${PROCESS} ${TRANSIT}`,
  update: `world:429 world:500 world:not_in_channel world:late world:deleted hangs
    ${PROCESS} ${TRANSIT}`,
  view: `world:429 world:500 ${PROCESS} lost-before lost-after`,
  people: `world:429 world:fatal_error lost-before deactivated ${PROCESS}`,
};

const words = (text: string) => text.trim().split(/\s+/);

/** Most faults strike around the POST: there money can go twice. */
const AIMED = words("post post post claim claim record list read").filter(isPlace);

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
  const endings = ["deny", "withdraw", "leave"] as const;
  const others = Array.from({ length: random.below(3) }, () => ({
    kind: random.pick(kinds),
    intent: random.chance(0.6) ? ("approve" as const) : random.pick(endings),
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
  const place = random.pick(random.chance(0.6) ? AIMED : Object.keys(PLACES).filter(isPlace));
  const isRare = ["post", "claim", "record", "read", "kept"].includes(place);
  const nth = 1 + random.below(isRare ? 2 : place === "statement" ? 60 : 8);
  return {
    place,
    fault: random.pick(words(FAULTS[place])),
    nth,
    choice: random.below(1_000) / 1_000,
  };
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

function isPlace(name: string): name is Place {
  return name in PLACES;
}
