import { DESTINATION_KINDS } from "./kinds.ts";

/**
 * The settings that the environment pins; null means that Slack chooses. People in Slack can tighten a pinned setting
 * and never loosen it, with any quorum.
 */
export interface Pins {
  /** `APPROVERS`: Slack user ids. They hold for destinations too, unless those have their own. */
  approvers: readonly string[] | null;
  approvalsRequired: number | null;
  destinationApprovers: readonly string[] | null;
  destinationApprovalsRequired: number | null;
  coolDownHours: number | null;
  /** `APPROVALS_CHANNEL`: the id of a channel. */
  channel: string | null;
  /** `RAIL_API_URL`, which goes with `RAIL_API_TOKEN`: the base address. */
  connection: string | null;
}

export const NO_PINS: Pins = {
  approvers: null,
  approvalsRequired: null,
  destinationApprovers: null,
  destinationApprovalsRequired: null,
  coolDownHours: null,
  channel: null,
  connection: null,
};

/** The settings that pin something, as the operator spells them. */
export function pinnedSettings(pins: Pins): string[] {
  const named: Record<keyof Pins, string> = {
    approvers: "APPROVERS",
    approvalsRequired: "APPROVALS_REQUIRED",
    destinationApprovers: "DESTINATION_APPROVERS",
    destinationApprovalsRequired: "DESTINATION_APPROVALS_REQUIRED",
    coolDownHours: "DESTINATION_COOL_DOWN_HOURS",
    channel: "APPROVALS_CHANNEL",
    connection: "RAIL_API_URL",
  };
  return (Object.keys(named) as (keyof Pins)[])
    .filter((each) => pins[each] !== null)
    .map((each) => named[each]);
}

/** As much of a policy as pins look at. */
interface Rule {
  name: string;
  when: { changes?: readonly string[] };
  approvers: readonly string[];
  groups: readonly string[];
  approvalsRequired: number;
}

/** One way in which a policy is looser than a pinned setting. */
export type Loosening = {
  /** As the operator spells it. */
  setting: string;
  /** The place in the policy, such as `["rules", 0, "approvers"]`. */
  at: readonly (string | number)[];
  /** The rule's name; null for the cool-down. */
  rule: string | null;
} & (
  | { is: "others-named"; allowed: readonly string[]; named: readonly string[] }
  | { is: "too-few"; atLeast: number; found: number }
);

/** Kinds of change that no rule names are decided alike, so one name covers them all. */
const ANY_OTHER_KIND = "any other kind";

/**
 * The places where a policy is looser than the pins: a change that it lets people approve needs approvers whom the
 * pins name, and as many. A kind of change that no rule decides is not looser: nobody can approve it.
 */
export function loosenings(
  pins: Pins,
  { rules, coolDownHours: found }: { rules: readonly Rule[]; coolDownHours: number },
): Loosening[] {
  const kinds = [...DESTINATION_KINDS, ANY_OTHER_KIND, ...rules.flatMap(kindsNamed)];
  const ofRules = [
    ...kinds.flatMap((kind) =>
      thatCanDecide(kind, rules).flatMap((at) => ofRule(pinsFor(kind, pins), rules[at], at)),
    ),
    // A rule that never decides still names people who can freeze, and agree to resume.
    ...rules.flatMap((rule, at) => ofRule({ people: everyone(pins), atLeast: null }, rule, at)),
  ];
  const once = new Map(ofRules.map((each) => [[each.setting, ...each.at].join(), each]));
  const setting = "DESTINATION_COOL_DOWN_HOURS";
  const { coolDownHours: atLeast } = pins;
  return atLeast === null || found >= atLeast
    ? [...once.values()]
    : [
        ...once.values(),
        { setting, at: ["coolDownHours"], rule: null, is: "too-few", atLeast, found },
      ];
}

const kindsNamed = ({ when }: Rule) => when.changes ?? [];

/** The places of the rules that could decide a change of this kind, whatever their other conditions. */
function thatCanDecide(kind: string, rules: readonly Rule[]): number[] {
  const places = [...rules.keys()].filter((at) => rules[at]?.when.changes?.includes(kind) ?? true);
  const last = places.findIndex((at) => asksForNothingElse(rules[at]));
  return last === -1 ? places : places.slice(0, last + 1);
}

const asksForNothingElse = (rule: Rule | undefined) =>
  Object.entries(rule?.when ?? {}).every(
    ([field, value]) => field === "changes" || value === undefined,
  );

interface Pinned {
  people: { setting: string; allowed: readonly string[] } | null;
  atLeast: { setting: string; atLeast: number } | null;
}

function pinsFor(kind: string, pins: Pins): Pinned {
  const people = peopleOf("APPROVERS", pins.approvers);
  const atLeast = numberOf("APPROVALS_REQUIRED", pins.approvalsRequired);
  if (!DESTINATION_KINDS.some((each) => each === kind)) return { people, atLeast };
  const { destinationApprovers: own, destinationApprovalsRequired: ownNumber } = pins;
  return {
    people: peopleOf("DESTINATION_APPROVERS", own) ?? people,
    atLeast: numberOf("DESTINATION_APPROVALS_REQUIRED", ownNumber) ?? atLeast,
  };
}

/** Null unless people are pinned for every kind of change. */
function everyone({ approvers, destinationApprovers }: Pins): Pinned["people"] {
  if (approvers === null) return null;
  return peopleOf("APPROVERS", [...new Set([...approvers, ...(destinationApprovers ?? [])])]);
}

const peopleOf = (setting: string, allowed: readonly string[] | null): Pinned["people"] =>
  allowed && { setting, allowed };
const numberOf = (setting: string, atLeast: number | null): Pinned["atLeast"] =>
  atLeast === null ? null : { setting, atLeast };

function ofRule({ people, atLeast }: Pinned, rule: Rule | undefined, at: number): Loosening[] {
  if (!rule) return [];
  const { name, approvers, groups, approvalsRequired } = rule;
  const found: Loosening[] = [];
  if (people) {
    const others = approvers.filter((each) => !people.allowed.includes(each));
    // A group can let people in whom the operator did not name.
    for (const [field, named] of Object.entries({ approvers: others, groups })) {
      const where = { ...people, at: ["rules", at, field], rule: name };
      if (named.length > 0) found.push({ ...where, is: "others-named", named });
    }
  }
  if (atLeast && approvalsRequired < atLeast.atLeast) {
    const where = { ...atLeast, at: ["rules", at, "approvalsRequired"], rule: name };
    found.push({ ...where, is: "too-few", found: approvalsRequired });
  }
  return found;
}
