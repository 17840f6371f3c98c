import type { HomeView, ModalView } from "@slack/types";
import type { Browser, Locator, Page } from "playwright-core";
import { ANA, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { railOpens, startAcme, startBolt } from "../sandbox/slack-workspace/bolt-app.ts";
import { person } from "./person.ts";
import type { Screens } from "./screens.ts";

interface Look {
  width: number;
  colorScheme: "light" | "dark";
}

const MESSAGES_ON_A_SHEET = 12;

/**
 * Draws each screen in every look on the sandbox's page, as its Slack took it: messages on
 * sheets in a channel, modals opened by a command, the Home in its tab. `see` gets them one after the other.
 */
export async function drawInBrowser(
  browser: Browser,
  { messages, views }: Screens,
  looks: readonly Look[],
  see: (name: string, look: Look, what: Locator) => Promise<void>,
): Promise<void> {
  await using workspace = await startAcme();
  const { client } = workspace;
  let shown: ModalView;
  await using _ = await startBolt(workspace, (app) => railOpens(app, () => shown));
  const ana = person(workspace.url, ANA);
  const page = await browser.newPage({ reducedMotion: "reduce", bypassCSP: true });

  await page.goto(`${workspace.url}/#${ANA}/${TREASURY}`);
  // A picture of a form has no bounds.
  await page.addStyleTag({ content: "dialog[open] { max-height: none }" });

  const sheets = Object.entries(messages);
  for (let at = 0; at < sheets.length; at += MESSAGES_ON_A_SHEET) {
    const sheet = sheets.slice(at, at + MESSAGES_ON_A_SHEET);
    const posted: string[] = [];
    for (const [, { text, blocks }] of sheet) {
      const { ts = "" } = await client.chat.postMessage({ channel: TREASURY, text, blocks });
      posted.push(ts);
    }
    await page.locator(`[data-ts="${posted.at(-1)}"]`).waitFor();
    for (const look of looks) {
      const list = page.getByRole("log");
      await takeWhole(page, look, list);
      await see(`${sheet[0]?.[0]} to ${sheet.at(-1)?.[0]}`, look, list);
    }
    for (const ts of posted) await client.chat.delete({ channel: TREASURY, ts });
  }

  for (const [name, view] of Object.entries(views)) {
    if (isHome(view)) continue;
    shown = view;
    await ana.command(TREASURY, "/rail");
    const dialog = page.locator("dialog[open]");
    await dialog.waitFor();
    for (const look of looks) {
      await take(page, look);
      await see(`${name} as a form`, look, dialog);
    }
    await ana.close("all");
    await dialog.waitFor({ state: "hidden" });
  }

  await page.getByRole("button", { name: "Signalbox" }).first().click();
  await page.getByRole("tab", { name: "Home" }).click();
  for (const [name, view] of Object.entries(views).filter(([, each]) => isHome(each))) {
    await client.views.publish({ user_id: ANA, view });
    const home = page.locator(".home");
    await home.locator(".block").first().waitFor();
    for (const look of looks) {
      await takeWhole(page, look, home);
      await see(name, look, home);
    }
  }
  await page.close();
}

const isHome = (view: ModalView | HomeView): view is HomeView => view.type === "home";

async function take(page: Page, { width, colorScheme }: Look, more = 0): Promise<void> {
  await page.setViewportSize({ width, height: 1_600 + more });
  await page.emulateMedia({ colorScheme });
}

/** In a window so high that nothing of it scrolls. */
async function takeWhole(page: Page, look: Look, what: Locator): Promise<void> {
  await take(page, look);
  await take(page, look, await what.evaluate((node) => node.scrollHeight - node.clientHeight));
}

const MOST_LINES = 8;
/** A text of fewer words is a list of names or a value, which takes the lines that it takes. */
const PROSE = 30;

const isProse = (text: string) =>
  text.split(/\s+/).filter((word) => /^[^@]*\p{L}/u.test(word)).length > PROSE;

/** What makes a screen hard to read as it is drawn now: a folded text, a window that scrolls sideways, a text without structure. */
export async function whatIsHardToRead(what: Locator): Promise<string[]> {
  const { width, needed, longest } = await measured(what);
  return [
    ...(needed > width ? [`scrolls sideways: ${needed} in ${width} px`] : []),
    ...((await what.getByRole("button", { name: "See more" }).count()) > 0 ? ["folds a text"] : []),
    ...longest
      .filter(({ lines, text }) => lines > MOST_LINES && isProse(text))
      .map(({ lines, text }) => `has ${lines} lines without structure: ${text.slice(0, 100)}`),
  ];
}

/** A text is what has no line break, item or paragraph within; what people copy is no text. */
const measured = (what: Locator) =>
  what.evaluate((root) => {
    const texts: { text: string; tops: Set<number> }[] = [];
    for (const block of root.querySelectorAll("p, li, td, blockquote, .text")) {
      if (block.querySelector("p, li, .text")) continue;
      let current = { text: "", tops: new Set<number>() };
      const walker = root.ownerDocument.createTreeWalker(block, 4);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        let at = 0;
        for (const [index, piece] of (node.textContent ?? "").split("\n").entries()) {
          if (index > 0) {
            texts.push(current);
            current = { text: "", tops: new Set() };
          }
          const range = root.ownerDocument.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + piece.length);
          for (const { top, height } of range.getClientRects())
            current.tops.add(Math.round((top + height / 2) / 10));
          current.text += piece;
          at += piece.length + 1;
        }
      }
      texts.push(current);
    }
    const { clientWidth: width, scrollWidth } = root.ownerDocument.documentElement;
    const parts = [...root.querySelectorAll(".modal-body, .message-body")].map(
      (part) => part.scrollWidth - part.clientWidth,
    );
    return {
      width,
      needed: Math.max(scrollWidth, ...parts.map((over) => width + over)),
      longest: texts.map(({ text, tops }) => ({ text: text, lines: tops.size })),
    };
  });
