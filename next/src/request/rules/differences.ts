import { canonicalBytes } from "./digest.ts";
import type { Condition, Requirement, Settings } from "./settings.ts";

/** A word of a line: text of ours or of a requirement's name, a person, or a channel. */
export type Word = string | { person: string } | { channel: string };

export interface Difference {
  line: readonly Word[];
  /** It lets pass what did not pass before, or shows more to somebody. */
  loosens: boolean;
}

/** The only list of what a change of the settings changes: review, card and history draw it. */
export function differences(before: Settings, after: Settings): Difference[] {
  const hours = (label: string, key: "coolDownHours" | "expiresInHours", isLooserUp: boolean) => {
    const [was, is] = [before[key], after[key]];
    const line = [`${label}: ${was} → ${is} hours`];
    return was === is ? [] : [{ line, loosens: is > was === isLooserUp }];
  };
  return [
    ...(before.connectionId === after.connectionId
      ? []
      : [{ line: ["Rail service: another one, with an empty register"], loosens: true }]),
    ...(before.channel === after.channel
      ? []
      : [
          {
            line: [
              "Approvals channel: ",
              { channel: before.channel },
              " → ",
              { channel: after.channel },
            ],
            loosens: false,
          },
        ]),
    ...teamDifferences(before.team, after.team),
    ...requirementDifferences(before.requirements, after.requirements),
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
  const all = (team: Settings["team"]) =>
    team === "everyone" ? "everyone" : `${team.length} people`;
  return [{ line: [`Team: ${all(before)} → ${all(after)}`], loosens: after === "everyone" }];
}

function requirementDifferences(
  before: readonly Requirement[],
  after: readonly Requirement[],
): Difference[] {
  const removed = before.filter(({ name }) => !after.some((each) => each.name === name));
  return [
    ...removed.map(({ name }) => ({ line: [`${name}: removed`], loosens: true })),
    ...after.flatMap((each): Difference[] => {
      const was = before.find(({ name }) => name === each.name);
      return was ? changesOf(was, each) : [{ line: addedLine(each), loosens: false }];
    }),
  ];
}

function addedLine({ name, covers, needed, people, when }: Requirement): Word[] {
  const list = people.flatMap((person, index): Word[] => [index > 0 ? ", " : "", { person }]);
  const what = `${name}: added, for ${covers}${conditionText(when)}`;
  return [`${what}, ${needed} of `, ...list.filter((word) => word !== "")];
}

function changesOf(before: Requirement, after: Requirement): Difference[] {
  const { name, covers, needed, when } = after;
  return [
    ...(before.covers === covers
      ? []
      : [{ line: [`${name}: for ${before.covers} → ${covers}`], loosens: true }]),
    ...(canonicalBytes(before.when) === canonicalBytes(when)
      ? []
      : [
          {
            line: [`${name}: applies${conditionText(before.when)} → applies${conditionText(when)}`],
            loosens: !isAsWide(before.when, when),
          },
        ]),
    ...(before.needed === needed
      ? []
      : [
          {
            line: [`${name}: ${before.needed} → ${needed} approvals`],
            loosens: needed < before.needed,
          },
        ]),
    ...peopleDifferences(name, before.people, after.people),
  ];
}

function peopleDifferences(
  label: string,
  before: readonly string[],
  after: readonly string[],
): Difference[] {
  const less = (one: readonly string[], other: readonly string[]) =>
    one.filter((person) => !other.includes(person));
  return [
    ...less(after, before).map((person) => ({
      line: [`${label}: adds `, { person }],
      loosens: true,
    })),
    ...less(before, after).map((person) => ({
      line: [`${label}: removes `, { person }],
      loosens: false,
    })),
  ];
}

/** Whether it applies wherever the other one did. */
function isAsWide(before: Condition, after: Condition): boolean {
  const covers = (was: readonly string[] | undefined, is: readonly string[] | undefined) =>
    is === undefined || was?.every((each) => is.includes(each)) === true;
  return (
    covers(before.types, after.types) &&
    covers(before.destinations, after.destinations) &&
    (after.isFirstUse === undefined || before.isFirstUse === true)
  );
}

/** ` to on-ramps, at the first Rail to a destination`; ` always` without a condition. */
function conditionText({ types, destinations, isFirstUse }: Condition): string {
  const kinds = types?.map((type) => (type === "ON_RAMP" ? "on-ramps" : "off-ramps")).join(" and ");
  const parts = [
    kinds && ` to ${kinds}`,
    destinations && ` to ${destinations.length} named destinations`,
    isFirstUse && " at the first Rail to a destination",
  ].filter((part) => part);
  return parts.length > 0 ? parts.join(",") : " always";
}
