import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ANA, APPROVALS, BEN } from "../src/sandbox/slack-workspace/seed.ts";
import { approve, ask, cardReading } from "./e2e/steps.ts";
import { launchBrowser } from "./support/browser.ts";
import { startTestSandbox } from "./support/sandbox.ts";

/** Photographs the approval card on the running page for the README: `npm run pictures [folder]`. */

const folder = process.argv[2] ?? fileURLToPath(new URL("../docs", import.meta.url));
mkdirSync(folder, { recursive: true });

const browser = await launchBrowser();
if (!browser) throw new Error("The pictures are taken with Chromium, which is not installed here");
const sandbox = await startTestSandbox();
try {
  const [ana, ben] = [sandbox.as(ANA), sandbox.as(BEN)];
  const card = await ask(ana, { name: "Payroll float", reason: "Funds the monthly payroll run." });
  await approve(ben, card);
  await cardReading(ben, "Payroll float", "WAITING 1 of 2");

  const page = await browser.newPage({
    viewport: { width: 1180, height: 900 },
    deviceScaleFactor: 2,
  });
  await page.goto(`${sandbox.slack.url}/#${BEN}/${APPROVALS}`);
  const picture = page.locator(".messages > .message").last();
  await picture.getByText("WAITING 1 of 2").waitFor();
  await picture.screenshot({ path: `${folder}/approval-card.png` });
} finally {
  await browser.close();
  await sandbox.stop();
}
