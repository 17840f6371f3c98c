import { h } from "../../../page-kit/dom.js";
import { channelById, directory, groupName, nameOf } from "../directory.js";
import { emojiNamed } from "./emoji.js";
import { formatDate } from "./format-date.js";
import { link, mention } from "./mrkdwn.js";

export const richText = (block) => h("div", { class: "rich-text" }, block.elements.map(part));

function part(element) {
  switch (element.type) {
    case "rich_text_list": {
      const attributes = { class: `indent-${element.indent ?? 0} ${borderOf(element)}` };
      const items = element.elements.map((item) => h("li", {}, item.elements.map(leaf)));
      return h(element.style === "ordered" ? "ol" : "ul", attributes, items);
    }
    case "rich_text_preformatted":
      return h("pre", { class: borderOf(element) }, element.elements.map(leaf));
    case "rich_text_quote":
      return h("blockquote", { class: borderOf(element) }, element.elements.map(leaf));
    default:
      return h("p", {}, element.elements.map(leaf));
  }
}

const borderOf = ({ border }) => (border ? "bordered" : "");

/** Returns its text, line by line. */
export const textOf = (block) =>
  [...richText(block).querySelectorAll("p, li, pre, blockquote")]
    .map(({ textContent }) => textContent)
    .join("\n");

const leaf = (element) => styled(bare(element), element.style ?? {});

function bare(element) {
  switch (element.type) {
    case "text":
      return element.text;
    case "link":
      return link(element.url, element.text ?? element.url);
    case "user":
      return mention(`@${nameOf(element.user_id)}`);
    case "channel":
      return mention(`#${channelById(element.channel_id)?.name ?? element.channel_id}`);
    case "usergroup":
      return mention(`@${groupName(element.usergroup_id) ?? element.usergroup_id}`);
    case "broadcast":
      return mention(`@${element.range}`);
    case "emoji":
      return emojiNamed(element.name) ?? `:${element.name}:`;
    case "date":
      return h("time", {}, formatDate(element.timestamp, element.format, element.fallback));
    case "color":
      return h("code", {}, element.value);
    case "team":
      return mention(
        `@${element.team_id === directory.team.id ? directory.team.name : element.team_id}`,
      );
    default:
      return h("span", { class: "unknown" }, `This page does not draw "${element.type}".`);
  }
}

function styled(node, { bold, italic, strike, code, underline }) {
  const tags = { strong: bold, em: italic, s: strike, u: underline, code };
  return Object.keys(tags).reduce((inner, tag) => (tags[tag] ? h(tag, {}, inner) : inner), node);
}
