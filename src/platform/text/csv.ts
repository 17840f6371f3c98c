/** What a spreadsheet would run as a formula. */
const DANGEROUS = /^[=+\-@\t\r]/;

/** One row of a table on one line: what people wrote can neither begin a formula nor a row of its own. */
export function csvRow(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? "").replace(/[\r\n\u2028\u2029]+/g, " ");
  const safe = DANGEROUS.test(text.trimStart()) ? `'${text}` : text;
  return /[",']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
