import { withEmoji } from "./emoji.js";
import { mrkdwn } from "./mrkdwn.js";

/** Turns a `plain_text` or `mrkdwn` object into nodes. */
export function textObject({ type, text, emoji }) {
  if (type === "mrkdwn") return mrkdwn(text);
  return emoji === false ? text : withEmoji(text);
}
