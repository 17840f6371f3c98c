import { PNG } from "pngjs";
import { afterAll, describe, expect, it } from "vitest";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { launchBrowser } from "../support/browser.ts";
import { plain, startAcme } from "./bolt-app.ts";
import { imageOf, upload } from "./files.ts";
import { openPage } from "./open-page.ts";

const browser = await launchBrowser();
afterAll(() => browser?.close());

describe.skipIf(!browser)("a picture on the page", () => {
  it("is drawn with its title and its description, at the end of the messages", async () => {
    await using workspace = await startAcme();
    const { id, permalink = "" } = await upload(workspace, {
      file: PNG.sync.write(new PNG({ width: 328, height: 328 })),
      filename: "deposit-address.png",
    });
    const { chat } = workspace.client;
    for (const slack_file of [{ id }, { url: permalink }, { id }]) {
      await chat.postMessage({
        channel: TREASURY,
        text: "x",
        blocks: [{ ...imageOf(slack_file, "QR code of 9WzD"), title: plain("As a QR code") }],
      });
    }

    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    const pictures = page.getByRole("img", { name: "QR code of 9WzD" });

    await expect.poll(() => pictures.count()).toBe(3);
    expect(await page.getByText("As a QR code").count()).toBe(3);
    for (const picture of await pictures.all()) {
      expect(await picture.getAttribute("title")).toBe("QR code of 9WzD");
      await expect.poll(async () => (await picture.boundingBox())?.width).toBe(328);
    }
    await expect.poll(() => page.getByRole("log").evaluate(belowTheFold)).toBeLessThan(2);
    expect(troubles).toEqual([]);
  });
});

interface Scrolled {
  scrollHeight: number;
  scrollTop: number;
  clientHeight: number;
}

const belowTheFold = ({ scrollHeight, scrollTop, clientHeight }: Scrolled) =>
  scrollHeight - scrollTop - clientHeight;
