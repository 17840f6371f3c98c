import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assumed } from "../../../src/sandbox/slack-workspace/assumptions.ts";
import type { Block } from "../../../src/sandbox/slack-workspace/blocks/block.ts";
import type { ActionElement } from "../../../src/sandbox/slack-workspace/blocks/elements.ts";
import type {
  RichTextLeaf,
  RichTextPart,
} from "../../../src/sandbox/slack-workspace/blocks/rich-text.ts";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { audit } from "../support/audit.ts";
import { launchBrowser } from "../support/browser.ts";
import { person } from "../support/person.ts";
import { acmeWithFiles, modal, plain, richText, startAcme, startBolt } from "./bolt-app.ts";
import { openPage } from "./open-page.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

const options = ["One", "Two"].map((text) => ({ text: plain(text), value: text }));

type Fields = Record<string, unknown>;

/** An example of everything, which `tsc` holds against what the workspace accepts. */
const leaves: Record<RichTextLeaf["type"], Fields> = {
  text: { text: `Leaf ${HOSTILE}` },
  link: { url: "javascript:alert(2)", text: "a link" },
  user: { user_id: BEN },
  channel: { channel_id: TREASURY },
  usergroup: { usergroup_id: "S0GROUP01" },
  team: { team_id: "T0ACME001" },
  broadcast: { range: "here" },
  emoji: { name: "tada" },
  date: { timestamp: 1_795_000_000, format: "{date_num}" },
  color: { value: "#336699" },
};

const leaf = { type: "text", text: "words" };
const item = { type: "rich_text_section", elements: [leaf] };

const parts: Record<RichTextPart["type"], Fields> = {
  rich_text_section: { elements: typed(leaves) },
  rich_text_list: { style: "ordered", indent: 5, border: 1, elements: [item] },
  rich_text_quote: { border: 1, elements: [leaf] },
  rich_text_preformatted: { elements: [leaf] },
};

const elements: Record<ActionElement["type"], Fields> = {
  button: { text: plain("Press") },
  workflow_button: { text: plain("Start"), workflow: { trigger: { url: "https://a.example" } } },
  overflow: { options },
  radio_buttons: { options },
  checkboxes: { options },
  static_select: { options },
  multi_static_select: { options },
  external_select: { min_query_length: 2 },
  multi_external_select: {},
  users_select: {},
  multi_users_select: {},
  conversations_select: {},
  multi_conversations_select: {},
  channels_select: {},
  multi_channels_select: {},
  datepicker: {},
  timepicker: {},
  datetimepicker: {},
  plain_text_input: {},
  number_input: { is_decimal_allowed: true },
  email_text_input: {},
  url_text_input: {},
  rich_text_input: {},
  file_input: { filetypes: ["pdf", "csv"], max_files: 2 },
};

/** What stands in an input block alone. */
const ONLY_INPUTS = [
  "plain_text_input",
  "number_input",
  "email_text_input",
  "url_text_input",
  "file_input",
];
const PRESSED = ["button", "workflow_button", "overflow"];

const MARKDOWN = [
  `# Balance ${HOSTILE}`,
  "All **well** and _calm_, ~~lost~~ `found`, [here](javascript:alert(3)), [there](https://a.example/there).",
  "![spy](https://evil.example/spy.png)",
  "- one",
  "- two",
  "> quoted",
  "```",
  "<b>code</b>",
  "```",
].join("\n");

const cells = [
  { type: "raw_text", text: `Cell ${HOSTILE}` },
  { type: "raw_number", value: 12.5, text: "12.50" },
  richText({ type: "link", url: "javascript:alert(4)", text: "cell link" }),
];

