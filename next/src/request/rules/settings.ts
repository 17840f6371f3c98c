import type { RailType } from "../../platform/rail-api/rail.ts";
import type { Content } from "./content.ts";

/** All that a workspace decides. One version is in force; each change makes the next. */
export interface Settings {
  connectionId: string;
  /** The approvals channel. */
  channel: string;
  /** Who may ask, report, freeze and look. Whoever a requirement names belongs to it. */
  team: readonly string[] | "everyone";
  requirements: readonly Requirement[];
  coolDownHours: number;
  expiresInHours: number;
  auditors: readonly string[];
}

/** All requirements that apply must be met; one approval counts for each that names the person. */
export interface Requirement {
  name: string;
  covers: "rails" | "destinations";
  /** Every given condition has to match; without any it applies to all that it covers. */
  when: Condition;
  people: readonly string[];
  needed: number;
}

export interface Condition {
  types?: readonly RailType[];
  /** Keys of destinations, as `valueKey` makes them. */
  destinations?: readonly string[];
  isFirstUse?: true;
}

/** The version that the head of the audit names. */
export interface InForce {
  version: number;
  settings: Settings;
}

/** All requirements that apply: each must be met. Where there is none nobody can approve. */
export function requirementsFor(
  { change, traits }: Content,
  { requirements }: Settings,
): readonly Requirement[] {
  const applying = (covers: Requirement["covers"]) =>
    requirements.filter((each) => each.covers === covers && matches(each.when, traits));
  switch (change.kind) {
    case "create-rail":
      return applying("rails");
    case "add-destination":
      return applying("destinations");
    case "resume":
      return requirements.filter(({ when }) => Object.keys(when).length === 0);
  }
}

function matches({ types, destinations, isFirstUse }: Condition, traits: Content["traits"]) {
  const { type, destination } = traits;
  if (types && (type === null || !types.includes(type))) return false;
  if (destinations && (destination === null || !destinations.includes(destination))) return false;
  return !isFirstUse || traits.isFirstUse;
}
