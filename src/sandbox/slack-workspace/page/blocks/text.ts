import { html } from "hono/html";
import { attributes, type Html } from "../../../page-kit/page.ts";
import { formatDate } from "./dates.ts";
import type { Reader } from "./surface.ts";

export type Words = string | Html | readonly Words[];

/** Draws a text object. */
export const drawText = ({ type, text }: { type: string; text: string }, reader: Reader): Words =>
  type === "mrkdwn" ? mrkdwn(text, reader) : text;

/** Draws the `<…>` of Slack's mrkdwn, all that the app uses of it; other markup stays text. */
export const mrkdwn = (text: string, reader: Reader): Words =>
  // Every second part is the inside of one.
  text
    .split(/<([^<>\n]+)>/)
    .map((part, index) => (index % 2 === 0 ? unescaped(part) : angle(part, reader)));

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
