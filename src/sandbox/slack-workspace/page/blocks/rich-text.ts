import { html } from "hono/html";
import type { RichTextLeaf, RichTextPart } from "../../blocks/rich-text.ts";
import { formatDate } from "./dates.ts";
import type { Reader } from "./surface.ts";
import { link, mention, type Words } from "./text.ts";

export const drawRichText = ({ elements }: { elements: readonly RichTextPart[] }, reader: Reader) =>
  html`<div class="rich-text stack">${elements.map((each) => part(each, reader))}</div>`;

function part(element: RichTextPart, reader: Reader): Words {
  const words = leaves(element.elements, reader);
  if (element.type === "rich_text_preformatted") return html`<pre>${words}</pre>`;
  if (element.type === "rich_text_quote") return html`<blockquote>${words}</blockquote>`;
  return html`<p>${words}</p>`;
}

const leaves = (elements: readonly RichTextLeaf[], reader: Reader): Words =>
  elements.map((each) => styled(bare(each, reader), each.style));

function bare(leaf: RichTextLeaf, reader: Reader): Words {
  switch (leaf.type) {
    case "text":
      return leaf.text;
    case "link":
      return link(leaf.url, leaf.text ?? leaf.url, reader);
    case "user":
      return mention(`@${reader.nameOf(leaf.user_id)}`);
    case "channel":
      return mention(`#${reader.channelName(leaf.channel_id) ?? leaf.channel_id}`);
    case "date": {
      const { timestamp, format, fallback } = leaf;
      return html`<time>${formatDate(timestamp, format, reader, fallback)}</time>`;
    }
  }
}

function styled(words: Words, { bold, italic, code }: RichTextLeaf["style"] = {}): Words {
  const inCode = code ? html`<code>${words}</code>` : words;
  const inBold = bold ? html`<strong>${inCode}</strong>` : inCode;
  return italic ? html`<em>${inBold}</em>` : inBold;
}
