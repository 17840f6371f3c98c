import { z } from "zod";

export type ContentType = "form" | "json";

const anObject = z.record(z.string(), z.unknown());

/** Which of the two that Slack sends it is, whatever parameters stand behind it. */
export function contentTypeOf(header: string | undefined): ContentType | undefined {
  const [type = ""] = (header ?? "").split(";");
  switch (type.trim().toLowerCase()) {
    case "application/x-www-form-urlencoded":
      return "form";
    case "application/json":
      return "json";
    default:
      return undefined;
  }
}

/** What Slack says in a body: an event as JSON, a command as a form, an interaction as JSON in a form's `payload`. */
export function parseBody(type: ContentType, text: string): Record<string, unknown> | undefined {
  if (type === "json") return objectIn(text);
  const fields = Object.fromEntries(new URLSearchParams(text));
  return fields.payload === undefined ? fields : objectIn(fields.payload);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return anObject.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
