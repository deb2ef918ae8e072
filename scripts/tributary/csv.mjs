// @ts-check
// Transactions as CSV, in the columns of the download in the pages. A spreadsheet runs a cell that begins like a
// formula, also after characters that it drops or hides; such a text gets an apostrophe before it.

const FORMULA = /^(?:[\p{C}\p{Z}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|\p{Cc})/u;

/** @type {readonly (readonly [title: string, read: (one: any) => string, isText: boolean])[]} */
const COLUMNS = [
  ["Date", ({ date }) => date, true],
  ["Payee", ({ payee }) => payee, true],
  ["Amount", ({ amount }) => amount, false],
  ["Currency", ({ currency }) => currency, true],
  ["Account", ({ account }) => account ?? "", true],
  ["Group", ({ group }) => group ?? "", true],
  ["Category", ({ category }) => category ?? "", true],
  ["Tags", ({ tags }) => tags.join(", "), true],
  ["Notes", ({ notes }) => notes ?? "", true],
  ["Bank text", ({ bank_text: text }) => text ?? "", true],
  ["Status", ({ status }) => status, true],
  ["Number", ({ id }) => String(id), false],
];
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The first line. */
export function csvHead() {
  return line(COLUMNS.map(([title]) => title));
}

/** A transaction as a line; only what is a plain number is left without a guard. */
export function csvLine(/** @type {any} */ one) {
  return line(
    COLUMNS.map(([, read, isText]) => {
      const cell = read(one);
      return !isText && NUMBER.test(cell) ? cell : guard(cell);
    }),
  );
}

/** A text that no spreadsheet takes for a formula. */
export function guard(/** @type {string} */ cell) {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

function line(/** @type {readonly string[]} */ cells) {
  const quoted = cells.map((cell) =>
    /[",\r\n;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(",")}\r\n`;
}
