import { extname } from "node:path";
import type { KeptFile } from "./kept/files.ts";
import { isPictureType } from "./mimetype.ts";
import type { Seed } from "./seed.ts";

export type SlackFileObject = ReturnType<typeof toSlackFile>;

/**
 * A file as `files.completeUploadExternal` answers it and `state.values` carries it. Its addresses are names: what they lead
 * to is on the page only.
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

/** Pictures by what they are, anything else by the ending of its name. */
function filetypeOf({ name, mimetype }: KeptFile): string {
  const ending = isPictureType(mimetype) ? mimetype.slice("image/".length) : extname(name).slice(1);
  return spelledBySlack(ending) || "binary";
}

/** As in https://docs.slack.dev/reference/objects/file-object#types. */
export function spelledBySlack(filetype: string): string {
  const lower = filetype.toLowerCase();
  return lower === "jpeg" ? "jpg" : lower;
}
