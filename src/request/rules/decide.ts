import type { ChangeRequest } from "./change-request.ts";
import type { ApprovalCommand } from "./decide-approval.ts";
import { decideApproval } from "./decide-approval.ts";
import type { CarryOutCommand } from "./decide-carry-out.ts";
import { decideCarryOut } from "./decide-carry-out.ts";
import type { DestinationCommand } from "./decide-destination.ts";
import { decideDestination } from "./decide-destination.ts";
import type { RemedyCommand } from "./decide-remedy.ts";
import { decideRemedy } from "./decide-remedy.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { refuse } from "./decision.ts";
import type { CreationCommand } from "./outcome/decide-creation.ts";
import { decideCreation } from "./outcome/decide-creation.ts";
import type { SendingCommand } from "./outcome/decide-sending.ts";
import { decideSending } from "./outcome/decide-sending.ts";

export type Command =
  | ApprovalCommand
  | SendingCommand
  | CreationCommand
  | DestinationCommand
  | CarryOutCommand
  | RemedyCommand;

/** Decides what a command does to a request. Total; reads no clock, no store and no configuration. */
export function decide(command: Command, request: ChangeRequest, around: Circumstances): Decision {
  if (around.isHeld && isHeldUp(command)) return refuse("held");
  switch (command.type) {
    case "approve":
    case "deny":
    case "ask":
    case "withdraw":
    case "expire":
    case "void":
      return decideApproval(command, request, around);
    case "claim":
    case "interrupted":
    case "record":
    case "could-not-look":
    case "wake":
      return decideSending(command, request, around);
    case "scanned":
    case "link-rail":
    case "read-back":
    case "posted":
    case "undeliverable":
      return decideCreation(command, request, around);
    case "contradict":
    case "prove":
      return decideDestination(command, request, around);
    case "carry-out":
      return decideCarryOut(command, request, around);
    case "propose-remedy":
    case "confirm-remedy":
      return decideRemedy(command, request, around);
  }
}

/** A held request neither continues nor ends by itself; people can deny and withdraw it, and it expires. */
const HELD_UP: ReadonlySet<Command["type"]> = new Set([
  "approve",
  "claim",
  "carry-out",
  "could-not-look",
]);

function isHeldUp(command: Command): boolean {
  return HELD_UP.has(command.type) || (command.type === "void" && command.because === undefined);
}
