/** Deeper than anything Slack sends: a payload must not decide how deep we go. */
const DEEPEST = 20;

/** Keeps two neighbouring texts from being read as one value. */
const APART = "\n\n";

/** Fields that people read, and where links lead. */
const READ = [
  "text title pretext footer fallback preview author_name alt_text",
  "url title_link author_link from_url original_url image_url",
].flatMap((names) => names.split(" "));

type Fields = Readonly<Record<string, unknown>>;

/**
 * All that people read in anybody's message, blocks and attachments too: a bot's invoice may have
 * no text, and cards show addresses in rich text only.
 */
export function textOfMessage(message: unknown): string {
  return [...new Set(textsIn(message, 0))].join(APART);
}

function textsIn(value: unknown, depth: number): string[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, depth + 1));
  if (!isFields(value)) return [];
  if (isParagraph(value)) return textsOfParagraph(value.elements);
  const own = READ.flatMap((field) => textIn(value[field]));
  // A field of an attachment: elsewhere a value is what a button carries, which nobody reads.
  if (typeof value.title === "string") own.push(...textIn(value.value));
  return [...own, ...Object.values(value).flatMap((each) => textsIn(each, depth + 1))];
}

/** Sections, quotes and boxes: their leaves are one line, and bold letters do not split a value. */
function isParagraph(value: Fields): value is { elements: unknown[] } {
  const isOne = /^rich_text_(?:section|quote|preformatted)$/.test(String(value.type));
  return isOne && Array.isArray(value.elements);
}

function textsOfParagraph(elements: readonly unknown[]): string[] {
  const leaves = elements.filter(isFields);
  const line = leaves.map(({ text, url }) => [...textIn(text), ...textIn(url), APART][0]);
  const links = leaves.flatMap(({ text, url }) => (text === undefined ? [] : textIn(url)));
  return [line.join(""), ...links];
}

const textIn = (value: unknown): string[] => (typeof value === "string" ? [value] : []);

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
