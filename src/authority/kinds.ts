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

/** Deeds of members, administrators or auditors: whether somebody may depends on no rule and no request. */
export type GateDeed = {
  [Each in Deed]: (typeof AUTHORITY)[Each]["by"] extends "member" | "administrator" | "auditor"
    ? Each
    : never;
}[Deed];

/** One deed, or all that may come of a form: the person has to be allowed each of them. */
export type Act = GateDeed | readonly GateDeed[];
