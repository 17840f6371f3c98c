import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-sync"];

/** The machine's own, such as Debian's. */
export async function openChromium(): Promise<Browser> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const executablePath = folders.map((each) => join(each, "chromium")).find(existsSync);
  if (executablePath === undefined) throw new Error("There is no chromium in PATH");
  return chromium.launch({ executablePath, args: FLAGS });
}
