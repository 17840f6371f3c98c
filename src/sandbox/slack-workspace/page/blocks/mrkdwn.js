import { h } from "../../../page-kit/dom.js";
import { channelById, groupName, nameOf } from "../directory.js";
import { emojiNamed } from "./emoji.js";
import { formatDate } from "./format-date.js";
import { safeUrl } from "./safe-url.js";

/** The order is: fenced code, code, `<…>`, *bold*, _italic_, ~struck~, :emoji:, a bare address. */
const TOKEN =
  /```\n?([\s\S]+?)```|`([^`\n]+)`|<([^<>\n]+)>|(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)([^_\n]+?)(?<=\S)_(?!\w)|(?<![\w~])~(?=\S)([^~\n]+?)(?<=\S)~(?![\w~])|:([a-z0-9_+-]+):|(https?:\/\/[^\s<>]+[^\s<>.,;:!?)])/g;

/** Turns Slack's mrkdwn into nodes; unknown markup stays text. */
export function mrkdwn(text) {
  return text
    .split(/(?:^|\n)((?:(?:&gt;|>) ?[^\n]*(?:\n|$))+)/)
    .map((part, index) =>
      index % 2 === 0 ? inline(part) : h("blockquote", {}, inline(unquoted(part))),
    );
}

const unquoted = (part) => part.trimEnd().replace(/^(?:&gt;|>) ?/gm, "");

function inline(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    nodes.push(unescaped(text.slice(end, match.index)), token(match));
    end = match.index + match[0].length;
  }
  return [...nodes, unescaped(text.slice(end))];
}

function token([whole, fenced, code, angled, bold, italic, struck, emoji, address]) {
  if (fenced !== undefined) return h("pre", {}, unescaped(fenced));
  if (code !== undefined) return h("code", {}, unescaped(code));
  if (angled !== undefined) return angle(angled);
  if (bold !== undefined) return h("strong", {}, inline(bold));
  if (italic !== undefined) return h("em", {}, inline(italic));
  if (struck !== undefined) return h("s", {}, inline(struck));
  if (emoji !== undefined) return emojiNamed(emoji) ?? whole;
  return link(unescaped(address), unescaped(address));
}

function angle(content) {
  const [target, label] = content.split("|");
  if (target.startsWith("@")) return mention(`@${nameOf(target.slice(1))}`);
  if (target.startsWith("#"))
    return mention(`#${channelById(target.slice(1))?.name ?? target.slice(1)}`);
  if (target.startsWith("!date^")) {
    const [, epoch, template, url] = target.split("^");
    const shown = formatDate(Number(epoch), template, label);
    return h("time", { title: label ?? "" }, url ? link(url, shown) : shown);
  }
  if (target.startsWith("!subteam^")) {
    const id = target.slice("!subteam^".length);
    return mention(`@${groupName(id) ?? label?.replace(/^@/, "") ?? id}`);
  }
  if (target.startsWith("!")) return mention(`@${target.slice(1)}`);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return unescaped(`<${content}>`);
  return link(unescaped(target), unescaped(label ?? target));
}

/** Draws a mention of people or places. */
export const mention = (text) => h("span", { class: "mention" }, text);

/** Draws a link, or the bare text of an unsafe one. */
export function link(url, text) {
  const href = safeUrl(url);
  if (!href && url.startsWith("mailto:")) return text;
  return href
    ? h("a", { href, target: "_blank", rel: "noopener noreferrer" }, text)
    : h("span", { class: "dead-link", title: "This address is not opened" }, text);
}

const unescaped = (text) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
