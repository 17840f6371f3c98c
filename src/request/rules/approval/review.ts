import type { AuditEntry } from "../audit.ts";

/** What comes up for review. `ref`: the id of a Rail, of a destination in the register, or of a Slack user or user group. */
export interface ReviewItem {
  kind: "rail" | "destination" | "approver" | "group";
  ref: string;
}

/** `keep` leaves it as it is; a Rail is disputed at once, and approvers decide about the other two. */
export const VERDICTS = ["keep", "dispute", "retire", "remove"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The review that is open. Times are ISO 8601. */
export interface Review {
  from: string;
  to: string;
  total: number;
  /** By `itemKey`, in the order in which they came up. */
  undecided: ReadonlyMap<string, ReviewItem>;
}

export const itemKey = ({ kind, ref }: ReviewItem): string => `${kind} ${ref}`;

export const isUnreviewed = (review: Review | null, item: ReviewItem): boolean =>
  review?.undecided.has(itemKey(item)) ?? false;

/** The entries of the audit that make a review. A large population takes several of the first. */
export type ReviewFacts =
  | { action: "reviews-begun"; from: string; to: string; items: readonly ReviewItem[] }
  | {
      action: "reviewed";
      from: string;
      reason: string;
      items: readonly (ReviewItem & { verdict: Verdict })[];
    }
  | {
      action: "reviews-ended";
      from: string;
      to: string;
      because: "over" | "switched-off";
      total: number;
      /** Nobody decided about these. */
      items: readonly ReviewItem[];
    };

export function factsOfReview({ action, facts }: Pick<AuditEntry, "action" | "facts">) {
  return { action, ...JSON.parse(facts) } as ReviewFacts;
}

/** Takes the entries since the last review ended; null where none is open. */
export function openReview(entries: readonly ReviewFacts[]): Review | null {
  const undecided = new Map<string, ReviewItem>();
  let period: { from: string; to: string } | undefined;
  let total = 0;
  for (const entry of entries) {
    if (entry.action === "reviewed")
      for (const item of entry.items) undecided.delete(itemKey(item));
    if (entry.action !== "reviews-begun") continue;
    period = { from: entry.from, to: entry.to };
    for (const { kind, ref } of entry.items) undecided.set(itemKey({ kind, ref }), { kind, ref });
    total += entry.items.length;
  }
  return period ? { ...period, total, undecided } : null;
}

/** The same time so many months later; the last day of a month that has no such day. */
export function monthsLater(time: string, months: number): string {
  const later = new Date(time);
  const day = later.getUTCDate();
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== day) later.setUTCDate(0);
  return later.toISOString();
}
