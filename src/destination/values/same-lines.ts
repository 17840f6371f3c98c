import type { RichTextSection } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { bold, date, lines, named, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { KnownValue } from "../../request/rules/known-value.ts";
import type { SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import { code } from "../../request/words.ts";
import { knownName } from "./known-name.ts";

/** More are not read. */
const MOST = 3;

/** What a value is known as already, before anybody asks for it or approves it. Those beyond `most` are counted. */
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
