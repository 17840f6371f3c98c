/** A picture has its height only once it is there; whoever was at the end of the messages until then stays there. */
export function stayAtEnd(list) {
  let isAtEnd = true;
  let last = 0;

  list.addEventListener("scroll", () => {
    // Only going up leaves the end: what grew below has moved nobody.
    if (list.scrollHeight - list.scrollTop - list.clientHeight < 60) isAtEnd = true;
    else if (list.scrollTop < last) isAtEnd = false;
    last = list.scrollTop;
  });
  // Caught on its way down, since loading does not bubble.
  list.addEventListener("load", toEnd, { capture: true });

  function toEnd() {
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }
}
