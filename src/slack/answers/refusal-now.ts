import type { ChangeRequest } from "../../domain/change-request.ts";
import type { Command } from "../../domain/decide.ts";
import { decide } from "../../domain/decide.ts";
import type { Refusal } from "../../domain/decision.ts";
import { circumstances } from "../../services/circumstances.ts";
import type { ListenerDeps } from "../listeners/deps.ts";

/** Why this would be refused now; undefined when it would not. Changes nothing. */
export async function refusalNow(
  { store, clock }: Pick<ListenerDeps, "store" | "clock">,
  request: ChangeRequest,
  command: Command,
): Promise<Refusal | undefined> {
  const decision = decide(command, request, await circumstances(store, request, clock(), command));
  return decision.ok ? undefined : decision.refusal;
}
