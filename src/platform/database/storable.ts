/**
 * JSON without NUL and half characters in its strings, which PostgreSQL and `canonicalize` refuse
 * and foreign text may hold; all else is as it was.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!/\\u(0000|d[89a-f])/.test(text)) return text;
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "string" ? each.replaceAll("\0", "").toWellFormed() : each,
  );
}
