import { z } from "zod";
import type { Ask } from "./ask.ts";

/** What Slack's validator makes of a payload. */
export type Verdict = { kind: "taken" } | Refused | { kind: "silence"; why: string };

export interface Refused {
  kind: "refused";
  error: string;
  faults: readonly { pointer: string; code: string }[];
}

const refusal = z.object({
  errors: z.array(z.object({ pointer: z.string().default(""), code: z.string().default("") })),
});

/** Asks `blocks.validate`, which shows nothing to anybody. */
export async function validate(
  ask: Ask,
  payload: { blocks: unknown } | { message: unknown } | { view: unknown },
): Promise<Verdict> {
  const answer = await ask("blocks.validate", payload);
  if (answer.kind !== "refused") return answer;
  const { data } = refusal.safeParse(answer.result);
  return { kind: "refused", faults: data?.errors ?? [], error: answer.error };
}
