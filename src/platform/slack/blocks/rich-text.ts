import type * as kit from "@slack/types";
import { oneLine } from "../../text/shown-text.ts";
import { utcText } from "../../text/times.ts";
import { type Part, present } from "./text.ts";

/** Names and reasons may stand beside bold words only here: Slack reads no leaf as markup. */
export type Leaf = kit.RichTextElement | string;

/** One line of leaves; a string is one as it is. A condition that is false leaves its leaf out. */
export type Line = readonly Part<Leaf>[];

/** What rich text is made of: a line, or what has several of them, a bar or a box. */
export type RichPart = Line | kit.RichTextBlockElement;

/** Somebody's words, or ours: on one line, without any style. */
export function said(text: string): kit.RichTextText {
  return { type: "text", text: oneLine(text) };
}

/** For warnings, the imperative line, approved names, labels and counts. */
export function bold(text: string): kit.RichTextText {
  return { ...said(text), style: { bold: true } };
}

/** A short value to copy. */
export function code(text: string): kit.RichTextText {
  return { ...said(text), style: { code: true } };
}

/** Characters that differ. */
export function boldCode(text: string): kit.RichTextText {
  return { ...said(text), style: { bold: true, code: true } };
}

export function user(id: string): kit.RichTextUserMention {
  return { type: "user", user_id: id };
}

export function channel(id: string): kit.RichTextChannelMention {
  return { type: "channel", channel_id: id };
}

/**
 * A time (ISO 8601) in the reader's own zone. `format` is made of Slack's tokens
 * (https://docs.slack.dev/messaging/formatting-message-text/#date-formatting).
 */
export function date(iso: string, format = "{date_short_pretty} at {time}"): kit.RichTextDate {
  const timestamp = Math.floor(Date.parse(iso) / 1_000);
  return { type: "date", timestamp, format, fallback: utcText(iso) };
}

/** A paragraph, or with several lines the only line breaks that it has. */
export function section(...lines: readonly Part<Line>[]): kit.RichTextSection {
  return { type: "rich_text_section", elements: leavesOf(lines) };
}

/** Somebody's words behind Slack's own bar, so that they cannot pass for a line of ours. */
export function quote(...lines: readonly Part<Line>[]): kit.RichTextQuote {
  return { type: "rich_text_quote", elements: leavesOf(lines) };
}

/** Values in a box, exactly as they are: only for values without hidden characters. */
export function preformatted(...lines: readonly string[]): kit.RichTextPreformatted {
  return { type: "rich_text_preformatted", elements: [{ type: "text", text: lines.join("\n") }] };
}

/**
 * Lines and sections that follow each other become one section: Slack does not say where it breaks
 * the line. Null for nothing.
 */
export function richText(...parts: readonly Part<RichPart>[]) {
  const elements: kit.RichTextBlockElement[] = [];
  for (const part of present(parts)) {
    const element = isLine(part) ? section(part) : part;
    const last = elements.at(-1);
    if (element.type === "rich_text_section" && last?.type === "rich_text_section") {
      const joined = [...last.elements, LINE_BREAK, ...element.elements];
      elements[elements.length - 1] = { type: "rich_text_section", elements: joined };
    } else elements.push(element);
  }
  return elements.length > 0 ? ({ type: "rich_text", elements } satisfies kit.RichTextBlock) : null;
}

const isLine = (part: RichPart): part is Line => Array.isArray(part);

const LINE_BREAK: kit.RichTextText = { type: "text", text: "\n" };

function leavesOf(lines: readonly Part<Line>[]): kit.RichTextElement[] {
  return present(lines).flatMap((line, index) => [
    ...(index > 0 ? [LINE_BREAK] : []),
    ...present(line).flatMap((leaf) => {
      if (typeof leaf !== "string") return [leaf];
      return leaf === "" ? [] : [said(leaf)];
    }),
  ]);
}
