import { describe, expect, it } from "vitest";
import { ANA, APPROVALS, BEN, GUS, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { section, startAcme } from "./bolt-app.ts";
import { GIF, imageOf, PNG, TEXT, upload } from "./files.ts";

const png = { file: PNG, filename: "a.png" };

describe("an uploaded picture", () => {
  it("stands in messages by its id or address, as a block, beside text and in a context", async () => {
    await using workspace = await startAcme();
    const { id, url_private = "", permalink = "" } = await upload(workspace, png);
    const post = (block: object) =>
      workspace.client.apiCall("chat.postMessage", {
        channel: TREASURY,
        text: "x",
        blocks: [block],
      });

    for (const slack_file of [{ id }, { url: url_private }, { url: permalink }]) {
      const image = imageOf(slack_file);
      await post(image);
      await post({ ...section("x"), accessory: image });
      await post({ type: "context", elements: [image] });
    }

    expect(await person(workspace.url, ANA).messages(TREASURY)).toHaveLength(9);
  });

  it("is refused where there is none by that name, pointing at where it stands", async () => {
    await using workspace = await startAcme();
    const { id: text } = await upload(workspace, { file: TEXT, filename: "a.png" });
    const { id: gif } = await upload(workspace, { file: GIF, filename: "a.gif" });
    const { upload_url: _, file_id: announced = "" } =
      await workspace.client.files.getUploadURLExternal({ filename: "a.png", length: 1 });
    const post = (slack_file: object) =>
      workspace.client.apiCall("chat.postMessage", {
        channel: TREASURY,
        text: "x",
        blocks: [section("x"), { type: "image", alt_text: "x", slack_file }],
      });

    for (const slack_file of [
      { id: "F0NOWHERE1" },
      { id: announced },
      { id: text },
      { url: `${workspace.url}/files/elsewhere.png` },
    ]) {
      await expect(post(slack_file)).rejects.toMatchObject({
        data: {
          error: "invalid_blocks",
          errors: ["[ERROR] invalid slack file [json-pointer:/blocks/1/slack_file]"],
        },
      });
    }
    for (const slack_file of [{}, { id: gif, url: "https://a.example/b" }, { id: "no id" }]) {
      await expect(post(slack_file)).rejects.toThrow("invalid_blocks");
    }
    await post({ id: gif });
  });

  it("has one source: an address of its own or an upload", async () => {
    await using workspace = await startAcme();
    const { id } = await upload(workspace, png);
    const post = (source: object) =>
      workspace.client.apiCall("chat.postMessage", {
        channel: TREASURY,
        text: "x",
        blocks: [{ type: "image", alt_text: "x", ...source }],
      });

    await expect(post({})).rejects.toThrow("invalid_blocks");
    await expect(post({ image_url: "https://a.example/b", slack_file: { id } })).rejects.toThrow(
      "invalid_blocks",
    );
    await post({ image_url: "https://a.example/b" });
  });

  it("cannot be brought in by changing a message, by Home or by an ephemeral message either", async () => {
    await using workspace = await startAcme();
    const { chat, views } = workspace.client;
    const { ts = "" } = await chat.postMessage({ channel: TREASURY, text: "x" });
    const blocks = [imageOf({ id: "F0NOWHERE1" })];

    await expect(chat.update({ channel: TREASURY, ts, text: "x", blocks })).rejects.toThrow(
      "invalid_blocks",
    );
    await expect(
      chat.postEphemeral({ channel: TREASURY, user: ANA, text: "x", blocks }),
    ).rejects.toThrow("invalid_blocks");
    await expect(views.publish({ user_id: ANA, view: { type: "home", blocks } })).rejects.toThrow(
      "invalid_arguments",
    );
  });

  it("is seen by those who see a message with it, and by nobody else", async () => {
    await using workspace = await startAcme();
    const { chat } = workspace.client;
    const { id } = await upload(workspace, png);
    const blocks = [imageOf({ id })];
    const [ana, ben, gus] = [ANA, BEN, GUS].map((each) => person(workspace.url, each));
    if (!ana || !ben || !gus) throw new Error("There are three");
    const seers = async () => {
      const tries = [ana, ben, gus].map((each) =>
        each.picture(id).then(
          () => each.id,
          () => undefined,
        ),
      );
      return (await Promise.all(tries)).filter((each) => each !== undefined);
    };

    expect(await seers()).toEqual([]);
    await chat.postMessage({ channel: BEN, text: "x", blocks });
    expect(await seers()).toEqual([BEN]);
    await chat.postEphemeral({ channel: TREASURY, user: GUS, text: "x", blocks });
    expect(await seers()).toEqual([BEN, GUS]);
    const { ts = "" } = await chat.postMessage({ channel: APPROVALS, text: "x", blocks });
    expect(await seers()).toEqual([ANA, BEN, GUS]);
    await chat.delete({ channel: APPROVALS, ts });
    expect(await seers()).toEqual([BEN, GUS]);
  });

  it("is served as what it is, for the page alone", async () => {
    await using workspace = await startAcme();
    const { id } = await upload(workspace, png);
    const blocks = [imageOf({ id })];
    await workspace.client.views.publish({ user_id: ANA, view: { type: "home", blocks } });

    const { headers } = await fetch(`${workspace.url}/page/people/${ANA}/picture?file=${id}`);

    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });
});