const blocks: Record<Block["type"], Fields> = {
  header: { text: plain(`A header ${HOSTILE}`) },
  section: { text: plain("A section\n".repeat(9)), fields: [plain("A field")] },
  context: { elements: [plain("A context")] },
  divider: {},
  image: { image_url: "https://evil.example/spy.png", alt_text: `A picture ${HOSTILE}` },
  rich_text: { elements: typed(parts) },
  actions: {
    elements: typed(elements).filter(({ type }) => !ONLY_INPUTS.includes(String(type))),
  },
  input: { label: plain("An input"), element: { type: "plain_text_input" } },
  markdown: { text: MARKDOWN },
  table: {
    rows: [[leafCell("Who"), leafCell("How much"), leafCell("Where")], cells],
    column_settings: [{ is_wrapped: true }, { align: "right" }],
  },
  alert: { level: "warning", text: plain(`Alarm ${HOSTILE}`) },
  card: {
    title: { type: "mrkdwn", text: "A card" },
    body: { type: "mrkdwn", text: "<javascript:alert(6)|card link>" },
    actions: [{ type: "button", text: plain("Card button") }],
  },
  container: {
    title: plain("A container"),
    is_collapsible: true,
    default_collapsed: true,
    child_blocks: [{ type: "section", text: plain(`Child ${HOSTILE}`) }],
  },
  data_table: {
    caption: "Balances",
    page_size: 2,
    rows: [
      [leafCell("Account"), leafCell("Amount")],
      ...[10, 9, 8].map((value) => [
        leafCell(`Account ${value}`),
        { type: "raw_number", value, text: `${value}.00` },
      ]),
    ],
  },
  video: {
    video_url: "javascript:alert(5)",
    thumbnail_url: "https://evil.example/spy.png",
    alt_text: "A video",
    title: plain(`Film ${HOSTILE}`),
    title_url: "https://a.example/film",
    author_name: `By ${HOSTILE}`,
    description: plain(`About ${HOSTILE}`),
  },
  file: { source: "remote", external_id: `File ${HOSTILE}` },
};

function leafCell(text: string) {
  return { type: "raw_text", text };
}

function typed(examples: Record<string, Fields>): Fields[] {
  return Object.entries(examples).map(([type, fields]) => ({ type, ...fields }));
}

const browser = await launchBrowser();

