import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { html } from "hono/html";
import { block } from "../../src/sandbox/slack-workspace/blocks/block.ts";
import { drawBlocks } from "../../src/sandbox/slack-workspace/page/blocks/draw-blocks.ts";
import type { Surface } from "../../src/sandbox/slack-workspace/page/blocks/surface.ts";
import { NOW } from "../rules/company.ts";
import { everyScreen, isView, type Screen } from "./catalogue.ts";
import { openChromium } from "./chromium.ts";
import { PLAIN, WORLDS } from "./world.ts";

/**
 * Photographs screens as the sandbox's page draws blocks:
 * `node test/screens/draw.ts <folder> [plain|longest|hostile] [words in the names]`.
 */
const [folder = "data/screens", worldName = "plain", words = ""] = process.argv.slice(2);
const world = WORLDS.find(({ name }) => name === worldName) ?? PLAIN;
const screens = everyScreen(world).filter(({ name }) => name.includes(words));

const style = ["page-kit/base", "slack-workspace/page/frame", "slack-workspace/page/blocks"]
  .map((each) => readFileSync(join(import.meta.dirname, `../../src/sandbox/${each}.css`), "utf8"))
  .concat("body { display: block; height: auto }")
  .concat(".drawn { max-width: 520px; margin: 12px; padding: 8px; border: 1px solid #8888 }")
  .join("\n");

const people = new Map(
  world.people
    .concat("UANA", "UDEE", "UEVE", "UFAY", "UCAL")
    .map((id) => [id, `${id.charAt(1)}${id.slice(2).toLowerCase()} Okafor`]),
);

const surface: Surface = {
  ...{ key: "drawn", acts: "", name: {}, values: {}, errors: {} },
  ...{ people, conversations: new Map() },
  reader: {
    ...{ now: Date.parse(NOW), timeZone: "UTC", addressOf: (url) => url },
    nameOf: (id) => people.get(id) ?? id,
    channelName: () => undefined,
  },
};

function drawScreen({ name, shown }: Screen) {
  const blocks = shown.blocks.map((each) => {
    const { data, error } = block.safeParse(each);
    return data ? drawBlocks([data], surface) : html`<p class="field-error">${error.message}</p>`;
  });
  const texts = [isView(shown) && shown.close, isView(shown) && shown.submit];
  const row = texts.map((each) => each && html`<button class="button">${each.text}</button> `);
  const title = isView(shown) ? shown.title.text : shown.text;
  return html`<div class="drawn message-body modal-body stack"><small>${name}</small><h2>${title}</h2>${blocks}<p>${row}</p></div>`;
}

mkdirSync(folder, { recursive: true });
const browser = await openChromium();
const page = await browser.newPage({ reducedMotion: "reduce" });
const groups = Object.groupBy(screens, ({ shown }) => (isView(shown) ? "views" : "messages"));
for (const [kind, drawn = []] of Object.entries(groups)) {
  const document = await html`<!doctype html><meta charset="utf-8">${drawn.map(drawScreen)}`;
  writeFileSync(join(folder, `${kind}.html`), `${document}<style>${style}</style>`);
  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.setContent(`${document}<style>${style}</style>`);
      const path = join(folder, `${kind}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
}
await browser.close();
console.log(`${screens.length} screens in ${folder}`);
