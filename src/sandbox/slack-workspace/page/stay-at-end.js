/** Keeps a person at the end of the messages, because a picture gets its height only when it has loaded. */
export function stayAtEnd(list) {
  let isAtEnd = true;
  let last = 0;

  list.addEventListener("scroll", () => {
    // Only scrolling up leaves the end; growth below moves nobody.
    if (list.scrollHeight - list.scrollTop - list.clientHeight < 60) isAtEnd = true;
    else if (list.scrollTop < last) isAtEnd = false;
    last = list.scrollTop;
  });
  // The load event does not bubble, so the listener captures it.
  list.addEventListener("load", toEnd, { capture: true });

  function toEnd() {
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }
}
