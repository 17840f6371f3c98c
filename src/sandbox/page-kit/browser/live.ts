import { focusAfter, focusBefore } from "./focus.ts";
import { Idiomorph } from "./idiomorph.js";
import { listenToPeople, toast } from "./post.ts";

// Keeps a page as the server would draw it now: whenever something has changed, the page's own
// address is read again, and the difference is put into the document. What a person has typed,
// chosen or opened stays.

const events = new EventSource(document.body.dataset.events ?? "");
let isLost = false;
events.addEventListener("change", refresh);
// Nobody announced what changed before the first news, or during a break.
events.addEventListener("ready", () => {
  isLost = false;
  refresh();
});
events.addEventListener("error", () => {
  if (!isLost) toast("The connection to the sandbox was lost. Trying again…");
  isLost = true;
});
addEventListener("popstate", refresh);
document.addEventListener("click", follow);
listenToPeople((address) => (address ? go(address) : refresh()));
focusAfter(focusBefore());
showCurrent();

/** Texts that somebody unfolded. */
const opened = new WeakSet<Element>();
// It begins at once. A narrow window may fold a text, and a wide one unfold it.
new ResizeObserver(fold).observe(document.body);

let running: Promise<void> | undefined;
let isStale = false;

/** Reads the page once at a time, and once more if it was asked for meanwhile. */
function refresh(): Promise<void> {
  isStale = true;
  running ??= redraw().finally(() => {
    running = undefined;
  });
  return running;
}

async function redraw(): Promise<void> {
  while (isStale) {
    isStale = false;
    const { href } = location;
    const answer = await fetch(href).catch(() => undefined);
    if (!answer?.ok) continue;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    await pointerUp();
    // The person went elsewhere meanwhile, and that place is read next.
    if (href !== location.href) continue;
    document.title = fresh.title;
    const before = focusBefore();
    Idiomorph.morph(document.body, fresh.body, {
      callbacks: { beforeAttributeUpdated: follows, beforeNodeRemoved: mayGo },
    });
    focusAfter(before);
    fold();
  }
}

/** The server decides over attributes, but for those of scripts and what people have entered. */
function follows(name: string, element: Element, kind: "update" | "remove"): boolean {
  if (["aria-busy", "hidden", "style"].includes(name)) return false;
  if (name === "open") return kind === "update";
  return !(["value", "checked", "selected"].includes(name) && isEntered(element));
}

function isEntered(field: Element): boolean {
  if (field instanceof HTMLOptionElement) return field.selected !== field.defaultSelected;
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  const isBox = field.type === "radio" || field.type === "checkbox";
  return isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

const mayGo = (node: Node): boolean => !(node instanceof Element && node.matches(".toasts"));

const LONGEST_PRESS_MS = 1_000;
let press: PromiseWithResolvers<void> | undefined;
document.addEventListener("pointerdown", () => {
  press = Promise.withResolvers();
  setTimeout(press.resolve, LONGEST_PRESS_MS);
});
for (const end of ["pointerup", "pointercancel", "contextmenu", "dragend"]) {
  // The click itself follows its pointerup.
  document.addEventListener(end, () => setTimeout(() => press?.resolve()));
}

/** A control that moves between the press and the release would lose the click. */
const pointerUp = () => press?.promise;

/** Follows a link within the page. A link to a message is left to the browser, which shows it. */
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest("a[href^='?']");
  if (!(link instanceof HTMLAnchorElement) || link.hash || link.target) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
}

async function go(address: string): Promise<void> {
  history.pushState(null, "", address);
  await refresh();
  showCurrent();
}

/** A narrow window scrolls its lists sideways. */
function showCurrent(): void {
  for (const each of document.querySelectorAll("[aria-current]")) {
    each.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** Cuts each long text off at its height in `data-fold`; its button shows the rest. */
function fold(): void {
  for (const text of document.querySelectorAll<HTMLElement>("[data-fold]")) {
    const button = text.nextElementSibling;
    if (!(button instanceof HTMLButtonElement)) continue;
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
