import { html } from "hono/html";
import { attributes, type Html } from "../../../page-kit/page.ts";
import { formatDate } from "./dates.ts";
import type { Reader } from "./surface.ts";

export type Words = string | Html | readonly Words[];

/** Draws a text object. */
export const drawText = ({ type, text }: { type: string; text: string }, reader: Reader): Words =>
  type === "mrkdwn" ? mrkdwn(text, reader) : text;

/** In this order: code, `<…>`, *bold*, a bare address. */
const TOKEN =
  /`([^`\n]+)`|<([^<>\n]+)>|(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])|(https?:\/\/[^\s<>]+[^\s<>.,;:!?)])/g;

/** Draws Slack's mrkdwn, as far as the app and people here use it; other markup stays text. */
export function mrkdwn(text: string, reader: Reader): Words {
  const words: Words[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    words.push(unescaped(text.slice(end, match.index)), token(match, reader));
    end = match.index + match[0].length;
  }
  return [...words, unescaped(text.slice(end))];
}

function token([whole, code, angled, bold, address]: RegExpMatchArray, reader: Reader): Words {
  if (code) return html`<code>${unescaped(code)}</code>`;
  if (angled) return angle(angled, reader);
  if (bold) return html`<strong>${mrkdwn(bold, reader)}</strong>`;
  return address ? link(unescaped(address), unescaped(address), reader) : whole;
}

function angle(content: string, reader: Reader): Words {
  const [target = "", label] = content.split("|");
  const rest = target.slice(1);
  if (target.startsWith("@")) return mention(`@${reader.nameOf(rest)}`);
  if (target.startsWith("#")) return mention(`#${reader.channelName(rest) ?? rest}`);
  if (target.startsWith("!date^")) {
    const [, seconds, template = ""] = target.split("^");
    return html`<time>${formatDate(Number(seconds), template, reader, label)}</time>`;
  }
  if (target.startsWith("!")) return mention(`@${rest}`);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return unescaped(`<${content}>`);
  return link(unescaped(target), unescaped(label ?? target), reader);
}

export const mention = (name: string): Html => html`<span class="mention">${name}</span>`;

/** Draws a link, or the bare text of an address that is not opened. */
export const link = (url: string, text: string, reader: Reader): Words =>
  isSafe(url) ? html`<a${opens(url, reader)}>${text}</a>` : text;

/** The attributes of a link: another message is shown by this page, all else by another. */
export function opens(url: string, { addressOf }: Reader): Html[] {
  const href = addressOf(url);
  return attributes({
    href,
    ...(href === url && { target: "_blank", rel: "noopener noreferrer" }),
  });
}

/** No link can run script. */
export const isSafe = (url: string): boolean =>
  ["http:", "https:"].includes(URL.parse(url)?.protocol ?? "");

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
