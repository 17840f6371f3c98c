import type { Config } from "../config.ts";
import type { Requirement } from "../request/rules/settings.ts";

/** The requirements of the environment, by their names: it finds them again by these. */
export const NAMES = { rails: "Rail approvers", destinations: "Destination approvers" } as const;

const VARIABLES = {
  channel: "APPROVALS_CHANNEL",
  team: "TEAM",
  coolDownHours: "COOL_DOWN_HOURS",
  expiresInHours: "EXPIRES_IN_HOURS",
} as const;

/** What has a form of its own. */
export type SettingsPart = keyof typeof VARIABLES | "auditors";

/** Whether the environment sets a part: then nobody changes it in Slack. */
export const isOperators = (part: SettingsPart, config: Config): boolean =>
  part !== "auditors" && config[VARIABLES[part]] !== undefined;

/** What the environment sets of a requirement. `all`: when it applies, and that it is there. */
export function operatorsOf({ name }: Pick<Requirement, "name">, config: Config) {
  switch (config.APPROVERS && name) {
    case NAMES.rails:
      return { all: true, people: true, needed: config.APPROVALS_REQUIRED !== undefined };
    case NAMES.destinations: {
      const { DESTINATION_APPROVERS: people, DESTINATION_APPROVALS_REQUIRED: needed } = config;
      return { all: true, people: people !== undefined, needed: needed !== undefined };
    }
    default:
      return { all: false, people: false, needed: false };
  }
}

export const BY_OPERATOR = "Set by the operator of Signalbox, in its environment.";
