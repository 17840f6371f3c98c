/**
 * What people press: a button's `action_id`, with the request's id as its `value`. Behind the three
 * dots both are in the option's value. Nothing of it is trusted: handlers read the request anew.
 */
export const VERBS = [
  "review",
  "deny",
  "withdraw",
  "history",
  "answer",
  "instructions",
  "check-again",
  "request-again",
  "rail-to",
  "new-rail",
  "open",
  "open-card",
  "next",
] as const;

export type Verb = (typeof VERBS)[number];

/** The `action_id` of the three dots. */
export const MORE = "more";

export function optionValue(verb: Verb, request: string): string {
  return `${verb}:${request}`;
}

/** The opposite of `optionValue`; null for what it never makes. */
export function readOptionValue(value: string): { verb: Verb; request: string } | null {
  const at = value.indexOf(":");
  const verb = VERBS.find((each) => each === value.slice(0, at));
  return verb && at > 0 ? { verb, request: value.slice(at + 1) } : null;
}

/** Fields of the review and of the question before it: each is its block's and its element's id. */
export const FIELDS = {
  secondRail: "second-rail",
  group: "group",
  checkedIn: "checked-in",
} as const;
