import { channelById, nameOf } from "./directory.js";
import { h } from "./dom.js";
import { emojiNamed } from "./emoji.js";
import { formatDate } from "./format-date.js";
import { link, mention } from "./mrkdwn.js";

export const richText = (block) => h("div", { class: "rich-text" }, block.elements.map(part));

function part(element) {
  switch (element.type) {
    case "rich_text_list": {
      const attributes = {
        class: `indent-${element.indent ?? 0}`,
        start: (element.offset ?? 0) + 1,
      };
      const items = element.elements.map((item) => h("li", {}, item.elements.map(leaf)));
      return h(element.style === "ordered" ? "ol" : "ul", attributes, items);
    }
    case "rich_text_preformatted":
      return h("pre", {}, element.elements.map(leaf));
    case "rich_text_quote":
      return h("blockquote", {}, element.elements.map(leaf));
    default:
      return h("p", {}, element.elements.map(leaf));
  }
}

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
      return mention("@group");
    case "broadcast":
      return mention(`@${element.range}`);
    case "emoji":
      return emojiNamed(element.name) ?? `:${element.name}:`;
    case "date":
      return h("time", {}, formatDate(element.timestamp, element.format, element.fallback));
    case "color":
      return h("code", {}, element.value);
    default:
      return "";
  }
}

function styled(node, { bold, italic, strike, code, underline }) {
  const tags = { strong: bold, em: italic, s: strike, u: underline, code };
  return Object.keys(tags).reduce((inner, tag) => (tags[tag] ? h(tag, {}, inner) : inner), node);
}
