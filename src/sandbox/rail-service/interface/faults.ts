import { z } from "zod";
import { createListeners } from "../../shared/listeners.ts";
import {
  cutShort,
  dripped,
  drop,
  message,
  shownOtherwise,
  truncate,
  unauthenticated,
} from "./answers.ts";
import type { Http } from "./read-body.ts";

export const OPERATIONS = [
  "GET /rails",
  "POST /rails",
  "GET /rails/{rail}",
  "POST /wallets",
  "POST /bank-accounts",
] as const;

export type Operation = (typeof OPERATIONS)[number];
export type Handler = (http: Http) => Response | Promise<Response>;

/** What a fault does with a call. */
interface Call {
  http: Http;
  /** Does the operation, which commits it, and returns the true answer. */
  commit(): Promise<Response>;
  /** Waits so many milliseconds, unless the service stops. */
  pause(ms: number): Promise<void>;
}

/** A kind of fault: its name, its options, and the answer to a call that meets it. */
function kind<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
  play: (call: Call, options: z.output<z.ZodObject<Shape>>) => Response | Promise<Response>,
) {
  const options = z.object(shape);
  return {
    name,
    fault: z.object({ kind: z.literal(name), ...shape }),
    play: (call: Call, fault: unknown) => play(call, options.parse(fault)),
  };
}

const milliseconds = z.int().min(0).max(3_600_000);
const shown = z.record(z.string(), z.json());

/** All faults that a call may meet. What is shown otherwise is stored as it was. */
const FAULTS = [
  kind("drop-before-commit", {}, ({ http }) => drop(http)),
  kind("drop-after-commit", {}, ({ http, commit }) => commit().then(() => drop(http))),
  kind("500-before-commit", {}, () => message(500, "Server Error")),
  kind("500-after-commit", {}, ({ commit }) => commit().then(() => message(500, "Server Error"))),
  /** Before the operation, unless told. */
  kind(
    "delay",
    { ms: milliseconds, when: z.enum(["before-handling", "after-commit"]).optional() },
    async ({ commit, pause }, { ms, when }) => {
      if (when !== "after-commit") await pause(ms);
      const answer = await commit();
      if (when === "after-commit") await pause(ms);
      return answer;
    },
  ),
  /** Announces the true length, sends half the answer, and closes the connection. */
  kind("truncate", {}, async ({ http, commit }) => truncate(http, await commit())),
  /** A complete HTTP answer whose JSON ends in the middle. */
  kind("cut-json", {}, async ({ commit }) => cutShort(await commit())),
  /** The body comes `bytes` (one) at a time, `everyMs` apart. */
  kind(
    "slow-drip",
    { everyMs: milliseconds, bytes: z.int().min(1).optional() },
    async ({ commit, pause }, { everyMs, bytes = 1 }) =>
      dripped(await commit(), bytes, () => pause(everyMs)),
  ),
  /** Does nothing. `retryAfter` goes out verbatim: seconds, or an HTTP date. */
  kind(
    "429",
    { retryAfter: z.union([z.number(), z.string().regex(/^[ -~]*$/)]).optional() },
    (_, { retryAfter }) =>
      message(
        429,
        "Too Many Attempts.",
        retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` },
      ),
  ),
  kind("id-null", {}, async ({ commit }) => shownOtherwise(await commit(), { id: null })),
  kind("metadata-not-echoed", {}, async ({ commit }) =>
    shownOtherwise(await commit(), { "metadata.external_id": null }),
  ),
  /** These values at paths such as `source.bank_account.currency`, of each item of a list too. */
  kind("shown-otherwise", { values: shown }, async ({ commit }, { values }) =>
    shownOtherwise(await commit(), values),
  ),
  /** 401, as for a revoked token. */
  kind("token-revoked", {}, unauthenticated),
] as const;

const [firstKind, ...otherKinds] = FAULTS;

export type Fault = z.input<(typeof FAULTS)[number]["fault"]>;

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
  fault: z.discriminatedUnion("kind", [firstKind.fault, ...otherKinds.map(({ fault }) => fault)]),
});

/** The switchboard: each call meets the first rule for it, in the order of their adding. */
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
    /** Answers the next call of this operation, by its fault if there is one. */
    answer(operation: Operation, call: Call): Response | Promise<Response> {
      const rule = rules.find((each) => each.operation === operation || each.operation === "*");
      if (rule === undefined) return call.commit();
      rule.left -= 1;
      rules = rules.filter(({ left }) => left > 0);
      tell();
      const met = FAULTS.find(({ name }) => name === rule.fault.kind);
      return met ? met.play(call, rule.fault) : call.commit();
    },
  };
}

export type Faults = ReturnType<typeof createFaults>;
