import type { ChangeRequest } from "../../domain/change-request.ts";
import type { Command } from "../../domain/decide.ts";
import { decide } from "../../domain/decide.ts";
import type { Refusal } from "../../domain/decision.ts";
import type { Roster } from "../../domain/roster.ts";
import { circumstances } from "../../services/circumstances.ts";
import type { ListenerDeps } from "../listeners/deps.ts";

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
