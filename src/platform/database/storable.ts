/** PostgreSQL refuses NUL, and `canonicalize` half characters: foreign text may hold both. */
const storableText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** JSON without such characters in its strings; all else is as it was. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!/\\u(0000|d[89a-f])/.test(text)) return text;
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "string" ? storableText(each) : each,
  );
}
