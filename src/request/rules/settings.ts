import type { RailType } from "../../platform/rail-api/rail.ts";

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
