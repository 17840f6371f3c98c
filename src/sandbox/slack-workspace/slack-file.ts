import { extname } from "node:path";
import type { KeptFile } from "./kept/files.ts";
import { isPictureType } from "./mimetype.ts";
import type { Seed } from "./seed.ts";

export type SlackFileObject = ReturnType<typeof toSlackFile>;

/**
 * Writes a file as answers of `files.completeUploadExternal` and `state.values` carry it. Its addresses are only names;
 * the page alone shows the file.
 */
export function toSlackFile(
  file: KeptFile,
  { seed: { team, app }, url }: { seed: Pick<Seed, "team" | "app">; url: () => string },
) {
  const { id, name, title, altText, mimetype, base64, createdAt, userId = app.botUserId } = file;
  const inPath = encodeURIComponent(name);
  const url_private = `${url()}/files-pri/${team.id}-${id}`;
  return {
    id,
    created: Math.floor(createdAt / 1000),
    timestamp: Math.floor(createdAt / 1000),
    name,
    title,
    mimetype,
    filetype: filetypeOf(file),
    size: Buffer.byteLength(base64, "base64"),
    user: userId,
    user_team: team.id,
    mode: "hosted",
    is_external: false,
    is_public: false,
    url_private: `${url_private}/${inPath}`,
    url_private_download: `${url_private}/download/${inPath}`,
    permalink: `${url()}/files/${userId}/${id}/${inPath}`,
    ...(altText !== undefined && { alt_txt: altText }),
  };
}

/** The type of a picture comes from its bytes, and of any other file from its name. */
function filetypeOf({ name, mimetype }: KeptFile): string {
  const ending = isPictureType(mimetype) ? mimetype.slice("image/".length) : extname(name).slice(1);
  return spelledBySlack(ending) || "binary";
}

/** The spelling of https://docs.slack.dev/reference/objects/file-object#types. */
export function spelledBySlack(filetype: string): string {
  const lower = filetype.toLowerCase();
  return lower === "jpeg" ? "jpg" : lower;
}
