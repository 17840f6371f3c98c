import { inQuotes } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { ChangeSettings, DestinationNames } from "./content.ts";
import { canonicalBytes } from "./digest.ts";
import { isForAll } from "./requirements.ts";
import type { Condition, Requirement, Settings } from "./settings.ts";

/** A word of a line: text of ours or of a requirement's name, people, or a channel. */
export type Word = string | { people: readonly string[] } | { channel: string };

export interface Difference {
  /** It begins with a text. */
  line: readonly [string, ...Word[]];
  /** It lets pass what did not pass before, or shows more to somebody. */
  loosens: boolean;
}

const say = (loosens: boolean, ...line: Difference["line"]): Difference => ({ line, loosens });

const OTHER_SERVICE =
  "Rail service: another one, with an empty register; the Rails of this one go unchecked";

/** The only list of what a change of the settings changes: review, card and history draw it. */
export function differences({
  before,
  settings: after,
  destinations: names,
}: Pick<ChangeSettings, "before" | "settings" | "destinations">): Difference[] {
  const hours = (label: string, key: "coolDownHours" | "expiresInHours", isLooserUp: boolean) => {
    const [was, is] = [before[key], after[key]];
    return was === is
      ? []
      : [say(is > was === isLooserUp, `${label}: ${was} → ${counted(is, "hour")}`)];
  };
  const channels = [{ channel: before.channel }, " → ", { channel: after.channel }];
  return [
    ...(before.connectionId === after.connectionId ? [] : [say(true, OTHER_SERVICE)]),
    ...(before.channel === after.channel ? [] : [say(false, "Approvals channel: ", ...channels)]),
    ...teamDifferences(before.team, after.team),
    ...requirementDifferences(before.requirements, after.requirements, names),
    ...hours("New destinations wait", "coolDownHours", false),
    ...hours("Requests expire after", "expiresInHours", true),
    ...peopleDifferences("Auditors", before.auditors, after.auditors),
  ];
}

function teamDifferences(before: Settings["team"], after: Settings["team"]): Difference[] {
  if (before !== "everyone" && after !== "everyone") {
    return peopleDifferences("Team", before, after);
  }
  if (before === after) return [];
  const all = (team: Settings["team"]) => (team === "everyone" ? team : { people: team });
  return [say(after === "everyone", "Team: ", all(before), " → ", all(after))];
}

function requirementDifferences(
  before: readonly Requirement[],
  after: readonly Requirement[],
  names: DestinationNames,
): Difference[] {
  const removed = before.filter(({ name }) => !after.some((each) => each.name === name));
  return [
    ...removed.map(({ name }) => say(true, `${name}: removed`)),
    ...after.flatMap((each) => {
      const was = before.find(({ name }) => name === each.name);
      return was ? changesOf(was, each, names) : [added(each, names)];
    }),
  ];
}

function added({ name, covers, needed, people, when }: Requirement, names: DestinationNames) {
  const scope = scopeText({ covers, when }, names);
  return say(false, `${inQuotes(name, 60)}: added, for ${scope}, ${needed} of `, { people });
}

function changesOf(before: Requirement, after: Requirement, names: DestinationNames): Difference[] {
  const { name, covers, needed, when } = after;
  const isSame = before.covers === covers && canonicalBytes(before.when) === canonicalBytes(when);
  const [was, is] = [before, after].map((each) => scopeText(each, names));
  const isAsWide = Object.values(AS_WIDE).every((holds) => holds(before.when, when));
  const isNarrower = before.covers !== covers || !isAsWide;
  return [
    ...(isSame ? [] : [say(isNarrower, `${name}: for ${was} → for ${is}`)]),
    ...(before.needed === needed
      ? []
      : [say(needed < before.needed, `${name}: ${before.needed} → ${needed} approvals`)]),
    ...peopleDifferences(name, before.people, after.people),
  ];
}

function peopleDifferences(
  label: string,
  before: readonly string[],
  after: readonly string[],
): Difference[] {
  const more = after.filter((person) => !before.includes(person));
  const removed = before.filter((person) => !after.includes(person));
  return [
    ...(more.length > 0 ? [say(true, `${label}: adds `, { people: more })] : []),
    ...(removed.length > 0 ? [say(false, `${label}: removes `, { people: removed })] : []),
  ];
}

/** For each condition: whether a requirement applies at least wherever it did before. */
const AS_WIDE: Record<keyof Condition, (before: Condition, after: Condition) => boolean> = {
  types: (before, after) => isWithin(before.types, after.types),
  destinations: (before, after) => isWithin(before.destinations, after.destinations),
  isFirstUse: (before, after) => after.isFirstUse === undefined || before.isFirstUse === true,
};

const isWithin = (was: readonly string[] | undefined, is: readonly string[] | undefined) =>
  is === undefined || was?.every((each) => is.includes(each)) === true;

/** `every Rail`, `on-ramps to “Supplier”, only the first to each`. */
export function scopeText(
  { covers, when }: Pick<Requirement, "covers" | "when">,
  names: DestinationNames,
): string {
  if (isForAll({ when })) return covers === "rails" ? "every Rail" : "every destination";
  const { types = [], destinations = [], isFirstUse } = when;
  const kinds = types.map((type) => (type === "ON_RAMP" ? "on-ramps" : "off-ramps"));
  const nameOf = (key: string) => inQuotes(names[key] ?? "removed destination", 60);
  const to = destinations.length > 0 ? ` to ${destinations.map(nameOf).join(", ")}` : "";
  const first = isFirstUse ? ", only the first to each destination" : "";
  return `${kinds.length > 0 ? kinds.join(" and ") : "Rails"}${to}${first}`;
}
