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

/** What may go wrong with one call. "Commit" is the moment at which the operation has been done. */
const fault = z.discriminatedUnion("kind", [
  /** Waits, by default before anything is done. */
  z.object({
    kind: z.literal("delay"),
    ms: milliseconds,
    when: z.enum(["before-handling", "after-commit"]).optional(),
  }),
  /** Closes the connection without an answer: nothing was done. */
  z.object({ kind: z.literal("drop-before-commit") }),
  /** Closes the connection without an answer: it was done. */
  z.object({ kind: z.literal("drop-after-commit") }),
  z.object({ kind: z.literal("500-before-commit") }),
  z.object({ kind: z.literal("500-after-commit") }),
  /** The answer's true length is announced, half of it sent, and the connection closed. */
  z.object({ kind: z.literal("truncate") }),
  /** A complete answer over HTTP, whose JSON ends in the middle. */
  z.object({ kind: z.literal("cut-json") }),
  /** Nothing is done. `retryAfter` is sent as it stands: seconds, or an HTTP date. */
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
  /** The Rails of this answer carry `external_id: null`; what is stored stays. */
  z.object({ kind: z.literal("metadata-not-echoed") }),
  /** The things of this answer carry `id: null`; what is stored stays. */
  z.object({ kind: z.literal("id-null") }),
  /** The things of this answer show these values, each at a path such as `source.bank_account.currency`; what is stored stays. */
  z.object({ kind: z.literal("shown-otherwise"), values: z.record(z.string(), z.json()) }),
  /** 401, as for a token that was revoked: nothing is done. */
  z.object({ kind: z.literal("token-revoked") }),
]);

export type Fault = z.infer<typeof fault>;

export interface FaultRule {
  operation: Operation | "*";
  /** How many calls it meets: one unless told, `Infinity` allowed. */
  times?: number | undefined;
  fault: Fault;
}

/** A rule as JSON, which has no `Infinity`: there it is "always". */
export const faultRule = z.object({
  operation: z.enum([...OPERATIONS, "*"]),
  times: z
    .union([z.int().min(1), z.literal("always").transform(() => Number.POSITIVE_INFINITY)])
    .optional(),
  fault,
});

/** The switchboard that tests turn: each call meets the first rule, in the order added, that is for it. */
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
    /** The rules that calls are still to meet. */
    waiting: (): readonly { left: number; fault: Fault }[] => rules,
    /** Hears of every rule that comes or is met. */
    listen,
    /** Takes the fault that the next call of this operation shall meet. */
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
