import { kindOf } from "../change-kind.ts";
import type { DestinationDetails } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";

/**
 * The meaning of an end without effect. An earlier attempt may still have taken effect: then this says only what is
 * known about the last one.
 */
export function nothingDone(request: Pick<ChangeRequest, "content" | "attempt" | "state">): string {
  const { words, nothingDoneAgain } = kindOf(request.content.change);
  const isFirst = request.attempt <= (isAnswered(request) ? 1 : 0);
  return (isFirst ? undefined : nothingDoneAgain?.(request)) ?? words.nothingDone;
}

export function isAnswered({ state }: Pick<ChangeRequest, "state">): boolean {
  return state.status === "failed" || state.status === "blocked";
}

export function valueName({ kind }: Pick<DestinationDetails, "kind">): string {
  switch (kind) {
    case "wallet":
      return "address";
    case "bank-account":
      return "IBAN";
  }
}
