import { withEmoji } from "./emoji.js";
import { mrkdwn } from "./mrkdwn.js";

/** A `plain_text` or `mrkdwn` object as nodes. */
export function textObject({ type, text, emoji }) {
  if (type === "mrkdwn") return mrkdwn(text);
  return emoji === false ? text : withEmoji(text);
}
