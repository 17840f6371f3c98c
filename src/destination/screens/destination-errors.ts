import { block } from "../../platform/slack/blocks/ids.ts";
import { grouped, isCopyable, shortened } from "../../platform/text/shown-text.ts";
import { valueName } from "../../request/card/change-facts.ts";
import { kindOf } from "../../request/change-kind.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationFacts } from "../../request/rules/destination.ts";
import { askingRefusalSentence } from "../../request/screens/asking.ts";
import type { DestinationObstacle } from "../draft-destination.ts";
import { valueBlock } from "./destination-form.ts";

/** Why a destination cannot be asked for, beside the field that it is about. */
export function destinationErrors(
  kind: Destination["kind"],
  obstacle: DestinationObstacle,
): Record<string, string> {
  const field = FIELDS[obstacle.because] ?? valueBlock(kind);
  return { [field]: obstacleSentence(kind, obstacle) };
}

/** Every other obstacle is about the value. */
const FIELDS: Partial<Record<DestinationObstacle["because"], string>> = {
  "network-not-offered": block.walletNetwork,
  "id-taken": block.serviceId,
  contradicted: block.serviceId,
};

/** Why nothing about a destination can be asked for. */
export function obstacleSentence(kind: Destination["kind"], obstacle: DestinationObstacle): string {
  const value = valueName({ kind });
  switch (obstacle.because) {
    case "network-not-offered":
      return "This network is not offered here. Choose again.";
    case "already-registered":
      if (obstacle.destination.contradictedAt !== null) {
        return `This ${value} is registered as “${nameOf(obstacle.destination)}”, under an id that the Rail service shows with another one. Retire that first.`;
      }
      return `This ${value} is already registered as “${nameOf(obstacle.destination)}”. You do not need to add it again.`;
    case "already-asked": {
      const { change } = obstacle.request.content;
      return `${numberOf(obstacle.request)} is about this ${value} already: “${shortened(change.name, 60)}”, ${kindOf(change).title(change)}. Wait for its outcome.`;
    }
    case "id-taken":
      return `This id is already in the register, as “${nameOf(obstacle.destination)}”, with another ${value}. Check the id at the Rail service again.`;
    case "contradicted":
      return contradicted(obstacle.shown, value);
    case "destination-gone":
    case "destination-not-usable":
      return "This destination is no longer in the register, or is already retired. See the list of destinations.";
    case "similar-exists":
    case "set-up-changed":
    case "not-disputed":
    case "not-adoptable":
    case "not-registered":
      return askingRefusalSentence(obstacle.because);
  }
}

function contradicted(shown: string | null, value: string): string {
  const another =
    shown !== null && isCopyable(shown) ? `: ${grouped(shown)}` : ", which cannot be shown";
  return `The Rail service has shown this id with another ${value}${another}. Do not use it before that is cleared up with the service.`;
}

function nameOf(destination: Destination): string {
  return shortened(destinationFacts(destination).name, 60);
}
