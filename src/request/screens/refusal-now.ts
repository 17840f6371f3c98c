import type { Roster } from "../../authority/roster.ts";
import { circumstances } from "../circumstances.ts";
import type { ListenerDeps } from "../context.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import type { Command } from "../rules/decide.ts";
import { decide } from "../rules/decide.ts";
import type { Refusal } from "../rules/decision.ts";

/** Why this would be refused now; undefined when it would not. Changes nothing. `roster` was looked up for it. */
export async function refusalNow(
  { store, clock }: Pick<ListenerDeps, "store" | "clock">,
  request: ChangeRequest,
  command: Command,
  roster: Roster,
): Promise<Refusal | undefined> {
  const around = await circumstances(store, request, clock(), command, roster);
  const decision = decide(command, request, around);
  return decision.ok ? undefined : decision.refusal;
}
