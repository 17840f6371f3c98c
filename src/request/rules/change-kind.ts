/** Every kind of change, in the order in which people read of them. `change.ts` says what each holds. */
export const CHANGE_KINDS = [
  "create-rail",
  "whitelist-destination",
  "import-destination",
  "retire-destination",
  "change-policy",
  "change-channel",
  "change-connection",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];
