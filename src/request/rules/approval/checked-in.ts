/** The source in which an approver looked the value up. Stored: a name stays. */
export const CHECKED_IN = ["contract", "call-back", "earlier-payment", "other"] as const;
export type CheckedIn = (typeof CHECKED_IN)[number];
