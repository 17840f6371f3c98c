import { h } from "../../../page-kit/dom.js";
import { link } from "./mrkdwn.js";
import { textObject } from "./text-object.js";

/** Draws the words of a video block, without the video and its picture, because the page fetches nothing foreign. */
export function video({
  video_url,
  alt_text,
  title,
  title_url,
  author_name,
  provider_name,
  description,
}) {
  const from = [author_name, provider_name].filter(Boolean).join(" · ");
  return h(
    "figure",
    { class: "video-card", "aria-label": alt_text },
    from ? h("small", {}, from) : null,
    h("strong", {}, title_url ? link(title_url, textObject(title)) : textObject(title)),
    description ? h("p", {}, textObject(description)) : null,
    h("small", {}, "▶ ", link(video_url, alt_text)),
  );
}
