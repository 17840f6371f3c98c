import type { Random } from "../harness/random.ts";
import type { Wanted } from "./cards.ts";
import type { Step } from "./step.ts";

const PROCESS = "killed-before killed-after suspended-before suspended-after";
const TRANSIT = "lost-before lost-after late";
const DATABASE = "restored failed-over database-cut";
const AROUND =
  "clock-jump clock-ahead now:deny now:withdraw now:report now:retire now:freeze " +
  "now:settings deactivated token-revoked made-alike now:adopt";

const DEEDS = [
  ...["now:report", "now:report", "now:retire", "now:freeze", "now:freeze"],
  ...["now:settings", "now:settings", "now:adopt", "now:change"],
];

/**
 * The steps at which faults are aimed, and what can strike there. The Rail service and Slack play
 * what begins with `world:`.
 */
const PLACES = {
  post: {
    at: /^rail-post/,
    faults: `world:500-before world:500-after world:429 world:empty world:cut world:redirected
      world:id-hidden world:not-echoed world:hidden world:duplicated world:iban-later
      world:other-destination world:422 world:401 world:not-sent hangs
      ${PROCESS} ${TRANSIT} ${DATABASE} ${AROUND}`,
  },
  list: {
    at: /^rail-list/,
    faults: `world:500-before world:short world:cut world:401 world:not-sent hangs
      ${PROCESS} ${TRANSIT} ${DATABASE} ${AROUND}`,
  },
  read: {
    at: /^rail-read/,
    faults: `world:500-before world:404 world:altered world:cut world:empty
      ${PROCESS} ${TRANSIT} ${DATABASE}`,
  },
  claim: { at: /^commit sending/, faults: `${PROCESS} ${TRANSIT} ${DATABASE} ${AROUND}` },
  record: {
    at: /^commit (created|unknown|not-created|not-sent|read-back|registered)/,
    faults: `${PROCESS} ${TRANSIT} ${DATABASE}`,
  },
  commit: { at: /^commit/, faults: `${PROCESS} ${TRANSIT} ${DATABASE} delivered-twice` },
  statement: { at: /^statement/, faults: `${PROCESS} ${TRANSIT} ${DATABASE} ${AROUND}` },
  kept: { at: /^kept write/, faults: `${PROCESS} lost-before lost-after failed-over` },
  message: {
    at: /^slack-post/,
    faults: `world:429 world:500 world:not_in_channel world:late hangs ${PROCESS} ${TRANSIT}`,
  },
  update: {
    at: /^slack-update/,
    faults: `world:429 world:500 world:not_in_channel world:late world:deleted hangs
      ${PROCESS} ${TRANSIT}`,
  },
  view: { at: /^slack-view/, faults: `world:429 world:500 ${PROCESS} lost-before lost-after` },
  people: { at: /^slack-people/, faults: `world:429 world:fatal_error deactivated ${PROCESS}` },
};
type Place = keyof typeof PLACES;

const ALL = Object.keys(PLACES).filter((each): each is Place => each in PLACES);
/** Most faults strike around the POST: there money can go twice. */
const AIMED: Place[] = ["post", "post", "post", "claim", "claim", "record", "list", "read"];
const AT_DEEDS: Place[] = ["post", "claim", "record", "statement", "statement"];
const RARE: Place[] = ["post", "claim", "record", "read", "kept"];

export interface Planned {
  place: Place;
  fault: string;
  /** The so-manieth step of its kind. */
  nth: number;
  /** From 0 up to 1: how long, which one. */
  choice: number;
}

export type Plan = ReturnType<typeof drawPlan>;

/** Everything that one schedule plays, from its seed alone. */
export function drawPlan(random: Random) {
  const others = Array.from({ length: random.below(3) }, () => ({
    kind: random.pick<Wanted["kind"]>(["rail", "rail", "wallet", "account", "import"]),
    intent: random.chance(0.6) ? "approve" : random.pick<Wanted["intent"]>(OTHERWISE),
  }));
  return {
    faults: [
      ...Array.from({ length: 1 + random.below(3) }, () => drawFault(random)),
      // Somebody reports, retires, stops or changes something, in a schedule like any other.
      ...(random.chance(0.6) ? [drawFault(random, DEEDS)] : []),
    ],
    /** A restore goes back to this commit, or to the beginning. */
    copyAt: 1 + random.below(14),
    wanted: [{ kind: random.chance(0.8) ? "rail" : "wallet", intent: "approve" }, ...others],
    isTagEchoed: random.chance(0.85),
    /** How often people's deliveries come twice. */
    twice: random.chance(0.3) ? 0.5 : 0,
    coolDownHours: random.chance(0.2) ? 2 : 0,
  } satisfies Record<string, unknown> & { wanted: Pick<Wanted, "kind" | "intent">[] };
}

const OTHERWISE = ["deny", "withdraw", "leave"] as const;

function drawFault(random: Random, deeds?: readonly string[]): Planned {
  const place = random.pick(deeds ? AT_DEEDS : random.chance(0.6) ? AIMED : ALL);
  const most = RARE.includes(place) ? 2 : place === "statement" ? 60 : 8;
  const fault = random.pick(deeds ?? PLACES[place].faults.trim().split(/\s+/));
  return { place, fault, nth: 1 + random.below(most), choice: random.below(1_000) / 1_000 };
}

/** Each planned fault strikes once, at the first of its steps from `nth` on. */
export function aimAt(planned: readonly Planned[]) {
  const left = new Map(planned.map((each) => [each, each.nth]));
  const struck: Planned[] = [];
  const counted = new WeakSet<Step>();
  return {
    struck: (): readonly Planned[] => struck,
    at(step: Step): Planned | undefined {
      const here = planned.filter(({ place }) => PLACES[place].at.test(step.about));
      const count = counted.has(step) ? 0 : 1;
      for (const each of here) left.set(each, (left.get(each) ?? 0) - count);
      counted.add(step);
      const fault = here.find((each) => !struck.includes(each) && (left.get(each) ?? 0) <= 0);
      if (fault) struck.push(fault);
      return fault;
    },
  };
}
