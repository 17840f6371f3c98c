/**
 * What people press: a button's `action_id`, with the request's id as its `value`. Behind the three
 * dots both are in the option's value. Nothing of it is trusted: handlers read the request anew.
 */
export type Verb =
  | "review"
  | "deny"
  | "withdraw"
  | "history"
  | "open"
  | "answer"
  | "retire"
  | "instructions"
  | "check-again"
  | "report"
  | "trust"
  | "request-again"
  | "rail-to"
  | "open-card";

/** The `action_id` of the three dots. */
export const MORE = "more";

export function optionValue(verb: Verb, request: string): string {
  return `${verb}:${request}`;
}
