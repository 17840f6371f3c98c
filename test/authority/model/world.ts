import type { Pins } from "../../../src/authority/pins.ts";
import type { Roster, Standing } from "../../../src/authority/roster.ts";
import type { Deed } from "../../../src/authority/table.ts";
import type { PolicyDocument } from "../../../src/request/rules/approval/policy-document.ts";

/** A small world: who there is, which policies there may be, and what may happen in it. */
export interface World {
  name: string;
  people: readonly Person[];
  policies: readonly PolicyDocument[];
  /** Members of the one user group at the start, and the accounts that may join or leave it. */
  members: readonly string[];
  movers: readonly string[];
  deeds: readonly Deed[];
  hazards: readonly Hazard[];
  isSetUp: boolean;
  /** The person who added the destination; its first Rail is asked for. */
  adder?: string;
  /** What the environment pins: as the rules are told, and what must hold. */
  pins?: Pins;
  pinned?: Pins;
}

/**
 * What happens without anybody of Signalbox; `moves`: somebody joins or leaves the group; `silence-about`: Slack says
 * nothing about one person.
 */
export type Hazard = "silence" | "silence-about" | "deactivation" | "moves" | "environment";

export interface Person {
  id: string;
  /** Two accounts of one human have the same. */
  human: string;
  standing: Standing;
  isAdministrator?: boolean;
  isFirstInstaller?: boolean;
}

/** All lists are sorted: they are sets. */
export interface State {
  policy: number;
  /** Approvers whom an administrator took out of that policy. */
  removed: readonly string[];
  isSetUp: boolean;
  /** Parts of the first set-up that are done. */
  set: readonly ChangeDeed[];
  isSilent: boolean;
  /** The one person about whom Slack says nothing. */
  silentAbout: string | null;
  gone: readonly string[];
  members: readonly string[];
  /** What Slack said last of the group. */
  lastKnown: readonly string[];
  frozen: readonly string[] | null;
  request: Asked | null;
  absence: { by: string } | null;
}

/** The one open request. */
export interface Asked {
  deed: ChangeDeed;
  by: string;
  /** The policy that was in force, and who was in the group then. */
  policy: number;
  removed: readonly string[];
  members: readonly string[];
  /** The policy that a change of it would bring. */
  to: number;
  approved: readonly string[];
  status: "pending" | "approved" | "needs-a-person";
  proposal: { deed: RemedyDeed; by: string; agreed: readonly string[] } | null;
}

export const CHANGE_DEEDS = [
  "create-rail",
  "whitelist-destination",
  "import-destination",
  "retire-destination",
  "adopt-rail",
  "end-dispute",
  "change-policy",
  "change-channel",
  "change-connection",
  "carry-over",
] as const satisfies Deed[];
export type ChangeDeed = (typeof CHANGE_DEEDS)[number];
export type RemedyDeed = Extract<Deed, "enter-id" | "release-attempt" | "close">;

/** Something has taken effect. */
export interface Effect {
  deed: Deed;
  /** The person who asked, proposed or did it; the environment is nobody. */
  by: string | null;
  /** Every account that has agreed to it. */
  agreed: readonly string[];
  /** The request that it belongs to, as it was before. */
  request: Asked | null;
  isAtOnce: boolean;
  /** After a change of the policy. */
  policyAfter: PolicyDocument | null;
}

export interface Step {
  label: string;
  state: State;
  effects: readonly Effect[];
  /** The person who asks, proposes or does something by it. */
  begins?: { deed: Deed; by: string };
}

export const GROUP = "S0GROUP";

export function startOf(world: World): State {
  return {
    policy: 0,
    removed: [],
    isSetUp: world.isSetUp,
    set: [],
    isSilent: false,
    silentAbout: null,
    gone: [],
    members: [...world.members].sort(),
    lastKnown: [...world.members].sort(),
    frozen: null,
    request: null,
    absence: null,
  };
}

/** The person who asked for the Rail that comes up for review. */
export const ownerOf = ({ adder, people }: World): string => adder ?? people[0]?.id ?? "";

/** As it is in truth. */
export function standingOf(world: World, state: State, id: string): Standing {
  if (state.gone.includes(id)) return "deactivated";
  return world.people.find((each) => each.id === id)?.standing ?? "stranger";
}

/** As Slack would answer now. */
export const answerOf = (world: World, state: State, id: string): Standing =>
  state.silentAbout === id ? "not-known" : standingOf(world, state, id);

/** What follows from a state alone is worked out once for it: each state has many steps. */
export function oncePerState<Value>(make: (world: World, state: State) => Value) {
  const made = new WeakMap<State, Value>();
  return (world: World, state: State): Value => {
    const known = made.get(state);
    if (known !== undefined) return known;
    const value = make(world, state);
    made.set(state, value);
    return value;
  };
}

export const rosterOf = oncePerState((world, state): Roster => {
  const { people } = world;
  const known = people.filter(({ id }) => id !== state.silentAbout);
  return {
    standings: new Map(people.map(({ id }) => [id, answerOf(world, state, id)])),
    persons: new Map(known.map(({ id, human }) => [id, human])),
    members: new Map([[GROUP, state.isSilent ? null : state.members]]),
    ...(state.isSilent && { lastKnown: new Map([[GROUP, state.lastKnown]]) }),
  };
});

/** The policy that is in force, without whom an administrator removed. */
export function documentOf(
  world: World,
  { policy, removed }: Pick<State, "policy" | "removed">,
): PolicyDocument {
  const document = world.policies[policy];
  if (!document) throw new Error(`${world.name} has no policy ${policy}`);
  if (removed.length === 0) return document;
  const rules = document.rules.map((rule) => ({
    ...rule,
    approvers: rule.approvers.filter((each) => !removed.includes(each)),
  }));
  return { ...document, rules };
}

/** The same policy has the same version. */
export const versionOf = (world: World, state: Pick<State, "policy" | "removed">): number =>
  1 +
  state.policy * 2 ** world.people.length +
  world.people.reduce((sum, { id }, at) => sum + (state.removed.includes(id) ? 2 ** at : 0), 0);
