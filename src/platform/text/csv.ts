/**
 * Where a spreadsheet would begin a formula: some also end a cell at a semicolon or tab, and read
 * wide signs.
 */
const FORMULA = /(^|[;\t])([^\S\t]*)(?=[=+\-@＝＋－＠])/g;

/** A table (RFC 4180), in which what people wrote begins neither a formula nor a row of its own. */
export function csv(rows: readonly (readonly (string | null)[])[]): string {
  return rows
    .map((cells) => `${cells.map((cell) => quotedCell(cell ?? "")).join(",")}\r\n`)
    .join("");
}

function quotedCell(text: string): string {
  const safe = text.replace(/[\r\n\u2028\u2029]+/g, " ").replace(FORMULA, "$1$2'");
  return /[",';]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
