import { h } from "../../../page-kit/dom.js";
import { link } from "./mrkdwn.js";
import { textObject } from "./text-object.js";

/** What a video block says about its video. It is not played, nor its picture shown: nothing foreign is fetched. */
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
