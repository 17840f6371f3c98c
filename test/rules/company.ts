import type { Standing } from "../../src/platform/slack/answers.ts";
import type { Requirement, Settings } from "../../src/request/rules/settings.ts";

/** One company in one situation in which all is well; each test says what is different. */

export const NOW = "2026-03-02T09:00:00.000Z";
/** A time so many seconds after `NOW`, or before it. */
export const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1_000).toISOString();

/** Anna asks; Ben and Cara approve Rails, Ben and Dan destinations; Eve is of the team. */
export const PEOPLE = ["UANNA", "UBEN", "UCARA", "UDAN", "UEVE", "UFINN"] as const;
export const [ANNA, BEN, CARA, DAN, EVE, FINN] = PEOPLE;

export const requirement = (changes: Partial<Requirement> = {}): Requirement => ({
  name: "Treasury",
  covers: "rails",
  when: {},
  people: [BEN, CARA],
  needed: 2,
  ...changes,
});

export const SETTINGS: Settings = {
  connectionId: "c1",
  channel: "C0APPROVALS",
  team: [ANNA, EVE],
  requirements: [
    requirement(),
    requirement({ name: "Register", covers: "destinations", people: [BEN, DAN], needed: 1 }),
  ],
  coolDownHours: 24,
  expiresInHours: 72,
  auditors: [],
};

export const CONNECTION = {
  id: "c1",
  baseUrl: "https://rails.test/api/v1",
  environment: "sandbox",
};

export const everyone = (standing: Standing): Map<string, Standing> =>
  new Map(PEOPLE.map((person) => [person, standing]));
