/** The text of a message that people can read. `isCut`: it was too long, so this is only its beginning. */
export interface MessageText {
  text: string;
  isCut: boolean;
}

/** Slack's own messages are shorter; a bot's attachments need not be. */
const LONGEST = 100_000;

/** Keeps two neighbouring texts from being read as one value. */
const APART = "\n\n";

/** Reads blocks and attachments too: a bot's invoice may have no text, and our cards show addresses in rich text only. */
export function textOfMessage(message: unknown): MessageText {
  const whole = [...new Set(textsIn(message, 0))].join(APART);
  return { text: whole.slice(0, LONGEST), isCut: whole.length > LONGEST };
}

/** Fields in which Slack keeps what people read, and where links lead. */
const READ = [
  "text",
  "url",
  "pretext",
  "title",
  "title_link",
  "author_name",
  "author_link",
  "from_url",
  "original_url",
  "image_url",
  "alt_text",
  "footer",
  "fallback",
  "preview",
] as const;

/** Deeper than anything Slack takes: a payload must not decide how deep we go. */
const DEEPEST = 20;

function textsIn(value: unknown, depth: number): string[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, depth + 1));
  if (!isRecord(value)) return [];
  if (isParagraph(value)) return textsOfParagraph(value.elements);
  const own = READ.flatMap((field) => {
    const text = value[field];
    return typeof text === "string" ? [text] : [];
  });
  // A field of an attachment: elsewhere `value` is what a button or option carries, which nobody reads.
  if (typeof value.value === "string" && typeof value.title === "string") own.push(value.value);
  return [...own, ...Object.values(value).flatMap((each) => textsIn(each, depth + 1))];
}

/** Sections, quotes and preformatted text: their leaves are one line, and bold letters do not split a value. */
function isParagraph(value: Record<string, unknown>): value is { elements: unknown[] } {
  return (
    typeof value.type === "string" &&
    /^rich_text_(?:section|quote|preformatted)$/.test(value.type) &&
    Array.isArray(value.elements)
  );
}

function textsOfParagraph(leaves: readonly unknown[]): string[] {
  const records = leaves.filter(isRecord);
  const line = records.map(({ text, url }) => stringIn(text) ?? stringIn(url) ?? APART).join("");
  const links = records.flatMap(({ text, url }) =>
    typeof text === "string" && typeof url === "string" ? [url] : [],
  );
  return [line, ...links];
}

const stringIn = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
