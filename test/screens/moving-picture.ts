import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "modern-gif";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { setup } from "../harness/global-setup.ts";
import { ANA, APPROVALS, BEN, CAL, openTeam, TREASURY, WALLET } from "../scenarios/team.ts";
import { openChromium } from "./chromium.ts";

/**
 * The main path as a moving picture, light and dark, from what the sandbox's page shows:
 * `node test/screens/moving-picture.ts [folder]`.
 */
const folder = process.argv[2] ?? join(import.meta.dirname, "../../docs/pictures");
mkdirSync(folder, { recursive: true });
const stopPostgres = await setup();
const browser = await openChromium();
const stage = await openTeam();

const SIZE = { width: 900, height: 720 };
const LOOKS = ["light", "dark"] as const;
const frames = { light: [] as Frame[], dark: [] as Frame[] };

interface Frame {
  data: Uint8ClampedArray<ArrayBuffer>;
  delay: number;
}

/** Shows this for so many seconds. */
async function show(page: Page, seconds: number): Promise<void> {
  for (const colorScheme of LOOKS) {
    await page.emulateMedia({ colorScheme });
    const { data } = PNG.sync.read(await page.screenshot());
    frames[colorScheme].push({ data: new Uint8ClampedArray(data), delay: seconds * 1_000 });
  }
}

/** What this person sees in a conversation, with the forms that they have open. */
async function showAs(reader: string, channel: string, words: string, seconds: number) {
  const page = await browser.newPage({ viewport: SIZE, reducedMotion: "reduce" });
  await page.goto(`${stage.slack.url}/?as=${reader}&in=${channel}&tour=done`);
  await page.getByText(words, { exact: false }).last().waitFor();
  await show(page, seconds);
  await page.close();
}

try {
  await stage.register();
  const page = await browser.newPage({ viewport: SIZE, reducedMotion: "reduce" });
  await page.goto(`${stage.slack.url}/?as=${ANA}&in=${TREASURY}&tour=done`);
  await page.getByRole("combobox", { name: /^Message/ }).fill("/rail new");
  await show(page, 2);
  await page.close();
  const ana = await stage.fillInRail();
  await showAs(ANA, TREASURY, "New Rail", 3);
  await ana.submit();
  await showAs(ANA, TREASURY, "Request approval", 4);
  await stage.submit(ana);
  const [{ number = "" } = {}] = (await stage.cards()).slice(-1);
  await showAs(BEN, APPROVALS, `Rail ${number}`, 3);
  await stage.openFrom(BEN, number, "Review");
  await showAs(BEN, APPROVALS, "Where did you look it up?", 3);
  const ben = await stage.review(BEN, number);
  await showAs(BEN, APPROVALS, "You approve exactly what is shown", 4);
  await stage.submit(ben);
  await showAs(CAL, APPROVALS, "1 of 2", 2);
  await stage.approve(CAL, number, WALLET);
  await stage.card(number, "Payable");
  await showAs(ANA, TREASURY, `Pay GBP into Rail ${number}`, 6);
  for (const look of LOOKS) {
    const gif = await encode({ ...SIZE, frames: frames[look], maxColors: 128 });
    const name = look === "light" ? "main-path.gif" : "main-path-dark.gif";
    writeFileSync(join(folder, name), new Uint8Array(gif));
  }
} finally {
  await browser.close();
  await stage[Symbol.asyncDispose]();
  await stopPostgres();
}
