import type { RichTextSection } from "@slack/types";
import { type Known, useOf, warningsAbout } from "../destination/known.ts";
import {
  comparedText,
  type DestinationValue,
  shownText,
} from "../platform/payment-details/destination-value.ts";
import type { FoundValue } from "../platform/payment-details/find-values.ts";
import { valueNote } from "../platform/payment-details/value-note.ts";
import { valueAt } from "../platform/rail-api/rail.ts";
import {
  bold,
  type Leaf,
  type Line,
  richText,
  section,
} from "../platform/slack/blocks/rich-text.ts";
import { present } from "../platform/slack/blocks/text.ts";
import { upTo } from "../platform/text/times.ts";
import type { JudgedRail } from "../rail/judged-rails.ts";
import { nameOf, placeText, quoted } from "../request/card/change-lines.ts";
import type { Mark } from "../request/card/face.ts";
import { numberOf } from "../request/card/facts.ts";
import { warningTexts } from "../request/card/warnings.ts";
import { heldReason } from "../request/forms/reasons.ts";
import { detailOf, valueParagraphs } from "../request/forms/review-blocks.ts";
import { valueIn } from "../request/rules/content.ts";
import { issuedRail, type Request } from "../request/rules/request.ts";
import type { Settings } from "../request/rules/settings.ts";
import type { RailRow } from "../request/store/mirror.ts";

/** What values are held against. */
export interface Around {
  known: readonly Known[];
  /** What was removed from the register. */
  retired: readonly Request[];
  /** Of the service that is used now. */
  current: readonly RailRow[];
  /** All Rails, also those of services that were used before. */
  judged: readonly JudgedRail[];
  /** Such as `/rail`. */
  command: string;
  settings: Settings;
  now: string;
  account: string;
  /** The service's list was read completely at least once. */
  isWalked: boolean;
}

const MOST = 5;
/** A value in a text has no name. */
const NAME = "name-alike";

/** What one value is here, the most alarming first. Never that it is safe to pay. */
export function valueBlock({ value, fault, hidden }: FoundValue, around: Around) {
  const { known, retired, judged, command } = around;
  const isIt = (other: DestinationValue | null) =>
    other?.kind === value.kind && comparedText(other) === comparedText(value);
  const same = known
    .filter((each) => isIt(each.value))
    .map((each) => ({ ...each, ...useOf(each, around.current, around) }));
  const rails = judged.filter((each) => entriesOf(each).some(isIt));
  const held = rails.filter(isHeld);
  const payable = rails.filter((each) => !isHeld(each));
  // Anybody can request a look-alike of what approvers agreed to.
  const isApproved = payable.length > 0 || same.some(({ isRegistered }) => isRegistered);
  const likely = isApproved ? [] : likelyOf(around);
  const warnings = warningsAbout({ name: "", value }, likely).filter(({ is }) => is !== NAME);
  // Drawn as a request to add it would be.
  const change = { kind: "add-destination", name: "", reason: "", value, serviceId: null } as const;
  const asked = { change, traits: { type: null, destination: null, isFirstUse: false, warnings } };
  const red = [
    ...(fault === null ? [] : ["Cannot be paid"]),
    ...warningTexts(asked, (warning) => detailOf(warning, asked, around.now)),
  ].map((text) => section(["🔴 ", bold(text)]));
  const states = [
    ...held.map((each) => railSection(each, command)),
    ...same.map(knownSection),
    ...payable.map((each) => railSection(each, command)),
    ...retired
      .filter(({ content }) => isIt(valueIn(content.change)))
      .map((each) => section(titleLine(numberOf(each), REMOVED, nameOf(each)), [RETIRED])),
  ];
  const text = shownText(value);
  const block = richText(
    ...red,
    ...upTo(states, MOST, (more) => section([`And ${more} more.`])),
    red.length + states.length === 0 && section([bold("Not known here")]),
    hidden.length > 0 && hiddenSection(hidden),
    // What a held Rail takes is not repeated: only its ends, to tell it from others.
    ...(held.length > 0
      ? [section([`${text.slice(0, 4)} … ${text.slice(-4)}`])]
      : valueParagraphs(asked, section([fault ?? valueNote(value)])).flat()),
  );
  const isOther = same.some(({ mark }) => mark.sign === "🔴");
  return { isRed: red.length > 0 || held.length > 0 || isOther, block };
}

const isHeld = ({ trust }: JudgedRail) => trust.is === "held";

/** Where people pay into a Rail: as the service shows it, and as it was issued. */
function entriesOf({ row, request }: JudgedRail): DestinationValue[] {
  const issued = request && issuedRail(request)?.issued.source;
  return present([row.rail.source, issued]).flatMap((source) => valueAt(source) ?? []);
}

/** What somebody may take a value for: destinations, and where people pay in. */
function likelyOf({ known, judged }: Around) {
  const entries = judged.flatMap((each) => {
    const name = each.request && !isHeld(each) ? `Deposits of ${numberOf(each.request)}` : null;
    return name ? entriesOf(each).map((value) => ({ name, value, isRegistered: true })) : [];
  });
  return [...known, ...entries];
}

function railSection({ row, request, trust }: JudgedRail, command: string): RichTextSection {
  const number = request ? numberOf(request) : "Rail";
  const name = request ? nameOf(request) : row.rail.id && quoted(row.rail.id);
  if (trust.is === "payable") {
    const how = `Deposits go here. How to pay: ${command} show ${number}`;
    return section(titleLine(number, { sign: "✅", state: "Payable" }, name), [how]);
  }
  const why = [bold("Do not pay into this Rail."), ` ${heldReason(trust)}`];
  return section(titleLine(number, { sign: "🔴", state: "Held" }, name), why);
}

const REMOVED: Mark = { sign: "⚪️", state: "Removed" };
const RETIRED = "It was removed from the register. New Rails cannot use it.";

const titleLine = (number: string, { sign, state }: Mark, name: Leaf | null): Line => [
  `${sign} `,
  bold(`${number} · ${state}`),
  name && " · ",
  name,
];

function knownSection({ request, value, isRegistered, mark, why }: Known & Use): RichTextSection {
  return section(
    titleLine(numberOf(request), mark, nameOf(request)),
    [`${isRegistered ? "Approved for Rails" : "Not approved yet"}: ${placeText(value)}`],
    why,
  );
}

type Use = ReturnType<typeof useOf>;

function hiddenSection(hidden: readonly string[]): RichTextSection {
  const shown = hidden.slice(0, MOST).join(", ");
  return section(
    ["⚠️ ", bold(`Has hidden characters: ${shown}`)],
    ["Ask for it again in another way, for example by phone."],
  );
}
