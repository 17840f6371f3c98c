import type { RichTextBlockElement, RichTextSection } from "@slack/types";
import type { LookAlike } from "../../platform/payment-details/look-alike.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { KnownValue } from "../../request/rules/known-value.ts";
import { code } from "../../request/words.ts";
import { compared } from "./compared.ts";
import { knownName } from "./known-name.ts";

export interface Room {
  /** How many are shown. */
  most: number;
  /** Characters of JSON. */
  size: number;
}

/**
 * A red line for each value that this one can be taken for, both in groups, their differences marked. Those for which
 * there is no room are counted: how many there are is never left out.
 */
export function lookAlikeLines(
  lookAlikes: readonly LookAlike<KnownValue>[],
  { most, size }: Room,
): RichTextBlockElement[] {
  const shown: RichTextBlockElement[] = [];
  let left = size;
  for (const [index, lookAlike] of lookAlikes.entries()) {
    if (index >= most) return [...shown, others(lookAlikes.length - index, index > 0)];
    const inFull = [
      warningLine("it looks like", " ", ...knownLeaves(lookAlike.known), "."),
      ...compared(lookAlike),
    ];
    left -= JSON.stringify(inFull).length;
    if (left < 0) return [...shown, others(lookAlikes.length - index, index > 0)];
    shown.push(...inFull);
  }
  return shown;
}

function others(count: number, isMore: boolean): RichTextSection {
  const values = counted(count, isMore ? "more known value" : "known value");
  return warningLine(`it looks like ${values}, not shown here for want of room.`);
}

function knownLeaves(known: KnownValue): Leaf[] {
  const name = knownName(known);
  switch (known.is) {
    case "destination": {
      const { destination } = known;
      const what = destination.kind === "wallet" ? "wallet" : "bank account";
      const isRetired = destination.retiredAt !== null;
      return [
        name,
        `, a ${what}${onNetwork(known)} in the register${isRetired ? ", retired" : ""}`,
      ];
    }
    case "entry-point":
      return [name, `, into which money is sent for Rail ${shortened(known.rail.railId, 60)}`];
    case "unregistered":
      return [
        name,
        `, where Rail ${shortened(known.rail.railId, 60)} delivers that was made elsewhere, not registered here`,
      ];
    case "asked-for":
      return [name, `${onNetwork(known)}, which R-${known.requestNumber} asks for`];
  }
}

function onNetwork({ network }: Pick<KnownValue, "network">): string {
  return network === null ? "" : ` on ${code(network)}`;
}
