import type { RichTextBlockElement, RichTextSection } from "@slack/types";
import type { LookAlike } from "../../platform/payment-details/look-alike.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { bold, date, lines, named, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { Room } from "../change-kind.ts";
import type { KnownValue } from "../rules/known-value.ts";
import type { SeenRail } from "../rules/outcome/seen-rail.ts";
import { code } from "../words.ts";
import { compared } from "./compared.ts";

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

/** Bold where people here approved the name; in quotes where the service alone gave it, since anybody may have. */
function knownName(known: KnownValue): Leaf {
  const isOurs =
    known.is !== "unregistered" && !(known.is === "entry-point" && known.owner === null);
  return isOurs ? named(known.name) : `“${shortened(known.name, 60)}” (not approved here)`;
}

/** More are not read. */
const MOST = 3;

/** Everything that a value is known as already. Those beyond `most` are counted. */
export function sameLines(
  same: readonly KnownValue[],
  asked: { network: string | null; isImport: boolean },
  most = MOST,
): RichTextSection[] {
  const left = same.length - most;
  return [
    ...same.slice(0, most).map((known) => sameLine(known, asked)),
    ...(left > 0
      ? [lines([`It is known here in ${counted(left, most > 0 ? "more place" : "place")}.`])]
      : []),
  ];
}

function sameLine(
  known: KnownValue,
  { network, isImport }: { network: string | null; isImport: boolean },
): RichTextSection {
  const isElsewhere = known.network !== network && known.network !== null;
  const where: Leaf = isElsewhere ? ` on ${code(known.network ?? "")}` : "";
  switch (known.is) {
    case "destination": {
      const { retiredAt } = known.destination;
      if (retiredAt !== null) {
        return warningLine(
          "it was retired here",
          where,
          ", as ",
          named(known.name),
          ", ",
          date(retiredAt),
          ". Ask for it only if what spoke against it no longer does.",
        );
      }
      return lines([
        bold("Registered already"),
        where,
        " as ",
        named(known.name),
        isElsewhere ? "." : ", so it cannot be added again.",
      ]);
    }
    case "asked-for":
      return lines([
        bold("Asked for already"),
        where,
        ` in R-${known.requestNumber}, as `,
        named(known.name),
        ".",
      ]);
    case "entry-point":
      return warningLine(
        "deposits of the Rail ",
        knownName(known),
        " are sent here. What another Rail delivers here would go into that one.",
      );
    case "unregistered":
      if (known.isIdTaken) return idTaken(known.rail);
      return lines([
        bold("Not approved here:"),
        ` a Rail made elsewhere delivers here, to “${shortened(known.name, 60)}”`,
        where,
        ...(isImport || isElsewhere
          ? ["."]
          : [": the service has whitelisted it already. Import it instead of asking for it anew."]),
      ]);
  }
}

/** The most alarming thing that can be known of a value: money goes there under the id of something else. */
export function idTaken({ railId }: SeenRail): RichTextSection {
  return warningLine(
    `Rail ${shortened(railId, 60)} delivers here under an id that the register has for another value. Do not use it before that is cleared up with the Rail service.`,
  );
}
