import { Hono, type HonoRequest } from "hono";
import type { Context } from "../context.ts";
import { SlackError } from "../slack-error.ts";

/** An app uploads the bytes of a file here, at the URL from `files.getUploadURLExternal`. */
export function uploadRoutes(contexts: readonly Context[]): Hono {
  return new Hono().post("/v1/:ticket", async (http) => {
    try {
      const bytes = await bytesOf(http.req);
      const ticket = http.req.param("ticket");
      const context = contexts.find(({ files }) => files.expects(ticket));
      if (!context) throw new SlackError("unknown_upload_url");
      context.files.receive(ticket, bytes);
      return http.text(`OK - ${bytes.length}`);
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      // Slack documents only that every status except 200 means a failure.
      return http.text(error.message, error.code === "length_mismatch" ? 400 : 404);
    }
  });
}

/** The bytes are the one part of a form, under any name, or the body itself. */
async function bytesOf(req: HonoRequest): Promise<Buffer> {
  if (!req.header("content-type")?.startsWith("multipart/form-data")) {
    return Buffer.from(await req.arrayBuffer());
  }
  const [part] = [...(await req.formData()).values()].filter((each) => typeof each !== "string");
  return part ? Buffer.from(await part.arrayBuffer()) : Buffer.alloc(0);
}