describe.skipIf(!browser)("the page draws all that the workspace accepts", () => {
  let workspace: Awaited<ReturnType<typeof startAcme>>;
  let app: Awaited<ReturnType<typeof startBolt>>;
  let tab: Awaited<ReturnType<typeof openPage>>;
  let page: Page;

  beforeAll(async () => {
    const surfaces = assumed().blockKit.surfaces;
    const blockKit = {
      surfaces: { ...surfaces, alert: ["message" as const] },
      dataTableIsTable: false,
    };
    workspace = await startAcme({ seed: acmeWithFiles, assumptions: { blockKit } });
    app = await startBolt(workspace, (bolt) => {
      bolt.command("/rail", async ({ ack, client, command: { trigger_id } }) => {
        await ack();
        const inputs = typed(elements)
          .filter(({ type }) => !PRESSED.includes(String(type)))
          .map((element) => ({
            type: "input",
            block_id: String(element.type),
            label: plain(`Field ${element.type}`),
            optional: element.type !== "rich_text_input",
            element: { action_id: "value", ...element },
          }));
        await client.apiCall("views.open", {
          trigger_id,
          view: { ...modal("Everything", []), blocks: inputs },
        });
      });
      bolt.options("value", async ({ ack, options: { value } }) => {
        const text = `${value} wallet`;
        await ack({ options: [{ text: plain(text), value: text }] });
      });
      bolt.view("form", async ({ ack, view, client }) => {
        await ack();
        const { rich_text_input, external_select, file_input, multi_users_select } =
          view.state.values;
        const said = JSON.stringify(rich_text_input?.value?.rich_text_value);
        const files = file_input?.value?.files?.map(({ name }) => name);
        const chosen = external_select?.value?.selected_option?.value;
        await client.chat.postMessage({
          channel: TREASURY,
          text: `Chose ${chosen} and ${files} and ${multi_users_select?.value?.selected_users}, heard ${said}`,
        });
      });
    });
    await workspace.client.apiCall("chat.postMessage", {
      channel: TREASURY,
      text: "everything",
      blocks: typed(blocks),
    });
    tab = await openPage(browser, workspace, `${ANA}/${TREASURY}`);
    page = tab.page;
    await page.getByRole("heading", { name: "A header" }).waitFor();
  });
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
    await app?.[Symbol.asyncDispose]();
    await workspace?.stop();
    await browser?.close();
  });

  it("in a message", async () => {
    const log = page.getByRole("log");

    expect(await log.textContent()).not.toContain("does not draw");
    expect(await log.locator(":scope > * > * > .block").count()).toBe(Object.keys(blocks).length);
    expect(await log.locator(".block:empty").count()).toBe(0);
    const table = log.getByRole("table").first();
    expect(await table.getByRole("columnheader").allTextContents()).toEqual([
      "Who",
      "How much",
      "Where",
    ]);
    expect(await table.getByRole("cell").nth(1).textContent()).toBe("12.50");
    await log.getByRole("heading", { name: "Balance" }).waitFor();
    expect(await log.locator(".markdown li").allTextContents()).toEqual(["one", "two"]);
    expect(await log.locator(".markdown strong").textContent()).toBe("well");
    expect(await log.locator(".markdown p").first().textContent()).toBe(
      "All well and calm, lost found, here, there.\nPicture: spy",
    );
    expect(await log.locator(".markdown pre").textContent()).toBe("<b>code</b>");
    const balances = log.getByRole("table", { name: "Balances" });
    expect(await balances.getByRole("rowheader").allTextContents()).toEqual([
      "Account 10",
      "Account 9",
    ]);
    await balances.getByRole("button", { name: "Amount" }).click();
    await log.getByRole("button", { name: "Next of Balances" }).click();
    expect(await balances.getByRole("rowheader").allTextContents()).toEqual(["Account 10"]);
    const folded = log.locator(".folded", { hasText: "A section" });
    expect((await folded.boundingBox())?.height).toBe(assumed().blockKit.foldAbovePx);
    await log.getByRole("button", { name: "See more" }).click();
    expect(await folded.count()).toBe(0);
    await log.getByText("A container").click();
    await log.getByText("Child").waitFor();
    await log.getByRole("button", { name: "Card button" }).waitFor();
    await log.getByText("@Acme").waitFor();
    expect(await audit(page)).toEqual([]);
    expect(tab.troubles).toEqual([]);
  });

  it("as text, whatever it says, and with links that lead nowhere else", async () => {
    const log = page.getByRole("log");
    const shown = await log.textContent();

    for (const where of [
      "A header",
      "A picture",
      "Leaf",
      "Balance",
      "Cell",
      "Film",
      "By",
      "About",
      "File",
      "Alarm",
      "Child",
    ]) {
      expect(shown).toContain(`${where} ${HOSTILE}`);
    }
    for (const dead of ["a link", "here", "cell link", "A video", "card link"]) {
      await log.locator(".dead-link", { hasText: dead }).first().click();
    }
    expect(await log.locator("img, script, iframe, video").count()).toBe(0);
    const links = await log.getByRole("link").evaluateAll((all) => all.map((a) => String(a)));
    expect(links).toEqual(["https://a.example/there", "https://a.example/film"]);
    expect(page.context().pages()).toHaveLength(1);
    expect(tab.troubles).toEqual([]);
  });

  it("in a modal, and hands over rich text as it was typed and what was found by searching", async () => {
    await person(workspace.url, ANA).command(TREASURY, "/rail");
    const dialog = page.getByRole("dialog", { name: "Everything" });
    await dialog.waitFor();
    expect(await dialog.textContent()).not.toContain("does not draw");
    for (const type of Object.keys(elements).filter((each) => !PRESSED.includes(each))) {
      expect(await dialog.getByLabel(`Field ${type}`).count(), type).toBe(1);
    }

    expect(await audit(page)).toEqual([]);
    await dialog.getByLabel("Field rich_text_input").fill("first line\nsecond");
    await dialog.getByLabel("Field external_select").fill("p");
    await dialog.getByText("Type at least 2 characters.").waitFor();
    await dialog.getByLabel("Field external_select").fill("pay");
    await dialog.getByLabel("Found").first().selectOption("pay wallet");
    await dialog.getByLabel("Field multi_users_select").fill("lindqv");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Field multi_users_select").fill("BEN");
    await dialog.getByRole("button", { name: "Ben Okafor", exact: true }).click();
    await dialog.getByRole("button", { name: "Remove Cal Lindqvist" }).click();
    const files = dialog.getByLabel("Field file_input");
    const paper = (name: string) => ({ name, mimeType: "", buffer: Buffer.from("1") });
    await files.setInputFiles(paper("a.exe"));
    await dialog.getByRole("alert").getByText('"a.exe" cannot be used here').waitFor();
    await files.setInputFiles([paper("a.pdf"), paper("b.csv")]);
    await dialog.getByRole("list", { name: "Chosen files" }).getByText("b.csv").waitFor();
    expect(await dialog.getByText("cannot be used").count()).toBe(0);
    await dialog.getByRole("button", { name: "Remove a.pdf" }).click();
    expect(await audit(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Send" }).click();

    const leafHeard = '"elements":[{"type":"text","text":"first line\\nsecond"}]';
    await page
      .getByText(
        `Chose pay wallet and b.csv and ${BEN}, heard {"type":"rich_text","elements":[{"type":"rich_text_section",${leafHeard}`,
      )
      .waitFor();
    expect(tab.troubles).toEqual([]);
  });

  it("and says of a workflow that it cannot be started", async () => {
    await page.getByRole("button", { name: "Start" }).click();

    await page.getByRole("alert").getByText("has no workflows").waitFor();
  });
});
