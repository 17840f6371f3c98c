import type { types } from "@slack/bolt";
import { afterAll, describe, expect, it } from "vitest";
import { ANA, acmeSeed, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { launchBrowser } from "../support/browser.ts";
import { startAcme } from "./bolt-app.ts";
import { openPage } from "./open-page.ts";

const browser = await launchBrowser();
afterAll(() => browser?.close());

/** With channels of every kind, as Ana sees them. */
const seed = {
  ...acmeSeed,
  users: [
    ...acmeSeed.users,
    { id: "U0LEFT001", name: "lea", realName: "Lea Left", isDeactivated: true },
  ],
  channels: [
    ...acmeSeed.channels,
    { id: "C0OTHERS1", name: "others", members: [BEN] },
    { id: "C0VAULT01", name: "vault", isPrivate: true, members: [ANA] },
    { id: "C0BOARD01", name: "board", isPrivate: true, members: [BEN] },
    { id: "C0SHARED1", name: "shared", isShared: true, members: [ANA] },
    { id: "C0PAST001", name: "past", isArchived: true, members: [ANA] },
  ],
};

const OPEN = ["#treasury", "#treasury-approvals", "#random", "#others"];

const menus: [types.ActionsBlockElement, string[]][] = [
  [{ type: "channels_select" }, [...OPEN, "#shared"]],
  [{ type: "conversations_select" }, [...OPEN, "#vault", "#shared"]],
  [{ type: "conversations_select", filter: { include: ["private"] } }, ["#vault"]],
  [{ type: "conversations_select", filter: { include: ["public"] } }, [...OPEN, "#shared"]],
  [
    { type: "conversations_select", filter: { exclude_external_shared_channels: true } },
    [...OPEN, "#vault"],
  ],
];

describe.skipIf(!browser)("a menu on the page", () => {
  it("offers what the workspace takes, and nothing else", async () => {
    await using workspace = await startAcme({ seed });
    const elements = menus.map(([element], index) => ({ ...element, action_id: `menu_${index}` }));
    await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "Menus",
      blocks: [{ type: "actions", elements }],
    });
    await using tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    const { page, troubles } = tab;
    const selects = page.getByRole("article").locator("select");
    await selects.first().waitFor();

    const offered = await Promise.all(
      menus.map((_, index) => selects.nth(index).locator("option").allInnerTexts()),
    );

    expect(offered.map(([, ...options]) => options)).toEqual(menus.map(([, options]) => options));
    expect(troubles).toEqual([]);
  });
});
