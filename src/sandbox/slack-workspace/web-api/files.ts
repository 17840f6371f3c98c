import { Hono, type HonoRequest } from "hono";
import { z } from "zod";
import { LIMITS } from "../blocks/limits.ts";
import type { Context } from "../context.ts";
import { slackId } from "../kept/ids.ts";
import { SlackError } from "../slack-error.ts";
import { writableConversation } from "./conversation.ts";
import { invalid, json, type Methods, optionalText, text } from "./method.ts";

const wantedFiles = z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1);

const common = { token: "bot", scopes: ["files:write"], perMinute: 100 } as const;

export const files: Methods = {
  "files.getUploadURLExternal": {
    ...{ ...common, takes: "filename length" },
    run(args, { uploads, url, now }) {
      const length = Number(text(args, "length"));
      if (!Number.isSafeInteger(length) || length <= 0) throw invalid("length must be above 0");
      const id = slackId("F");
      uploads.set(id, { name: text(args, "filename"), length, announcedAt: now() });
      return { upload_url: `${url()}/upload/v1/${id}`, file_id: id };
    },
  },

  /** All files or none, each once. Slack attaches a file to its message; here it is a link. */
  "files.completeUploadExternal": {
    ...{ ...common, takes: "files channel_id" },
    run(args, context) {
      const { uploads, messages, seed, url } = context;
      const { success, data } = wantedFiles.safeParse(json(args, "files"));
      if (!success) throw invalid("files must be a list of objects with an id");
      const given = optionalText(args, "channel_id");
      const channel = given && writableConversation({ channel: given }, context).id;
      const completed = data.map(({ id, title }) => {
        const upload = uploads.get(id);
        if (!upload?.bytes || upload.isShared) throw new SlackError("file_not_found");
        const { name, length: size } = upload;
        return { id, name, title: title || name, size, mode: "hosted", is_external: false };
      });
      for (const { id } of completed) Object.assign(uploads.get(id) ?? {}, { isShared: true });
      if (channel) {
        const links = completed.map(({ id, title }) => `<${url()}/upload/v1/${id}|${title}>`);
        const said = { text: links.join("\n"), blocks: [] };
        messages.post({ channel, user: seed.app.botUserId, ...said });
      }
      return { files: completed };
    },
  },
};

/** An app uploads bytes here. Slack documents that every status but 200 means a failure. */
export function uploadRoutes(contexts: readonly Context[]): Hono {
  const contextOf = (id: string) => contexts.find(({ uploads }) => uploads.has(id));
  const routes = new Hono();
  routes.get("/v1/:id", (http) => {
    const id = http.req.param("id");
    const { name, bytes } = contextOf(id)?.uploads.get(id) ?? {};
    if (!name || !bytes) return http.notFound();
    http.header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    return http.body(bytes);
  });
  return routes.post("/v1/:id", async (http) => {
    const bytes = await bytesOf(http.req);
    const id = http.req.param("id");
    const { uploads, now } = contextOf(id) ?? {};
    const upload = uploads?.get(id);
    if (!now || !upload || upload.bytes) return http.text("unknown_upload_url", 404);
    if (now() - upload.announcedAt > LIMITS.uploadMs) return http.text("expired_upload_url", 404);
    const { length } = bytes;
    if (length !== upload.length) return http.text(`length_mismatch: ${length} bytes came`, 400);
    upload.bytes = bytes;
    return http.text(`OK - ${length}`);
  });
}

/** The bytes are the one part of a form, under any name, or the body itself. */
async function bytesOf(req: HonoRequest): Promise<Uint8Array<ArrayBuffer>> {
  if (!req.header("content-type")?.startsWith("multipart/form-data")) {
    return new Uint8Array(await req.arrayBuffer());
  }
  const form = await req.formData().catch(() => new FormData());
  const [part] = [...form.values()].filter((each) => typeof each !== "string");
  return new Uint8Array(part ? await part.arrayBuffer() : []);
}
