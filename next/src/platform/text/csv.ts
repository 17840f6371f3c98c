/** Where a spreadsheet begins a formula; some end a cell at a semicolon or tab, too. */
const FORMULA = /(^|[;\t])([^\S\t]*)(?=[=+\-@＝＋－＠])/g;

/** One row on one line: what people wrote can begin neither a formula nor a row of its own. */
export function csvRow(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? "").replace(/[\r\n\u2028\u2029]+/g, " ");
  const safe = text.replace(FORMULA, "$1$2'");
  return /[",']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
