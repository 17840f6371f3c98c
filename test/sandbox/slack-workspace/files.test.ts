import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FilesGetUploadURLExternalResponse } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { ANA, RANDOM, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { startAcme } from "./bolt-app.ts";
import { GIF, imageOf, PNG, TEXT, upload } from "./files.ts";

type Acme = Awaited<ReturnType<typeof startAcme>>;

async function announce({ client }: Acme, args: Record<string, unknown> = {}) {
  const announced: FilesGetUploadURLExternalResponse = await client.apiCall(
    "files.getUploadURLExternal",
    { filename: "a.png", length: PNG.length, ...args },
  );
  const { upload_url = "", file_id = "" } = announced;
  return { upload_url, file_id };
}

const complete = (workspace: Acme, args: Record<string, unknown>) =>
  workspace.client.apiCall("files.completeUploadExternal", args);

const send = (url: string, body: Buffer) =>
  fetch(url, { method: "POST", body: new Uint8Array(body) });

describe("a file", () => {
  it("is uploaded by Slack's own SDK, and described as Slack describes it", async () => {
    await using workspace = await startAcme();

    const file = await upload(workspace, { file: PNG, filename: "deposit-address.png" });

    expect(file).toMatchObject({
      id: expect.stringMatching(/^F[A-Z0-9]{8,}$/),
      name: "deposit-address.png",
      title: "deposit-address.png",
      mimetype: "image/png",
      size: PNG.length,
      user: "U0SIGNAL1",
      url_private: expect.stringContaining(`${file.id}/deposit-address.png`),
      permalink: expect.stringContaining(`/files/U0SIGNAL1/${file.id}/deposit-address.png`),
    });
    const methods = workspace.traffic().map(({ method }) => method);
    expect(methods).toEqual(["files.getUploadURLExternal", "files.completeUploadExternal"]);
  });

  it("is of the kind that its bytes are, whatever its name says", async () => {
    await using workspace = await startAcme();

    expect(await upload(workspace, { file: GIF, filename: "a.png" })).toMatchObject({
      mimetype: "image/gif",
    });
    expect((await upload(workspace, { file: TEXT, filename: "a.png" })).mimetype).not.toMatch(
      /^image/,
    );
  });

  it("may also be sent as the bytes that it is", async () => {
    await using workspace = await startAcme();
    const { upload_url, file_id } = await announce(workspace);

    expect((await send(upload_url, PNG)).status).toBe(200);

    expect(await complete(workspace, { files: [{ id: file_id, title: "A" }] })).toMatchObject({
      files: [{ id: file_id, title: "A", mimetype: "image/png" }],
    });
  });

  it("is shared in a channel, with a comment, when one is named", async () => {
    await using workspace = await startAcme();
    const { ts: thread_ts = "" } = await workspace.client.chat.postMessage({
      channel: TREASURY,
      text: "R-142",
    });

    const file = await upload(workspace, {
      file: PNG,
      filename: "a.png",
      alt_text: "An address",
      initial_comment: "Here",
      channel_id: TREASURY,
      thread_ts,
    });

    const ana = person(workspace.url, ANA);
    expect((await ana.messages(TREASURY)).at(-1)).toMatchObject({
      text: "Here",
      thread_ts,
      blocks: [
        { type: "section", text: { text: "Here" } },
        { type: "image", alt_text: "An address", slack_file: { id: file.id } },
      ],
    });
    expect(await ana.picture(file.id)).toEqual(new Uint8Array(PNG));
  });

  it("is there again after a restart", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "slack-workspace-"));
    try {
      let id = "";
      {
        await using before = await startAcme({ dataDir });
        ({ id } = await upload(before, { file: PNG, filename: "a.png" }));
      }

      await using after = await startAcme({ dataDir });

      const blocks = [imageOf({ id })];
      await after.client.chat.postMessage({ channel: TREASURY, text: "x", blocks });
      expect(await person(after.url, ANA).picture(id)).toEqual(new Uint8Array(PNG));
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});

describe("an upload that Slack would refuse", () => {
  it.each([
    ["no name", { filename: undefined }, "invalid_arguments"],
    ["no length", { length: undefined }, "invalid_arguments"],
    ["nothing in it", { length: 0 }, "invalid_arguments"],
    ["half a byte", { length: 1.5 }, "invalid_arguments"],
    ["an alt text that is too long", { alt_text: "x".repeat(1_001) }, "alt_txt_too_large"],
    ["the same by its documented name", { alt_txt: "x".repeat(1_001) }, "alt_txt_too_large"],
  ])("announces %s", async (_, args, error) => {
    await using workspace = await startAcme();

    await expect(announce(workspace, args)).rejects.toThrow(error);
    await announce(workspace, { alt_text: "🔑".repeat(1_000) });
  });

  it("is not of the announced length", async () => {
    await using workspace = await startAcme();
    const { upload_url, file_id } = await announce(workspace, { length: PNG.length + 1 });

    expect((await send(upload_url, PNG)).status).toBe(400);

    const completing = complete(workspace, { files: [{ id: file_id }] });
    await expect(completing).rejects.toThrow("file_not_found");
  });

  it("goes to an address that Slack did not give, or gave for another upload or long ago", async () => {
    let now = Date.now();
    await using workspace = await startAcme({ now: () => now });
    const { upload_url } = await announce(workspace);
    expect((await send(`${workspace.url}/upload/v1/elsewhere`, PNG)).status).toBe(404);
    expect((await send(upload_url, PNG)).status).toBe(200);
    expect((await send(upload_url, PNG)).status).toBe(404);

    const late = await announce(workspace);
    now += 11 * 60_000;

    expect((await send(late.upload_url, PNG)).status).toBe(404);
  });

  it("is completed before its bytes have come, or twice", async () => {
    await using workspace = await startAcme();
    const { upload_url, file_id } = await announce(workspace);
    const files = [{ id: file_id }];
    await expect(complete(workspace, { files })).rejects.toThrow("file_not_found");
    await send(upload_url, PNG);
    await complete(workspace, { files });

    await expect(complete(workspace, { files })).rejects.toThrow("file_not_found");
  });

  it("is completed together with one that is not there: then neither is", async () => {
    await using workspace = await startAcme();
    const { upload_url, file_id } = await announce(workspace);
    await send(upload_url, PNG);

    const both = complete(workspace, { files: [{ id: file_id }, { id: "F0NOWHERE1" }] });

    await expect(both).rejects.toThrow("file_not_found");
    await complete(workspace, { files: [{ id: file_id }] });
  });

  it.each([
    ["nothing is named", {}, "invalid_arguments"],
    ["the list is empty", { files: [] }, "invalid_arguments"],
    ["the list is none", { files: "F1" }, "invalid_arguments"],
    ["the channel is unknown", { channel_id: "C0NOWHERE" }, "channel_not_found"],
    ["the app is not in the channel", { channel_id: RANDOM }, "not_in_channel"],
    ["the thread is unknown", { channel_id: TREASURY, thread_ts: "1.0" }, "thread_not_found"],
    ["it asks for what is not imitated", { channels: TREASURY }, "invalid_arguments"],
  ])("is completed although %s", async (_, args, error) => {
    await using workspace = await startAcme();
    const { upload_url, file_id } = await announce(workspace);
    await send(upload_url, PNG);
    const files = error === "invalid_arguments" ? {} : { files: [{ id: file_id }] };

    await expect(complete(workspace, { ...files, ...args })).rejects.toThrow(error);

    await complete(workspace, { files: [{ id: file_id }] });
    expect(await person(workspace.url, ANA).messages(TREASURY)).toEqual([]);
  });
});
