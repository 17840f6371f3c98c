import { z } from "zod";
import { createListeners } from "../shared/listeners.ts";

export const OPERATIONS = [
  "GET /rails",
  "POST /rails",
  "GET /rails/{rail}",
  "POST /wallets",
  "POST /bank-accounts",
] as const;

export type Operation = (typeof OPERATIONS)[number];

const milliseconds = z.int().min(0).max(3_600_000);

/** The faults that one call may meet. "Commit" is the moment at which the operation is done. */
const fault = z.discriminatedUnion("kind", [
  /** Waits, by default before the operation. */
  z.object({
    kind: z.literal("delay"),
    ms: milliseconds,
    when: z.enum(["before-handling", "after-commit"]).optional(),
  }),
  /** Closes the connection without an answer, and does nothing. */
  z.object({ kind: z.literal("drop-before-commit") }),
  /** Does the operation, and closes the connection without an answer. */
  z.object({ kind: z.literal("drop-after-commit") }),
  z.object({ kind: z.literal("500-before-commit") }),
  z.object({ kind: z.literal("500-after-commit") }),
  /** Announces the true length, sends half the answer, and closes the connection. */
  z.object({ kind: z.literal("truncate") }),
  /** A complete HTTP answer whose JSON ends in the middle. */
  z.object({ kind: z.literal("cut-json") }),
  /** Does nothing. `retryAfter` goes out verbatim: seconds, or an HTTP date. */
  z.object({
    kind: z.literal("429"),
    retryAfter: z.union([z.number(), z.string().regex(/^[ -~]*$/)]).optional(),
  }),
  /** The body comes `bytes` (one) at a time, `everyMs` apart. */
  z.object({
    kind: z.literal("slow-drip"),
    everyMs: milliseconds,
    bytes: z.int().min(1).optional(),
  }),
  /** The Rails of this answer carry `external_id: null`; the database does not change. */
  z.object({ kind: z.literal("metadata-not-echoed") }),
  /** The items of this answer carry `id: null`; the database does not change. */
  z.object({ kind: z.literal("id-null") }),
  /** Shows these values at paths such as `source.bank_account.currency`; the database does not change. */
  z.object({ kind: z.literal("shown-otherwise"), values: z.record(z.string(), z.json()) }),
  /** 401, as for a revoked token, and does nothing. */
  z.object({ kind: z.literal("token-revoked") }),
]);

export type Fault = z.infer<typeof fault>;

export interface FaultRule {
  operation: Operation | "*";
  /** The number of calls that meet it: one when absent, `Infinity` allowed. */
  times?: number | undefined;
  fault: Fault;
}

/** A rule as JSON, which has no `Infinity` and says "always". */
export const faultRule = z.object({
  operation: z.enum([...OPERATIONS, "*"]),
  times: z
    .union([z.int().min(1), z.literal("always").transform(() => Number.POSITIVE_INFINITY)])
    .optional(),
  fault,
});

/** The switchboard of the tests: each call meets the first rule for it, in the order in which rules were added. */
export function createFaults() {
  const { tell, listen } = createListeners();
  let rules: { operation: Operation | "*"; left: number; fault: Fault }[] = [];

  return {
    add({ operation, times = 1, fault }: FaultRule): void {
      rules.push({ operation, left: times, fault });
      tell();
    },
    clear(): void {
      rules = [];
      tell();
    },
    /** The rules that are left. */
    waiting: (): readonly { left: number; fault: Fault }[] => rules,
    /** Is called whenever a rule is added or met. */
    listen,
    /** Takes the fault for the next call of this operation. */
    take(operation: Operation): Fault | undefined {
      const rule = rules.find((each) => each.operation === operation || each.operation === "*");
      if (rule === undefined) return undefined;
      rule.left -= 1;
      rules = rules.filter(({ left }) => left > 0);
      tell();
      return rule.fault;
    },
  };
}

export type FaultQueue = ReturnType<typeof createFaults>;
export type Faults = Pick<FaultQueue, "add" | "clear" | "waiting" | "listen">;
