import { mkdirSync } from "node:fs";
import { launchBrowser } from "./support/browser.ts";
import { everyScreen } from "./support/screens.ts";
import { drawInBrowser, whatIsHardToRead } from "./support/screens-in-browser.ts";

/**
 * Photographs each screen in every state, with a word wherever there may be foreign text: `npm run pictures:every [folder]`.
 * Exits 1 when one is hard to read. It takes some minutes.
 */

const folder = process.argv[2] ?? "data/screens";
mkdirSync(folder, { recursive: true });
const LOOKS = [1_280, 360].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);
const browser = await launchBrowser();
if (!browser) throw new Error("The pictures are taken with Chromium, which is not installed here");
const faults = new Set<string>();
let taken = 0;
try {
  await drawInBrowser(browser, everyScreen("Payroll float"), LOOKS, async (name, look, what) => {
    const { width, colorScheme } = look;
    for (const fault of await whatIsHardToRead(what)) {
      faults.add(`${name} at ${width} px ${fault}`);
    }
    const picture = `${name.replaceAll(/\W+/g, "-")}-${width}-${colorScheme}`;
    await what.screenshot({ path: `${folder}/${picture}.png` });
    taken += 1;
  });
} finally {
  await browser.close();
}
console.log([`${taken} pictures in ${folder}`, ...faults].join("\n"));
process.exitCode = faults.size > 0 ? 1 : 0;
