import type { types } from "@slack/bolt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { acmeWithFiles, modal, plain, startAcme, startBolt, webClient } from "./bolt-app.ts";
import { PNG } from "./files.ts";

const CSV = Buffer.from("wallet,amount\nPayroll,100\n");
const TEN_MB = 10 * 1_024 * 1_024;

const fileField = (element: Partial<types.FileInput>): types.InputBlock => ({
  type: "input",
  block_id: "proof",
  label: plain("Invoices"),
  element: { type: "file_input", action_id: "files", ...element },
});

describe("a file_input", () => {
  const heard: Record<string, unknown>[] = [];
  let element: Partial<types.FileInput> = {};
  let fields: Partial<types.InputBlock> = {};
  let workspace: Awaited<ReturnType<typeof startAcme>>;
  let app: Awaited<ReturnType<typeof startBolt>>;

  beforeAll(async () => {
    workspace = await startAcme({ seed: acmeWithFiles });
    app = await startBolt(workspace, (bolt) => {
      bolt.command("/rail", async ({ ack, client, command: { trigger_id } }) => {
        await ack();
        const field = { ...fileField(element), ...fields };
        await client.views.open({ trigger_id, view: modal("Form", [field]) });
      });
      bolt.action("files", async ({ ack, body }) => {
        heard.push({ ...body });
        await ack();
      });
      bolt.view("form", async ({ ack, view }) => {
        const { files = [] } = view.state.values.proof?.files ?? {};
        heard.push(...files.map((file) => ({ ...file })));
        await ack();
      });
    });
  });
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
    await workspace?.stop();
  });
  beforeEach(() => {
    heard.length = 0;
    element = {};
    fields = {};
  });

  async function opened(userId = ANA) {
    const ana = person(workspace.url, userId);
    await ana.close("all");
    await ana.command(TREASURY, "/rail");
    await ana.waitFor(ana.modal, "the form");
    return ana;
  }

  it("hands what a person uploaded over with the submission", async () => {
    const ana = await opened();
    await ana.upload("Invoices", { "march.csv": CSV });
    const { files } = await ana.upload("Invoices", { "a photo.JPEG": PNG });

    expect(await ana.submit()).toMatchObject({ closed: true });

    expect(heard.map(({ id }) => id)).toEqual(files.map(({ id }) => id));
    expect(heard).toMatchObject([
      {
        id: expect.stringMatching(/^F[A-Z0-9]{10}$/),
        name: "march.csv",
        title: "march.csv",
        filetype: "csv",
        mimetype: "text/csv",
        size: CSV.length,
        user: ANA,
        user_team: "T0ACME001",
        url_private: expect.stringContaining("/march.csv"),
        url_private_download: expect.stringContaining("/download/march.csv"),
        permalink: expect.stringContaining(`/files/${ANA}/`),
      },
      { name: "a photo.JPEG", filetype: "png", mimetype: "image/png" },
    ]);
  });

  it("gives back what was taken out again, and must not be empty unless it is optional", async () => {
    const ana = await opened();
    const { files } = await ana.upload("Invoices", { "a.csv": CSV, "b.csv": CSV });
    await ana.fill("Invoices", [files[1]?.id ?? ""]);
    expect((await ana.modal())?.state.values.proof?.files?.files).toMatchObject([
      { name: "b.csv" },
    ]);
    await ana.fill("Invoices", []);

    expect((await ana.submit()).errors).toEqual({ proof: "Please complete this required field." });
    fields = { optional: true };
    expect(await (await opened()).submit()).toMatchObject({ closed: true });
    expect(heard).toEqual([]);
  });

  it("tells the app at once where its block asks for that", async () => {
    fields = { dispatch_action: true };
    const ana = await opened();

    await ana.upload("Invoices", { "a.csv": CSV });

    expect(heard).toMatchObject([
      { actions: [{ type: "file_input", block_id: "proof", files: [{ name: "a.csv" }] }] },
    ]);
  });

  it.each([
    ["ten files unless it says otherwise", {}, 11, "Choose at most 10 files."],
    ["as many as it says", { max_files: 2 }, 3, "Choose at most 2 files."],
    ["a single one", { max_files: 1 }, 2, "Choose one file only."],
  ])("takes %s, and none of more", async (_, limit, count, words) => {
    element = limit;
    const ana = await opened();
    const several = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, at) => [`${at}.csv`, CSV]));

    expect((await ana.upload("Invoices", several(count))).refused).toBe(words);
    await ana.upload("Invoices", several(count - 1));
    expect((await ana.upload("Invoices", { "more.csv": CSV })).refused).toBe(words);

    expect((await ana.modal())?.state.values.proof?.files?.files).toHaveLength(count - 1);
  });

  it("takes the kinds it asks for, a picture by what it is", async () => {
    element = { filetypes: ["JPG", "csv"] };
    const ana = await opened();

    for (const [name, bytes] of Object.entries({ "a.pdf": CSV, none: CSV, "a.csv": PNG })) {
      const { refused, files } = await ana.upload("Invoices", { [name]: bytes });
      expect(refused).toBe(`"${name}" cannot be used here: choose jpg, csv.`);
      expect(files).toEqual([]);
    }
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 1]);
    const { files } = await ana.upload("Invoices", { "a.CSV": CSV, "b.jpeg": jpeg });
    expect(files).toMatchObject([{ filetype: "csv" }, { filetype: "jpg" }]);
  });

  it("takes files of ten megabytes, and none beyond", async () => {
    const ana = await opened();
    const sized = (bytes: number) => ({ "big.csv": new Uint8Array(bytes) });

    const { refused } = await ana.upload("Invoices", sized(TEN_MB + 1));
    expect(refused).toBe('"big.csv" is larger than 10 MB.');
    expect((await ana.upload("Invoices", sized(TEN_MB))).files).toHaveLength(1);
  });

  it("holds an update against what is there by then", async () => {
    const ana = await opened();
    await ana.upload("Invoices", { "a.csv": CSV, "b.csv": CSV });
    const view_id = (await ana.modal())?.id ?? "";
    await workspace.client.views.update({
      view_id,
      view: modal("Form", [fileField({ max_files: 1 })]),
    });

    expect((await ana.submit()).errors).toEqual({ proof: "Choose one file only." });
  });

  it("knows only what this person uploaded", async () => {
    const ana = await opened();
    const { files } = await ana.upload("Invoices", { "a.csv": CSV });
    const ben = await opened(BEN);

    await expect(ben.fill("Invoices", [files[0]?.id ?? ""])).rejects.toThrow("file_not_found");
    await expect(ana.fill("Invoices", ["F0NOWHERE1"])).rejects.toThrow("file_not_found");
  });

  it("needs the scope files:read", async () => {
    await using without = await startAcme();
    const blocks = [fileField({})];
    const publish = (client: typeof without.client) =>
      client.views.publish({ user_id: ANA, view: { type: "home", blocks } });

    await expect(publish(without.client)).rejects.toMatchObject({
      data: {
        error: "invalid_arguments",
        response_metadata: {
          messages: [
            "[ERROR] file_input needs files:read [json-pointer:/view/blocks/0/element/type]",
          ],
        },
      },
    });
    await publish(webClient(workspace));
  });
});
