import type { AUTHORITY, Deed } from "./table.ts";

export const NEW_DESTINATION_KINDS = ["whitelist-destination", "import-destination"] as const;
export const DESTINATION_KINDS = [...NEW_DESTINATION_KINDS, "retire-destination"] as const;
export const SETUP_KINDS = ["change-policy", "change-channel", "change-connection"] as const;

/** People request these and others approve them, in the order in which people read them. `Change` says what each holds. */
export const CHANGE_KINDS = [
  "create-rail",
  ...DESTINATION_KINDS,
  "adopt-rail",
  "end-dispute",
  ...SETUP_KINDS,
] as const satisfies readonly Deed[];

export type KindName = (typeof CHANGE_KINDS)[number];

/** Changes by which a Rail is approved here. */
export const RAIL_KINDS = ["create-rail", "adopt-rail"] as const satisfies readonly KindName[];

/**
 * A Rail is a Rail, whoever created it: while no rule names adoptions, each rule that names new Rails is for them as
 * well. Whatever asks which rule is for a change reads the rules in this form.
 */
export function withAdoptions<Rule extends { when: { changes?: readonly KindName[] } }>(
  rules: readonly Rule[],
): readonly Rule[] {
  if (rules.some(({ when }) => when.changes?.includes("adopt-rail"))) return rules;
  return rules.map((rule) =>
    rule.when.changes?.includes("create-rail")
      ? { ...rule, when: { ...rule.when, changes: [...rule.when.changes, "adopt-rail"] } }
      : rule,
  );
}

/** Deeds of members, administrators or auditors: whether somebody may depends on no rule and no request. */
export type GateDeed = {
  [Each in Deed]: (typeof AUTHORITY)[Each]["by"] extends "member" | "administrator" | "auditor"
    ? Each
    : never;
}[Deed];

/** One deed, or all that may come of a form: the person has to be allowed each of them. */
export type Act = GateDeed | readonly GateDeed[];
