import type {
  RichTextBlock,
  RichTextBlockElement,
  RichTextChannelMention,
  RichTextDate,
  RichTextElement,
  RichTextLink,
  RichTextList,
  RichTextPreformatted,
  RichTextQuote,
  RichTextSection,
  RichTextText,
  RichTextUsergroupMention,
  RichTextUserMention,
} from "@slack/types";
import { folded, grouped, isCopyable, shortened } from "../../text/shown-text.ts";
import { utcText } from "../../text/times.ts";
import type { Part } from "./parts.ts";
import { present } from "./parts.ts";

/** Only in rich text may names and reasons be beside bold words: a leaf is never read as markup. */
export type Leaf = RichTextElement | string;

/** One line. A condition that is false leaves its leaf out. */
export type Line = readonly Part<Leaf>[];
export type Lines = readonly Part<Line>[];

export function bold(text: string): RichTextText {
  return { type: "text", text: folded(text), style: { bold: true } };
}

/** A red line: words say it too, since colour alone tells nobody. */
export function warningLine(text: string, ...more: Line): RichTextSection {
  return lines([bold(`🔴 Warning: ${text}`), ...more]);
}

export function user(id: string): RichTextUserMention {
  return { type: "user", user_id: id };
}

/** A user group, by mention: once, however many are in it. */
function group(id: string): RichTextUsergroupMention {
  return { type: "usergroup", usergroup_id: id };
}

/** Slack shows its name to those who may see it. */
export function channel(id: string): RichTextChannelMention {
  return { type: "channel", channel_id: id };
}

export function link(url: string, text: string): RichTextLink {
  return { type: "link", url, text: folded(text) };
}

/** Slack shows it in the reader's own time zone; `format` is made of Slack's tokens. */
export function date(iso: string, format = "{date_short_pretty} at {time}"): RichTextDate {
  return {
    type: "date",
    timestamp: Math.floor(Date.parse(iso) / 1000),
    format,
    fallback: utcText(iso),
  };
}

/** `12 days ago`, kept right by Slack however old the message gets. */
export function ago(iso: string): RichTextDate {
  return date(iso, "{ago}");
}

/**
 * Lines of one paragraph. A string becomes a leaf of its own, folded; the line breaks between lines are the only ones
 * there are.
 */
export function lines(...rows: Lines): RichTextSection {
  return { type: "rich_text_section", elements: present(rows).flatMap(brokenRow) };
}

const brokenRow = (row: Line, index: number) => [
  ...(index > 0 ? [LINE_BREAK] : []),
  ...leaves(row),
];

export function bulletList(...rows: Lines): RichTextList {
  const elements = present(rows).map((row) => lines(row));
  return { type: "rich_text_list", style: "bullet", elements };
}

/** Words of someone else, set apart by Slack's own bar at every line, so that they cannot pass for a line of ours. */
export function quote(text: string): RichTextQuote {
  return { type: "rich_text_quote", elements: leaves([text]) };
}

export const LINE_BREAK: RichTextText = { type: "text", text: "\n" };

/**
 * A line is a row. Lines and paragraphs that follow each other become one paragraph: whether Slack breaks the line
 * between two is written nowhere.
 */
export function richText(...parts: readonly Part<RichTextBlockElement | Line>[]): RichTextBlock {
  const elements: RichTextBlockElement[] = [];
  for (const each of present(parts)) {
    const part = "type" in each ? each : lines(each);
    const last = elements.at(-1);
    if (part.type === "rich_text_section" && last?.type === "rich_text_section") {
      elements[elements.length - 1] = joined(last, part);
    } else {
      elements.push(part);
    }
  }
  return { type: "rich_text", elements };
}

function joined(first: RichTextSection, second: RichTextSection): RichTextSection {
  return {
    type: "rich_text_section",
    elements: [...first.elements, LINE_BREAK, ...second.elements],
  };
}

/**
 * An address or account number, once: for copying, or in groups for comparing. A value with something hidden in it is not
 * shown at all: what is copied would not be what is seen.
 */
export function shownExactly(
  value: string,
  inGroups: boolean,
): RichTextSection | RichTextPreformatted {
  if (!isCopyable(value)) return lines([bold(NOT_SHOWN)]);
  return inGroups
    ? lines([{ type: "text", text: grouped(value), style: { bold: true, code: true } }])
    : verbatim(value);
}

/** The value once, unchanged, for copying; nothing if there is none. */
export function copyBlock(value: string | null): (RichTextSection | RichTextPreformatted)[] {
  if (value === null || value.trim() === "") return [];
  return [isCopyable(value) ? verbatim(value) : lines([bold(NOT_SHOWN)])];
}

/** One line to copy, exactly as it is: for values that `isCopyable`. */
export function verbatim(value: string): RichTextPreformatted {
  return { type: "rich_text_preformatted", elements: [{ type: "text", text: value }] };
}

/** The same for a short field on a line of its own. */
export function copyableInline(value: string): RichTextText {
  if (!isCopyable(value)) return bold(NOT_SHOWN);
  return { type: "text", text: value, style: { code: true } };
}

const NOT_SHOWN =
  "Not shown: it has characters that cannot be seen, or is too long. Do not approve it, and send no money to it.";

/** Naming more people than this would be an @channel by another name, and more than a card can hold. */
const MOST_MENTIONED = 50;

/** People by mention, parted by commas; beyond `most`, how many there are. */
export function mentions(
  ids: readonly string[],
  most = MOST_MENTIONED,
): (RichTextUserMention | ", " | `${number} people`)[] {
  if (ids.length > most) return [`${ids.length} people`];
  return ids.flatMap((id, index) => (index > 0 ? [", ", user(id)] : [user(id)]));
}

/** People and user groups by mention, parted by commas. */
export function everyone(ids: readonly string[], groups: readonly string[], most?: number): Leaf[] {
  const people = mentions(ids, most);
  const rest = groups.flatMap((id, index) => (index > 0 ? [", ", group(id)] : [group(id)]));
  return people.length > 0 && rest.length > 0 ? [...people, ", ", ...rest] : [...people, ...rest];
}

/** User groups by mention, parted by commas; beyond `most`, how many there are. */
export function userGroups(ids: readonly string[], most = MOST_MENTIONED): Leaf[] {
  if (ids.length > most) return [`${ids.length} user groups`];
  return ids.flatMap((usergroup_id, index) => [
    ...(index > 0 ? [", "] : []),
    { type: "usergroup", usergroup_id } as const,
  ]);
}

/** A name given by people or by the service: at most 75 characters of it. */
export function named(name: string): RichTextText {
  return bold(shortened(name, 75));
}

function leaves(row: Line): RichTextElement[] {
  return present(row).flatMap((leaf) => {
    if (typeof leaf !== "string") return [leaf];
    return leaf === "" ? [] : [text(folded(leaf))];
  });
}

function text(value: string): RichTextText {
  return { type: "text", text: value };
}
