import { Hono, type Context as HonoContext } from "hono";
import type { Context } from "../context.ts";
import { SlackError } from "../slack-error.ts";

/** An app sends the bytes of a file here, at the URL from `files.getUploadURLExternal`. */
export function uploadRoutes(contexts: readonly Pick<Context, "files">[]): Hono {
  return new Hono().post("/v1/:ticket", async (http) => {
    try {
      const bytes = await bytesOf(http);
      const ticket = http.req.param("ticket");
      const context = contexts.find(({ files }) => files.expects(ticket));
      if (!context) throw new SlackError("unknown_upload_url");
      context.files.receive(ticket, bytes);
      return http.text(`OK - ${bytes.length}`);
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      // Slack promises only that whatever is not 200 has failed.
      return http.text(error.message, error.code === "length_mismatch" ? 400 : 404);
    }
  });
}

/** As the one part of a form, whatever its name, or as they are. */
async function bytesOf({ req }: HonoContext): Promise<Buffer> {
  if (!req.header("content-type")?.startsWith("multipart/form-data")) {
    return Buffer.from(await req.arrayBuffer());
  }
  const form = await req.formData();
  for (const part of form.values()) {
    if (typeof part !== "string") return Buffer.from(await part.arrayBuffer());
  }
  return Buffer.alloc(0);
}
