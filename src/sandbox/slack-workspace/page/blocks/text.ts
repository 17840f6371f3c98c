import { html } from "hono/html";
import type { Html } from "../../../page-kit/page.ts";
import { formatDate } from "./dates.ts";
import type { Reader } from "./reader.ts";

export type Words = string | Html | readonly Words[];

/** In this order: fenced code, code, `<…>`, *bold*, _italic_, ~struck~, a bare address. */
const TOKEN =
  /```\n?([\s\S]+?)```|`([^`\n]+)`|<([^<>\n]+)>|(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)([^_\n]+?)(?<=\S)_(?!\w)|(?<![\w~])~(?=\S)([^~\n]+?)(?<=\S)~(?![\w~])|(https?:\/\/[^\s<>]+[^\s<>.,;:!?)])/g;

/** Draws a text object. */
export const drawText = ({ type, text }: { type: string; text: string }, reader: Reader): Words =>
  type === "mrkdwn" ? mrkdwn(text, reader) : text;

/** Draws Slack's mrkdwn; unknown markup stays text. */
export function mrkdwn(text: string, reader: Reader): Words {
  return text
    .split(/(?:^|\n)((?:(?:&gt;|>) ?[^\n]*(?:\n|$))+)/)
    .map((part, index) =>
      index % 2 === 0
        ? inline(part, reader)
        : html`<blockquote>${inline(part.trimEnd().replace(/^(?:&gt;|>) ?/gm, ""), reader)}</blockquote>`,
    );
}

function inline(text: string, reader: Reader): Words {
  const words: Words[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    words.push(unescaped(text.slice(end, match.index)), token(match, reader));
    end = match.index + match[0].length;
  }
  return [...words, unescaped(text.slice(end))];
}

function token(
  [whole, fenced, code, angled, bold, italic, struck, address]: RegExpMatchArray,
  reader: Reader,
): Words {
  if (fenced) return html`<pre>${unescaped(fenced)}</pre>`;
  if (code) return html`<code>${unescaped(code)}</code>`;
  if (angled) return angle(angled, reader);
  if (bold) return html`<strong>${inline(bold, reader)}</strong>`;
  if (italic) return html`<em>${inline(italic, reader)}</em>`;
  if (struck) return html`<s>${inline(struck, reader)}</s>`;
  return address ? link(unescaped(address), unescaped(address), reader) : whole;
}

function angle(content: string, reader: Reader): Words {
  const [target = "", label] = content.split("|");
  const rest = target.slice(1);
  if (target.startsWith("@")) return mention(`@${reader.nameOf(rest)}`);
  if (target.startsWith("#")) return mention(`#${reader.channelName(rest) ?? rest}`);
  if (target.startsWith("!date^")) {
    const [, seconds, template = "", url] = target.split("^");
    const shown = formatDate(Number(seconds), template, reader, label);
    return html`<time title="${label}">${url ? link(url, shown, reader) : shown}</time>`;
  }
  if (target.startsWith("!subteam^")) {
    const id = target.slice("!subteam^".length);
    return mention(`@${reader.groupName(id) ?? id}`);
  }
  if (target.startsWith("!")) return mention(`@${rest}`);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return unescaped(`<${content}>`);
  return link(unescaped(target), unescaped(label ?? target), reader);
}

export const mention = (name: string): Html => html`<span class="mention">${name}</span>`;

/** Draws a link, or the bare text of an address that is not opened. */
export function link(url: string, text: string, reader: Reader): Words {
  if (!isSafe(url)) return html`<span title="This address is not opened">${text}</span>`;
  const href = reader.addressOf(url);
  return href === url
    ? html`<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`
    : html`<a href="${href}">${text}</a>`;
}

/** No link can run script. */
export const isSafe = (url: string): boolean =>
  ["http:", "https:"].includes(URL.parse(url)?.protocol ?? "");

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
