import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

const SANDBOX = new URL("../../src/sandbox/", import.meta.url);
const ORIGIN = "http://sandbox.test";
const TYPES = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", html: "text/html" };

/** The sandbox's own files, at the addresses under which they import each other. */
function fileAt(path: string): { body: Buffer; contentType: string } {
  const inside = path.startsWith("/page-kit/") ? `.${path}` : `./slack-workspace/page${path}`;
  const [, type] = Object.entries(TYPES).find(([end]) => path.endsWith(`.${end}`)) ?? [];
  return { body: readFileSync(new URL(inside, SANDBOX)), contentType: type ?? "text/plain" };
}

const people = world.people.concat("UANA", "UDEE", "UEVE", "UFAY", "UCAL").map((id) => ({
  id,
  realName: `${id.charAt(1)}${id.slice(2).toLowerCase()} Okafor`,
}));

const asData = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

const pageOf = (drawn: readonly Screen[]) => `<!doctype html><meta charset="utf-8">
${["page-kit/base", "page", "blocks/message", "blocks/newer", "inputs/form"]
  .map((sheet) => `<link rel="stylesheet" href="/${sheet}.css">`)
  .join("")}
<style>body { display: block; height: auto; overflow: auto }
.drawn { max-width: 520px; margin: 12px; padding: 8px; border: 1px solid #8888 }</style>
<script type="module">
import { h } from "/page-kit/dom.js";
import { renderBlocks } from "/blocks/blocks.js";
import { directory } from "/directory.js";
import { clock } from "/frame/clock.js";
directory.users = ${asData(people)};
directory.me = { timezone: "UTC" };
clock.aheadMs = ${Date.parse(NOW)} - Date.now();
for (const { name, shown } of ${asData(drawn)}) {
  const blocks = renderBlocks(shown.blocks, { surface: {} });
  const title = h("h2", {}, shown.title?.text ?? "");
  const row = [shown.close, shown.submit].filter(Boolean).map(({ text }) => h("button", {}, text));
  document.body.append(h("div", { class: "drawn message-body modal-body" },
    h("small", {}, name + (shown.text ? " — " + shown.text : "")), title, blocks, row));
}
document.body.append(h("i", { id: "drawn" }));
</script>`;

mkdirSync(folder, { recursive: true });
const browser = await openChromium();
const page = await browser.newPage({ reducedMotion: "reduce" });
const groups = Object.groupBy(screens, ({ shown }) => (isView(shown) ? "views" : "messages"));
for (const [kind, drawn = []] of Object.entries(groups)) {
  const html = pageOf(drawn);
  writeFileSync(join(folder, `${kind}.html`), html);
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    const isPage = pathname === "/";
    return route.fulfill(isPage ? { body: html, contentType: TYPES.html } : fileAt(pathname));
  });
  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(ORIGIN);
      await page.locator("#drawn").waitFor({ state: "attached" });
      const path = join(folder, `${kind}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.unrouteAll();
}
await browser.close();
console.log(`${screens.length} screens in ${folder}`);
