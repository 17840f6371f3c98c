import type { ContextBlock, RichTextBlockElement, RichTextSection } from "@slack/types";
import { context } from "../../platform/slack/blocks/blocks.ts";
import type { Leaf, Line } from "../../platform/slack/blocks/rich-text.ts";
import { bold, date, lines, named, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { Room } from "../change-kind.ts";
import type { KnownValue, Resembling } from "../rules/known-value.ts";
import type { SeenRail } from "../rules/outcome/seen-rail.ts";
import { networkName } from "../words.ts";
import { compared } from "./compared.ts";

/**
 * A red line for each value that a person may take this one for, both in groups with marked differences. Values
 * without room are counted: the number is never left out. `siblingLine` names our own.
 */
export function lookAlikeLines(
  all: readonly Resembling[],
  { most, size }: Room,
): RichTextBlockElement[] {
  const lookAlikes = all.filter(({ isSibling }) => !isSibling);
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

/** One grey line for our own accounts in use that look like this one, which is also in use. */
export function siblingLine(all: readonly Resembling[]): ContextBlock[] {
  const names = all
    .filter(({ isSibling }) => isSibling)
    .map(({ known }) => `“${shortened(known.name, 60)}”`);
  if (names.length === 0) return [];
  const left = names.length - MOST;
  const more = left > 0 ? ` and ${left} more` : "";
  return [context(`Similar to your own in use: ${names.slice(0, MOST).join(", ")}${more}.`)];
}

function others(count: number, isMore: boolean): RichTextSection {
  const values = counted(count, isMore ? "more known value" : "known value");
  return warningLine(`it looks like ${values}, not shown here.`);
}

function knownLeaves(known: KnownValue): Line {
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
      return [name, `, where deposits for Rail ${shortened(known.rail.railId, 60)} are sent`];
    case "unregistered":
      return [name, `, which Rail ${shortened(known.rail.railId, 60)} pays`];
    case "asked-for":
      return [name, `${onNetwork(known)}, requested in R-${known.requestNumber}`];
  }
}

function onNetwork({ network }: Pick<KnownValue, "network">): string {
  return network === null ? "" : ` on ${networkName(network)}`;
}

/** Bold where people here approved the name; in quotes where the service alone gave it, since anybody may have. */
function knownName(known: KnownValue): Leaf {
  const isOurs =
    known.is !== "unregistered" && !(known.is === "entry-point" && known.owner === null);
  return isOurs ? named(known.name) : `“${shortened(known.name, 60)}” (not approved in Signalbox)`;
}

/** More are not read. */
const MOST = 3;

/** Everything that a value is already known as. Entries beyond `most` are counted. */
export function sameLines(
  same: readonly KnownValue[],
  asked: { network: string | null; isImport: boolean },
  most = MOST,
): RichTextSection[] {
  const left = same.length - most;
  return [
    ...same.slice(0, most).map((known) => sameLine(known, asked)),
    ...(left > 0 ? [lines([`Found in ${counted(left, most > 0 ? "more place" : "place")}.`])] : []),
  ];
}

function sameLine(
  known: KnownValue,
  { network, isImport }: { network: string | null; isImport: boolean },
): RichTextSection {
  const isElsewhere = known.network !== network && known.network !== null;
  const where: Leaf = isElsewhere ? ` on ${networkName(known.network ?? "")}` : "";
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
          ". Request it only if the reason to retire it no longer applies.",
        );
      }
      return lines([
        bold("Already registered"),
        where,
        " as ",
        named(known.name),
        isElsewhere ? "." : ", so it cannot be added again.",
      ]);
    }
    case "asked-for":
      return lines([
        bold("Already requested"),
        where,
        ` in R-${known.requestNumber}, as `,
        named(known.name),
        ".",
      ]);
    case "entry-point":
      return warningLine(
        "deposits for the Rail ",
        knownName(known),
        ` go to this ${known.kind === "iban" ? "IBAN" : "address"}. Money that any other Rail pays out to it would enter that Rail.`,
      );
    case "unregistered":
      if (known.isIdTaken) return idTaken(known.rail);
      return lines([
        bold("Not approved in Signalbox:"),
        ` Rail ${shortened(known.rail.railId, 60)} pays it`,
        where,
        `, as “${shortened(known.name, 60)}”.`,
        ...(isImport || isElsewhere
          ? []
          : [
              " The service has whitelisted it already: import it instead of whitelisting it again.",
            ]),
      ]);
  }
}

/** The most alarming meaning of a value: money goes there under the id of something else. */
export function idTaken({ railId }: SeenRail): RichTextSection {
  return warningLine(
    `Rail ${shortened(railId, 60)} delivers here under an id that the register has for another value. Do not use it before that is cleared up with the Rail service.`,
  );
}
