import type { BankAccount, Rail } from "../../platform/rail-api/rules/rail.ts";
import { isCopyable } from "../../platform/text/shown-text.ts";
import { networkName } from "../../request/words.ts";
import type { RailFacts } from "../screens/rail-facts.ts";

/** A field of the document, and what the service shows in it: null for nothing, or for blanks only. */
export type Fact = readonly [label: string, value: string | null];

/**
 * The end that money goes into, or the end where it arrives: every field of the document, in the order in which banks
 * ask.
 */
export function factsOf(side: Rail["source"] | Rail["destination"]): Fact[] {
  if (side.kind === "fiat") return accountFacts(side.bankAccount);
  const { displayName, network, address } = side.wallet;
  const filledNetwork = filled(network);
  return [
    ["Network", filledNetwork === null ? null : networkName(filledNetwork)],
    ["Address", filled(address)],
    ["Wallet name", filled(displayName)],
  ];
}

export function accountFacts(account: Omit<BankAccount, "id">): Fact[] {
  return [
    ["Account name", filled(account.displayName)],
    ["IBAN", filled(account.iban)],
    ["Sort code", filled(account.sortCode)],
    ["Account number", filled(account.accountNumber)],
    ["BIC", filled(account.bicSwift)],
    ["Reference", filled(account.reference)],
    ["Currency", filled(account.currency)],
  ];
}

/** Byte for byte. */
function filled(value: string | null): string | null {
  return value === null || value.trim() === "" ? null : value;
}

export const PROBLEM_REPORTED = "a problem was reported. Don't pay until the approvers decide.";

/** How to pay into a Rail as text for other programs: only what the service shows, and nothing that hides something. */
export function instructionsText({
  rail,
  name,
  reportedAt,
}: Pick<RailFacts, "rail" | "name" | "reportedAt">): string {
  const facts = factsOf(rail.source).flatMap(([label, value]) =>
    value !== null && isCopyable(value) ? [`${label}: ${value}`] : [],
  );
  const title = name !== null && isCopyable(name) ? [`Pay into ${name}`] : [];
  const warning = reportedAt === null ? [] : [`Warning: ${PROBLEM_REPORTED}`];
  return [...warning, ...title, ...facts].join("\n");
}
