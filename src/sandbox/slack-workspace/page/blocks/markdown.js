import { h } from "../../../page-kit/dom.js";
import { link } from "./mrkdwn.js";

/** A line that begins with this ends a paragraph. */
const BLOCK = /^(?:#{1,6} |```|> ?|\s*(?:[-*+]|\d+[.)]) |(?:-{3,}|\*{3,})$)/;

/**
 * The order is: code, a picture, a link (its address may hold one pair of brackets), bold, struck, italic, a bare
 * address.
 */
const SPAN =
  /`([^`]+)`|!\[([^\]]*)\]\([^)\s]*\)|\[([^\]]+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)|(?:\*\*|__)(?=\S)(.+?)(?<=\S)(?:\*\*|__)|~~(?=\S)(.+?)(?<=\S)~~|(?<!\w)[*_](?=\S)([^*_]+?)(?<=\S)[*_](?!\w)|(https?:\/\/[^\s<>]+[^\s<>.,;:!?)])/g;

/** Turns standard Markdown into nodes, as far as messages need it; the rest stays text. */
export function markdown(text) {
  const lines = text.split(/\r?\n/);
  const nodes = [];
  while (lines.length > 0) nodes.push(...nextBlock(lines));
  return nodes;
}

/** Takes a block's lines from the front. */
function nextBlock(lines) {
  const line = lines.shift();
  if (line.trim() === "") return [];
  if (line.startsWith("```")) return [h("pre", {}, fenced(lines))];
  if (/^(-{3,}|\*{3,})$/.test(line.trim())) return [h("hr")];

  const [, marks, heading] = /^(#{1,6}) (.*)$/.exec(line) ?? [];
  if (marks) return [h(`h${Math.min(marks.length + 2, 6)}`, {}, spans(heading))];
  if (line.startsWith(">")) {
    const quoted = [line, ...takeWhile(lines, (each) => each.startsWith(">"))];
    return [h("blockquote", {}, markdown(quoted.map(unquoted).join("\n")))];
  }

  const item = itemIn(line);
  if (item) {
    const items = [item, ...takeWhile(lines, (each) => itemIn(each)?.tag === item.tag).map(itemIn)];
    return [
      h(
        item.tag,
        {},
        items.map(({ text }) => h("li", {}, spans(text))),
      ),
    ];
  }

  const more = takeWhile(lines, (each) => each.trim() !== "" && !BLOCK.test(each));
  return [h("p", {}, spans([line, ...more].join("\n")))];
}

/** A quote inside a quote is drawn as one, because a message could nest twelve thousand of them. */
const unquoted = (line) => line.replace(/^[>\s]+/, "").trimEnd();

function fenced(lines) {
  const code = takeWhile(lines, (each) => !each.startsWith("```"));
  lines.shift();
  return code.join("\n");
}

function itemIn(line) {
  const [, mark, text] = /^\s*([-*+]|\d+[.)]) (.*)$/.exec(line) ?? [];
  return mark === undefined ? undefined : { tag: /\d/.test(mark) ? "ol" : "ul", text };
}

function takeWhile(lines, isWanted) {
  const end = lines.findIndex((line) => !isWanted(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

function spans(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    nodes.push(text.slice(end, match.index), span(match));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

function span([, code, picture, label, url, bold, struck, italic, address]) {
  if (code !== undefined) return h("code", {}, code);
  if (picture !== undefined) return h("span", { class: "no-picture" }, `Picture: ${picture}`);
  if (label !== undefined) return link(url, spans(label));
  if (bold !== undefined) return h("strong", {}, spans(bold));
  if (struck !== undefined) return h("s", {}, spans(struck));
  if (italic !== undefined) return h("em", {}, spans(italic));
  return link(address, address);
}
