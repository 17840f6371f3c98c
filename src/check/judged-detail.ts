import type { KnownBlock, RichTextBlockElement } from "@slack/types";
import {
  contradiction,
  destinationTitle,
  provenance,
} from "../destination/register/destination-row.ts";
import type { FoundPaymentDetail } from "../platform/payment-details/find-payment-details.ts";
import {
  addressFaultSentence,
  chainNames,
  ibanFaultSentence,
} from "../platform/payment-details/value-faults.ts";
import { actions, section } from "../platform/slack/blocks/blocks.ts";
import { action } from "../platform/slack/blocks/ids.ts";
import { bold, lines, richText, warningLine } from "../platform/slack/blocks/rich-text.ts";
import { grouped, shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { idTaken, lookAlikeLines } from "../request/card/known-value-lines.ts";
import { railButton } from "../request/card/rail-button.ts";
import type { KnownValue } from "../request/rules/known-value.ts";
import { code, TYPE_NAMES } from "../request/words.ts";
import type { JudgedDetail } from "./rules/judge.ts";
import { isBad } from "./rules/judge.ts";

/** `compared` never reaches this size: both values are always shown. */
const ROOM_FOR_EACH = 4_500;

/** Draws what one IBAN or address is here: the first few meanings of each sort, and a count of the others. */
export function judgedDetailBlocks(judged: JudgedDetail, now: string, most: number): KnownBlock[] {
  const { found, same, resembles, furtherAlike } = judged;
  const alike = lookAlikeLines(resembles.slice(0, most), { most, size: most * ROOM_FOR_EACH });
  const further = furtherAlike + Math.max(0, resembles.length - most);
  // A warning comes first, whatever else the value is.
  const meanings = [same.filter(isBad), same.filter((known) => !isBad(known))].flatMap((part) =>
    MEANINGS.flatMap((is) => meaning(part, is, now, most)),
  );
  return [
    richText(
      [bold(titleOf(found))],
      [grouped(found.value)],
      ...disguises(found),
      // Its meaning comes before its look-alikes, since anybody may ask for a look-alike of a good one.
      ...meanings.flatMap(({ parts }) => parts),
      ...alike,
      further !== 0 && lines([bold(`It looks like ${counted(further, "more known value")}.`)]),
      ...faults(found),
      same.length === 0 && found.kind !== "broken" && lines([UNKNOWN]),
    ),
    ...meanings.flatMap(({ blocks }) => blocks),
  ];
}

const UNKNOWN =
  "Unknown here: not in the register, not in an open request, and not used by any Rail that Signalbox has seen.";

function titleOf(found: FoundPaymentDetail): string {
  switch (found.kind) {
    case "iban":
      return `IBAN · ${found.countryName ?? found.country}`;
    case "address":
      return `Address · ${chainNames(found.chains)}`;
    case "broken":
      return found.looksLike === "iban"
        ? "Not a valid IBAN"
        : `Not a valid address (${chainNames([found.chain])})`;
  }
}

function faults(found: FoundPaymentDetail): RichTextBlockElement[] {
  if (found.kind !== "broken") return [];
  const sentence =
    found.looksLike === "iban" ? ibanFaultSentence(found.fault) : addressFaultSentence(found.fault);
  return [lines([sentence])];
}

const MOST_DISGUISES = 10;

function disguises({ disguises: found }: FoundPaymentDetail): RichTextBlockElement[] {
  if (found.length === 0) return [];
  const further = found.length - MOST_DISGUISES;
  const more = further > 0 ? ` and ${further} more` : "";
  return [
    warningLine(
      `it contains hidden or look-alike characters: ${found.slice(0, MOST_DISGUISES).join(", ")}${more}.`,
      " Nobody types those. Ask for it again through a channel you trust. The value above is what it looks like.",
    ),
  ];
}

const MEANINGS = ["destination", "entry-point", "unregistered", "asked-for"] as const;

interface Drawn {
  parts: RichTextBlockElement[];
  blocks: KnownBlock[];
}

/** Draws the first few meanings of one sort, and counts the others. */
function meaning(
  same: readonly KnownValue[],
  is: KnownValue["is"],
  now: string,
  most: number,
): Drawn[] {
  const all = same.filter((each) => each.is === is);
  const further = all.length - most;
  return [
    ...all.slice(0, most).map((known) => drawn(known, now)),
    ...(further > 0 ? [{ parts: [], blocks: [section(furtherText(is, further))] }] : []),
  ];
}

function drawn(known: KnownValue, now: string): Drawn {
  switch (known.is) {
    case "destination": {
      const { destination } = known;
      const facts = lines(
        ["Registered destination ", ...destinationTitle(destination, now)],
        provenance(destination),
      );
      return { parts: [...contradiction(destination), facts], blocks: [] };
    }
    case "entry-point": {
      const { type, sourceAsset, destinationAsset, railId } = known.rail;
      const route = `${TYPE_NAMES[type]} ${code(sourceAsset)} → ${code(destinationAsset)}`;
      if (isBad(known)) return untrusted(known, route);
      return withButton(
        `Deposits for Rail ${shortened(known.name, 60)} (${route}) go to it. The Rail's deposit instructions say what to send, and how.`,
        railId,
      );
    }
    case "unregistered":
      if (known.isIdTaken) return { parts: [idTaken(known.rail)], blocks: [] };
      return withButton(
        `Not approved in Signalbox: Rail ${shortened(known.rail.railId, 60, "without an id")} pays it, as “${shortened(known.name, 60)}”.`,
        known.rail.railId,
      );
    case "asked-for": {
      const request = `R-${known.requestNumber}`;
      const text = `Requested in ${request} as ${shortened(known.name, 60)}. ${request} has not added it to the register.`;
      return { parts: [lines([text])], blocks: [] };
    }
  }
}

/** This Rail may pay into anybody's wallet: its deposit instructions are no reason to send money to it. */
function untrusted(
  { name, rail, owner, isReported, isMissing }: Extract<KnownValue, { is: "entry-point" }>,
  route: string,
): Drawn {
  const railId = shortened(rail.railId, 60, "without an id");
  const number = owner && `R-${owner.requestNumber}`;
  const reported = isReported ? " A problem was reported." : "";
  const disputed = rail.dispute === undefined ? reported : " The Rail is disputed.";
  const problem = isMissing ? `${disputed} The Rail service no longer shows it.` : disputed;
  const said =
    number === null
      ? ` Deposits for Rail ${railId} (“${shortened(name, 60)}”, ${route}) go to it. The Rail was created outside Signalbox and is not approved.${problem} Ask the approvers first.`
      : ` Deposits for Rail ${shortened(name, 60)} (${route}) go to it.${HELD[owner?.standing ?? "withheld"]}${problem} Read the card of ${number} and ask the approvers.`;
  const open = railButton("Open", action.openRail, rail.railId);
  return {
    parts: [warningLine("do not send money to it.", said)],
    blocks: open.length > 0 ? [actions(...open)] : [],
  };
}

const HELD = {
  approved: "",
  quarantined: " The Rail is quarantined.",
  withheld: " Its deposit instructions are withheld.",
} as const;

function withButton(text: string, railId: string): Drawn {
  const blocks = [section(text, ...railButton("Open", action.openRail, railId))];
  return { parts: [], blocks };
}

function furtherText(is: KnownValue["is"], further: number): string {
  switch (is) {
    case "destination":
      return `And ${counted(further, "more registered destination")} with this value.`;
    case "entry-point":
      return `And deposits for ${counted(further, "more Rail")} go to it.`;
    case "unregistered":
      return `And ${counted(further, "more Rail pays", "more Rails pay")} it.`;
    case "asked-for":
      return `And in ${counted(further, "more open request")}.`;
  }
}
