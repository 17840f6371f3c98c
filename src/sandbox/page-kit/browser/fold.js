/** Texts that somebody unfolded. */
const opened = new WeakSet();

// A narrow window may fold a text, and a wide one unfold it.
new ResizeObserver(fold).observe(document.body);

/** Cuts each long text off at its height in `data-fold`; its button shows the rest. */
export function fold() {
  for (const text of document.querySelectorAll("[data-fold]")) {
    const button = text.nextElementSibling;
    if (!(text instanceof HTMLElement && button instanceof HTMLButtonElement)) continue;
    const most = Number(text.dataset.fold);
    const isFolded = text.scrollHeight > most && !opened.has(text);
    text.style.maxHeight = isFolded ? `${most}px` : "";
    text.style.overflow = isFolded ? "hidden" : "";
    button.hidden = text.scrollHeight <= most;
    button.textContent = isFolded ? "See more" : "See less";
    button.onclick = () => {
      if (!opened.delete(text)) opened.add(text);
      fold();
    };
  }
}
