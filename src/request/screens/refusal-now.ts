import type { Roster } from "../../authority/roster.ts";
import { circumstances } from "../circumstances.ts";
import type { Context } from "../context.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import type { Command } from "../rules/decide.ts";
import { decide } from "../rules/decide.ts";
import type { Refusal } from "../rules/decision.ts";

/** Why this would be refused now; undefined when it would not. Changes nothing. `roster` was looked up for it. */
export async function refusalNow(
  { db, pins, clock }: Pick<Context, "db" | "pins" | "clock">,
  request: ChangeRequest,
  command: Command,
  roster: Roster,
): Promise<Refusal | undefined> {
  const around = await circumstances({ db, pins }, request, clock(), command, roster);
  const decision = decide(command, request, around);
  return decision.ok ? undefined : decision.refusal;
}
