import { afterAll, describe, expect, it } from "vitest";
import {
  ANA,
  EVE,
  RANDOM,
  SIGNALBOX,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import {
  GIA,
  GLOBEX,
  GLOBEX_TREASURY,
  HAL,
} from "../../../src/sandbox/slack-workspace/seeds/globex.ts";
import { ledger } from "../../../src/sandbox/slack-workspace/seeds/ledger.ts";
import { manyWorkspaces } from "../../../src/sandbox/slack-workspace/seeds/many.ts";
import { isWholeIn, launchBrowser } from "../support/browser.ts";
import { section, startBolt, webClient } from "./bolt-app.ts";
import { startOAuthApp } from "./oauth-app.ts";
import { openPage } from "./open-page.ts";
import { useAcme } from "./use-acme.ts";

const browser = await launchBrowser();
const workspace = useAcme({ seed: manyWorkspaces });
afterAll(() => browser?.close());

describe.skipIf(!browser)("the page of several workspaces", () => {
  it("turns to another workspace and its people, which the address then names", async () => {
    await using _app = await startBolt(workspace, (app) =>
      app.command("/rail", async ({ ack, command }) => ack(`heard in ${command.team_id}`)),
    );
    await using opened = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = opened;
    const sidebar = page.getByRole("navigation", { name: "Workspace" });
    expect(page.url()).toBe(`${workspace.url}/#${ANA}/${TREASURY}`);

    await page.getByRole("combobox", { name: "Workspace" }).selectOption("Globex");
    await sidebar.getByRole("heading", { name: "Globex" }).waitFor();
    await sidebar.getByRole("button", { name: "Hal Iversen" }).click();
    await page.getByRole("combobox", { name: /^Message #treasury as Hal/ }).fill("/rail");
    await page.keyboard.press("Enter");
    await page.getByText(`heard in ${GLOBEX}`).waitFor();

    expect(page.url()).toBe(`${workspace.url}/#${GLOBEX}/${HAL}/${GLOBEX_TREASURY}`);
    expect(await sidebar.getByText("Ana Flores").count()).toBe(0);
    await page.reload();
    await page.getByText(`heard in ${GLOBEX}`).waitFor();
    await webClient(workspace, "xoxb-sandbox-globex").chat.postMessage({
      channel: GLOBEX_TREASURY,
      text: "told while it is open",
    });
    await page.getByText("told while it is open").waitFor();
    expect(troubles).toEqual([]);
  });

  it("shows in a narrow window too as whom and where one is, and how to add an app", async () => {
    workspace.addLink({ label: "Add Signalbox to Slack", url: "http://127.0.0.1/install" });
    const viewport = { width: 400, height: 800 };
    const there = `${EVE}/${RANDOM}`;
    await using opened = await openPage(browser, workspace, there, { viewport });
    const sidebar = opened.page.getByRole("navigation", { name: "Workspace" });

    for (const name of [/Eve Marchetti/, /^# random/]) {
      const item = sidebar.getByRole("button", { name });
      await item.waitFor();
      expect(await isWholeIn(item, "ul"), String(name)).toBe(true);
    }
    await sidebar.getByRole("link", { name: "Add Signalbox to Slack" }).waitFor();
    expect(await opened.page.evaluate("document.documentElement.scrollWidth")).toBe(400);
  });

  it("has a conversation and a Home with each app, and offers the commands of both", async () => {
    const client = webClient(workspace, ledger.botToken);
    await client.chat.postMessage({ channel: ANA, text: "The books balance" });
    await client.views.publish({
      user_id: ANA,
      view: { type: "home", blocks: [section("The Home of Ledger")] },
    });
    await using opened = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = opened;
    const sidebar = page.getByRole("navigation", { name: "Workspace" });

    await page.getByRole("combobox", { name: /^Message/ }).fill("/");
    expect(await page.getByRole("option").allInnerTexts()).toEqual(
      expect.arrayContaining([
        expect.stringContaining("/rail"),
        expect.stringContaining("/ledger"),
      ]),
    );
    await sidebar.getByRole("button", { name: "Ledger" }).click();
    await page.getByText("The books balance").waitFor();
    await page.getByRole("tab", { name: "Home" }).click();
    await page.getByText("The Home of Ledger").waitFor();
    await sidebar.getByRole("button", { name: "Signalbox" }).click();
    await page.getByRole("heading", { name: "Signalbox" }).waitFor();

    expect(await page.getByText("The books balance").count()).toBe(0);
    expect(await page.getByRole("tab").count()).toBe(2);
    expect(troubles).toEqual([]);
  });

  it("installs an app in the browser, which goes back to the app afterwards", async () => {
    await using app = await startOAuthApp(workspace, SIGNALBOX);
    const page = await (browser ?? never()).newPage();
    await page.goto(`${app.url}/slack/install`);

    await page.getByRole("heading", { name: "Install Signalbox" }).waitFor();
    await page.getByLabel("Installed by").selectOption({ label: "Gia Novak, in Globex" });
    await page.getByRole("button", { name: "Allow" }).click();

    await page.getByText("installed").waitFor();
    expect(page.url()).toContain(app.redirectUri);
    expect(app.installed.all.get(GLOBEX)?.bot?.userId).toBe("U0SIGNAL2");
    await page.close();
  });

  it("lets an administrator uninstall an app, and shows it no longer", async () => {
    await using opened = await openPage(browser, workspace, `${GLOBEX}/${GIA}/${GLOBEX_TREASURY}`);
    const { page, troubles } = opened;
    const sidebar = page.getByRole("navigation", { name: "Workspace" });
    await sidebar.getByRole("button", { name: "Signalbox" }).click();

    await page.getByRole("button", { name: "Uninstall" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Uninstall" }).click();

    await sidebar.getByRole("button", { name: "Signalbox" }).waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "# treasury" }).waitFor();
    await expect(webClient(workspace, "xoxb-sandbox-globex").auth.test()).rejects.toThrow(
      "account_inactive",
    );
    expect(troubles).toEqual([]);
  });
});

function never(): never {
  throw new Error("no browser");
}
