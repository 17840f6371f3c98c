import { h } from "../../page-kit/dom.js";
import { place } from "../../page-kit/place.js";
import { renderBlocks } from "./blocks/blocks.js";
import { dayOf, timeOfDay } from "./blocks/format-date.js";
import { mrkdwn } from "./blocks/mrkdwn.js";
import { nameOf, userById } from "./directory.js";
import { avatar } from "./frame/avatar.js";
import { clock } from "./frame/clock.js";
import { panelLinks } from "./frame/panel.js";
import { moreActions } from "./frame/shortcuts.js";
import { redraw } from "./redraw.js";
import { stayAtEnd } from "./stay-at-end.js";
import { createSurface } from "./surface.js";

/**
 * Draws the messages of one conversation, with replies under their message. An unchanged message keeps its node, so
 * that a redraw takes neither the focus nor an open menu away. A changed one keeps the text that is being typed in it.
 */
export function createMessageList({ onReply }) {
  const drawn = new Map();
  const openThreads = new Set();
  const list = h("div", {
    class: "messages",
    role: "log",
    "aria-label": "Messages",
    tabindex: "0",
  });
  stayAtEnd(list);

  /** A broadcast reply is drawn twice; `isInThread` marks the one in the thread. */
  function node(message, { replyCount = 0, isInThread = false } = {}) {
    const { values: _, ...shown } = message;
    const key = JSON.stringify([shown, replyCount, clock.aheadMs]);
    const place = isInThread ? `${message.ts} in its thread` : message.ts;
    const known = drawn.get(place);
    if (known?.key === key) return known.node;
    const surface = known?.surface ?? createSurface(placeOf(message));
    const fresh = messageNode(message, {
      surface,
      isInThread,
      onReply: () => onReply(message),
    });
    if (known) redraw(bodyOf(known.node), [...bodyOf(fresh).childNodes]);
    const current = known?.node ?? fresh;
    drawn.set(place, { key, surface, node: current });
    return current;
  }

  function thread(parent, replies) {
    const summary = `${replies.length} ${replies.length === 1 ? "reply" : "replies"}`;
    return h(
      "details",
      {
        class: "thread",
        open: openThreads.has(parent.ts),
        on: {
          toggle({ target }) {
            if (target.open) openThreads.add(parent.ts);
            else openThreads.delete(parent.ts);
          },
        },
      },
      h("summary", {}, summary),
      replies.map((reply) => node(reply, { isInThread: true })),
    );
  }

  function draw(messages) {
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
    const focused = list.contains(document.activeElement) ? document.activeElement : undefined;
    const around = focused?.closest("[data-ts]");
    const tops = messages.filter(({ thread_ts, subtype }) => !thread_ts || subtype);
    let day;
    const nodes = tops.flatMap((message) => {
      const replies = messages.filter(({ thread_ts }) => thread_ts === message.ts);
      const isNewDay = day !== dayOf(message.ts);
      day = dayOf(message.ts);
      return [
        ...(isNewDay ? [h("p", { class: "day" }, h("span", {}, day))] : []),
        node(message, { replyCount: replies.length }),
        ...(replies.length > 0 ? [thread(message, replies)] : []),
      ];
    });
    place(list, nodes.length > 0 ? nodes : [h("p", { class: "empty" }, "Nothing here yet.")]);
    // A decided card loses its buttons, and the focus would go with them.
    const heir = [focused, document.activeElement, around].find((each) => list.contains(each));
    if (focused) (heir ?? list).focus({ preventScroll: true });
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  /**
   * Finds a message by `p` and the ts without its point, as in a permalink. A broadcast reply is shown outside its
   * thread.
   */
  function scrollTo(message) {
    const wanted = [...list.querySelectorAll("[data-ts]")].findLast(
      ({ dataset }) => `p${dataset.ts.replace(".", "")}` === message,
    );
    wanted?.scrollIntoView({ block: "center" });
    wanted?.classList.add("pointed-at");
  }

  function toEnd() {
    list.scrollTop = list.scrollHeight;
  }

  return { list, draw, scrollTo, toEnd, openThread: (ts) => openThreads.add(ts) };
}

const bodyOf = (article) => article.querySelector(".message-body");

const placeOf =
  ({ channel, ts }) =>
  () => ({ kind: "message", channel, ts });

/** Draws the line above an ephemeral or broadcast message. */
function beside({ ephemeral, subtype, root }, isInThread) {
  const aside = (...words) => h("p", { class: "aside" }, words);
  if (ephemeral) return aside("Only visible to you");
  if (subtype !== "thread_broadcast") return null;
  return isInThread
    ? aside("Also sent to the conversation")
    : aside("Replied to a thread: ", mrkdwn(root?.text ?? "a message that is gone"));
}

function messageNode(message, { surface, isInThread, onReply }) {
  const { user, ts, text, blocks = [], ephemeral, edited, values } = message;
  const author = userById(user) ?? { id: user, realName: nameOf(user) };
  return h(
    "article",
    {
      class: ephemeral ? "message ephemeral" : "message",
      "aria-label": `${author.realName}, ${timeOfDay(ts)}`,
      tabindex: "-1",
      data: { ts },
    },
    avatar(author),
    h(
      "div",
      { class: "message-body" },
      beside(message, isInThread),
      h(
        "p",
        { class: "byline" },
        h("strong", {}, author.realName),
        author.isBot ? h("span", { class: "tag" }, "App") : null,
        h("time", {}, timeOfDay(ts)),
        edited ? h("span", { class: "edited" }, "edited") : null,
      ),
      blocks.length > 0
        ? renderBlocks(blocks, { surface, values })
        : h("div", { class: "block section text" }, mrkdwn(text)),
      panelLinks(message.panelLinks),
    ),
    // Slack offers neither replies nor shortcuts on an ephemeral message.
    ephemeral
      ? null
      : h(
          "div",
          { class: "message-tools" },
          h(
            "button",
            { type: "button", class: "plain", on: { click: onReply }, title: "Reply in thread" },
            "Reply",
          ),
          moreActions(message),
        ),
  );
}
