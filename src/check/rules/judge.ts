import type { FoundPaymentDetail } from "../../platform/payment-details/find-payment-details.ts";
import type { PaymentDetail } from "../../platform/payment-details/payment-detail.ts";
import type { KnownValue, Resembling } from "../../request/rules/known-value.ts";
import { factsOfValue } from "../../request/rules/known-value.ts";

/** An IBAN or address in a text, and what it is to this company; unknown here if nothing says more. */
export interface JudgedDetail {
  found: FoundPaymentDetail;
  /** Known under this very value; an address also on another network. */
  same: readonly KnownValue[];
  /** One for each known value that looks like it, the most alarming first; no more than a person reads. */
  resembles: readonly Resembling[];
  furtherAlike: number;
}

const MOST_KEPT = 5;

/** A broken value is compared too: it is often a good one that was altered or copied badly. */
export function judgedDetail(
  found: FoundPaymentDetail,
  known: readonly KnownValue[],
): JudgedDetail {
  const { same, lookAlikes } = factsOfValue(detailOf(found), known);
  // Our own accounts in use are no reason for alarm, and must not hide one.
  const alike = lookAlikes.filter(({ isSibling }) => !isSibling);
  return {
    found,
    same,
    resembles: alike.slice(0, MOST_KEPT),
    furtherAlike: Math.max(0, alike.length - MOST_KEPT),
  };
}

/** A person must not miss it: it looks like a known value, hides something, was taken out of use, or is in doubt. */
export function isAlarming({ found, same, resembles }: JudgedDetail): boolean {
  return resembles.length > 0 || found.disguises.length > 0 || same.some(isBad);
}

export function isUntrustedEntryPoint({ same }: JudgedDetail): boolean {
  return same.some((known) => known.is === "entry-point" && isBad(known));
}

/** Nobody should send money to it without asking somebody first. */
export function isBad(known: KnownValue): boolean {
  switch (known.is) {
    case "destination":
      return known.destination.retiredAt !== null || known.destination.contradictedAt !== null;
    case "unregistered":
      return known.isIdTaken;
    case "entry-point": {
      const { owner, rail, isReported, isMissing } = known;
      const isTrusted = owner?.standing === "approved" && rail.dispute === undefined;
      return !isTrusted || isReported || isMissing;
    }
    case "asked-for":
      return false;
  }
}

/** The alarming ones first, then those that are broken, then the unknown; each in order of appearance. */
export function byAlarm(judged: readonly JudgedDetail[]): JudgedDetail[] {
  return judged.toSorted((one, other) => rank(one) - rank(other));
}

function rank(judged: JudgedDetail): number {
  if (isAlarming(judged)) return 0;
  if (judged.found.kind === "broken") return 1;
  return judged.same.length === 0 ? 2 : 3;
}

export function detailOf(found: FoundPaymentDetail): PaymentDetail {
  return {
    kind: found.kind === "broken" ? found.looksLike : found.kind,
    value: found.value,
  };
}
