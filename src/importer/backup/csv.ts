// The spreadsheets of a backup, for people. They are never read back. A text that a spreadsheet
// would run as a formula ("=HYPERLINK(...)" as a payee) gets an apostrophe before it, which
// spreadsheets hide (OWASP, CSV injection). Amounts are numbers and stay as they are.

const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
const NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?$/;

/** One line of a CSV file, with its end. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((value) => cell(String(value ?? ""))).join(",")}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
