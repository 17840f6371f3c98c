import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANA, APPROVALS, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { audit } from "../support/audit.ts";
import { launchBrowser } from "../support/browser.ts";
import { troublesOn } from "../support/troubles.ts";
import { startAcme } from "./bolt-app.ts";

const browser = await launchBrowser();
const open = new AsyncDisposableStack();
afterAll(() => open.disposeAsync());

/** A page of another origin, which shows where it is and hands on Escape. */
const PAGE = `<!doctype html><html lang="en"><title>Books</title><main><h1>Books</h1><button id="at"></button></main><script>
  const show = () => { at.textContent = "at " + location.hash; at.focus(); };
  addEventListener("hashchange", show);
  addEventListener("keydown", ({ key }) => key === "Escape" && parent.postMessage("close", "*"));
  show();
</script></html>`;

async function startBooks(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(PAGE);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  open.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let workspace: Awaited<ReturnType<typeof startAcme>>;
let books: string;
let page: Page;
let troubles: string[];
beforeAll(async () => {
  if (!browser) return;
  open.defer(() => browser.close());
  workspace = open.use(await startAcme());
  books = await startBooks();
  page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  troubles = troublesOn(page, workspace.url, books);
});

/** Begins anew: another place in the same page is no new page. */
async function look(at: string): Promise<void> {
  troubles.length = 0;
  await page.goto("about:blank");
  await page.goto(`${workspace.url}/#${at}`);
  await page.getByRole("log").waitFor();
}

const drawer = () => page.getByRole("dialog", { name: "Books" });
const shown = () => page.frameLocator('iframe[title="Books"]').getByRole("button");

describe.skipIf(!browser)("a panel beside the conversations", () => {
  it("is not offered where there is none", async () => {
    await look(`${ANA}/${TREASURY}`);

    expect(await page.getByRole("button", { name: "Books" }).count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it("opens at once where a message leads, and closes by Escape from within", async () => {
    workspace.showPanel({
      label: "Books",
      url: (team) => `${books}/#${team}`,
      linksIn: (team, words) =>
        [...words.matchAll(/book (\d)/g)].map(([book, number]) => ({
          label: `Open ${book}`,
          url: `${books}/#${team}-${number}`,
        })),
    });
    await workspace.client.chat.postMessage({ channel: TREASURY, text: "See book 1 and book 2" });
    await look(`${ANA}/${TREASURY}`);
    await workspace.client.chat.postMessage({ channel: TREASURY, text: "No link here" });
    await page.getByText("No link here").waitFor();
    expect(await page.getByRole("button", { name: /^Open book/ }).count()).toBe(2);

    await page.getByRole("button", { name: "Open book 2" }).click();

    await shown().getByText(`at #${workspace.teamId}-2`).waitFor();
    expect(await audit(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await drawer().waitFor({ state: "hidden" });
    const link = page.getByRole("button", { name: "Open book 1" });
    await link.click();
    await shown().getByText(`at #${workspace.teamId}-1`).waitFor();
    expect(troubles).toEqual([]);
  });

  it("gives way to the control room, and stays where it was", async () => {
    await look(`${BEN}/${APPROVALS}`);
    await page.getByRole("button", { name: "Books" }).click();
    await shown().getByText(`at #${workspace.teamId}`, { exact: true }).waitFor();

    await page.getByRole("button", { name: "Control room" }).click();
    await drawer().waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Books" }).click();

    await page.getByRole("dialog", { name: "Control room" }).waitFor({ state: "hidden" });
    await drawer().waitFor();
    await drawer().getByRole("button", { name: "Close" }).click();
    await drawer().waitFor({ state: "hidden" });
    expect(troubles).toEqual([]);
  });

  it("is the only other origin that the page may show", async () => {
    const { headers } = await fetch(workspace.url);

    const policy = headers.get("content-security-policy");
    expect(policy).toContain(`frame-src 'self' ${books};`);
    expect(policy).toContain("frame-ancestors 'self'");
  });
});
