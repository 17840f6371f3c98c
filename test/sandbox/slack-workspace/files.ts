import type { types } from "@slack/bolt";
import type { FilesUploadV2Arguments } from "@slack/web-api";
import { PNG as Png } from "pngjs";
import type { startAcme } from "./bolt-app.ts";

/** A picture of one pixel. */
export const PNG = Png.sync.write(new Png({ width: 1, height: 1 }));
/** The beginning of one: all that a kind is told by. */
export const GIF = Buffer.from("GIF89a and more");
export const TEXT = Buffer.from("<svg onload='alert(1)'></svg>");

/** Uploads with Slack's own SDK, as apps do. */
export async function upload(
  { client }: Pick<Awaited<ReturnType<typeof startAcme>>, "client">,
  args: FilesUploadV2Arguments,
) {
  const { files } = await client.filesUploadV2(args);
  const { id, ...file } = files[0]?.files?.[0] ?? {};
  if (!id) throw new Error("The upload named no file");
  return { id, ...file };
}

export const imageOf = (
  slack_file: types.SlackFile,
  alt_text = "An address",
): types.ImageBlock => ({
  type: "image",
  alt_text,
  slack_file,
});
