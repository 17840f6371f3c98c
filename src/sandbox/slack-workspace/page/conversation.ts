import { html } from "hono/html";
import { type Html, posts } from "../../page-kit/page.ts";
import { offeredBy } from "../context.ts";
import { valuesOf } from "../kept/element-values.ts";
import type { Message } from "../kept/messages.ts";
import { plainTextOf } from "../plain-text.ts";
import { avatar } from "./avatar.ts";
import { formatDate } from "./blocks/dates.ts";
import { drawBlocks } from "./blocks/draw-blocks.ts";
import { mrkdwn } from "./blocks/text.ts";
import { drawMenu } from "./menu.ts";
import type { Screen } from "./screen.ts";

/** Draws a conversation, with the replies to each message below it. */
export function drawConversation(screen: Screen): Html {
  const { first, me, channel } = screen;
  const messages = first.messages.seenBy(me.id, channel.id);
  let lastDay = "";
  const drawn = messages
    .filter(({ threadTs, isBroadcast }) => !threadTs || isBroadcast)
    .map((message) => {
      const day = formatDate(Number(message.ts), "{day_divider_pretty}", screen.reader);
      const divider = day !== lastDay && html`<p class="day"><small>${day}</small></p>`;
      lastDay = day;
      const replies = messages.filter(({ threadTs }) => threadTs === message.ts);
      return html`${divider}${drawMessage(message, screen)}${drawThread(message, replies, screen)}`;
    });
  const nothing = html`<p class="hint">Nothing here yet.</p>`;
  return html`<div class="messages" id="messages-${channel.id}" tabindex="0" role="log" aria-label="Messages"><div>${drawn.length > 0 ? drawn : nothing}</div></div>`;
}

function drawThread({ ts }: Message, replies: readonly Message[], screen: Screen) {
  if (replies.length === 0) return "";
  const count = replies.length === 1 ? "1 reply" : `${replies.length} replies`;
  const drawn = replies.map((each) => drawMessage(each, screen, { isInThread: true }));
  return html`<details class="thread" id="thread-${ts}"><summary>${count}</summary>${drawn}</details>`;
}

function drawMessage(message: Message, screen: Screen, { isInThread = false } = {}): Html {
  const { reader, people, first } = screen;
  const { user, ts, text, blocks, onlyFor, edited, channel } = message;
  const isReply = isInThread && message.isBroadcast;
  // A broadcast reply is drawn twice.
  const id = `${isReply ? "in-thread-" : ""}p${ts.replace(".", "")}`;
  const author = reader.nameOf(user);
  const time = formatDate(Number(ts), "{time}", reader);
  const name = { kind: "message", channel, ts };
  const content =
    blocks.length > 0
      ? drawBlocks(blocks, screen.surface(id, { name, values: valuesOf(blocks) }))
      : html`<div class="block text">${mrkdwn(text, reader)}</div>`;
  const found = screen.around.panel?.linksIn(plainTextOf(message)) ?? [];
  const links = found.map(
    ({ label, url }) =>
      html`<a class="button" href="${url}" target="bank-and-chain" title="Of the sandbox, not of Slack">${label}</a> `,
  );
  const isPerson = people.some((each) => each.id === user);
  const { users } = first.directory;
  return html`<article class="message ${onlyFor && "ephemeral"}" id="${id}" tabindex="-1" aria-label="${author}, ${time}">
    ${avatar(users(), user)}
    <div class="message-body stack">
      ${beside(message, isInThread, screen)}
      <p class="byline row"><strong>${author}</strong><small>${isPerson ? "" : "App · "}<time>${time}</time>${edited && " · edited"}</small>${shortcuts(message, screen)}</p>
      ${content}
      ${links.length > 0 && html`<p class="panel-links row">${links}</p>`}
    </div>
  </article>`;
}

/** The line above an answer that nobody else sees, or a reply that the conversation shows too. */
function beside(
  { channel, threadTs = "", isBroadcast, onlyFor }: Message,
  isInThread: boolean,
  { reader, first }: Screen,
) {
  if (onlyFor) return html`<p class="hint">Only visible to you</p>`;
  if (!isBroadcast) return "";
  if (isInThread) return html`<p class="hint">Also sent to the conversation</p>`;
  const { text = "a message that is gone" } = first.messages.find(channel, threadTs) ?? {};
  return html`<p class="hint">Replied to a thread: ${mrkdwn(text, reader)}</p>`;
}

/** Slack offers no shortcuts on an ephemeral message. */
function shortcuts({ ts, channel, onlyFor }: Message, { deed, first }: Screen): Html | string {
  const items = offeredBy(first).shortcuts.map(({ name, description, callbackId }) => ({
    words: html`${name}<small>${description} · ${first.seed.app.name}</small>`,
    deed: posts(deed("/shortcut"), { channel, ts, callbackId }),
  }));
  if (onlyFor || items.length === 0) return "";
  return drawMenu({ id: `more-${ts}`, label: "More actions", sign: "⋮", kind: "plain", items });
}
