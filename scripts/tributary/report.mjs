// @ts-check
// What became of a file, for a person and as JSON.

import { amount, capital, grouped, plain } from "./words.mjs";

/** How many rejected rows are listed. */
export const REJECTS_SHOWN_MAX = 50;

/**
 * @param {any} run
 * @param {{ currency: string | null, rejected: readonly any[], address: string }} facts
 * @param {import("./screen.mjs").Screen} screen
 */
export function report(run, { currency, rejected, address }, screen) {
  const { counts, layout, state } = run;
  if (layout !== null) screen.print(`\n${plain(run.document.name)}: ${reading(layout)}`);
  if (currency !== null) screen.print(currency);
  if (state === "failed")
    screen.print(
      `\n${plain(run.document.name)} failed: ${plain(run.error ?? "no reason was given")}`,
    );
  /** @type {[string, number][]} */
  const lines = [["rows read", counts.read]];
  if (state === "preview") lines.push(["to import", counts.waiting]);
  else lines.push(["inserted", counts.inserted], ["already there", counts.duplicate]);
  lines.push(["rejected", counts.rejected], ["skipped", counts.skipped]);
  const width = Math.max(...lines.map(([, count]) => grouped(count).length));
  screen.print("");
  for (const [label, count] of lines)
    screen.print(`  ${label.padEnd(15)}${grouped(count).padStart(width)}`);
  for (const balance of run.balances) screen.print(`\n${balanceWords(balance)}`);
  if (counts.rejected > 0) reportRejected(counts.rejected, rejected, address, screen);
  if (state === "preview") screen.print(`\nNothing is in the budget yet. Confirm: ${address}`);
}

/**
 * What was or will be done with the balance that the file states.
 * @param {any} balance
 */
function balanceWords({
  account,
  balance,
  currency,
  debt,
  as_of: day,
  state,
  sets,
  after,
  reason,
}) {
  const what = plain(debt ? `what is owed on ${account.name}` : `the balance of ${account.name}`);
  const says = `the bank says ${amount(balance, currency ?? "")} on ${day}`;
  const why = reason === null ? "" : ` ${plain(reason)}`;
  if (state === "set")
    return `${capital(what)} is now ${amount(after, account.currency)}: ${says}.${why}`;
  if (state === "planned" && sets)
    return `Importing sets ${what} to ${amount(after, account.currency)}: ${says}.${why}`;
  return `${capital(what)} is left as it is, though ${says}.${why}`;
}

/**
 * @param {number} total
 * @param {readonly any[]} rows
 * @param {string} address
 * @param {import("./screen.mjs").Screen} screen
 */
function reportRejected(total, rows, address, screen) {
  screen.print("\nRejected:");
  for (const row of rows) {
    screen.print(`  line ${row.line}: ${plain(row.reason ?? "no reason was given")}`);
    if (row.raw.length > 0) screen.print(`    ${plain(row.raw.join(" | "))}`);
  }
  if (total > rows.length) screen.print(`  and ${grouped(total - rows.length)} more: ${address}`);
}

function reading(/** @type {any} */ layout) {
  const {
    kind,
    rows_checked: checked,
    rows_proven: proven,
    breaks_at: first,
    break_lines: lines = first === null ? [] : [first],
    breaks = lines.length,
  } = layout.proof;
  const parts = [layout.bank ?? layout.format, layout.encoding];
  if (layout.date_format !== null) parts.push(`dates ${layout.date_format}`);
  if (layout.sign !== null) parts.push(`money out ${layout.sign}`);
  if (kind === "none") parts.push("nothing in the file proves the amounts");
  else if (proven === checked && breaks === 0)
    parts.push(`${kind} proves ${grouped(proven)} of ${grouped(checked)} rows`);
  else
    parts.push(
      `${kind} fits ${grouped(proven)} of ${grouped(checked)} rows${breakWords(breaks, lines)}`,
    );
  return plain(parts.join(", "));
}

/**
 * @param {number} breaks
 * @param {readonly number[]} lines
 */
function breakWords(breaks, lines) {
  if (breaks === 0) return "";
  const more = breaks > lines.length ? ` and ${grouped(breaks - lines.length)} more` : "";
  return `, breaks at ${breaks === 1 ? "line" : "lines"} ${lines.join(", ")}${more}`;
}

/**
 * The line of JSON about an import.
 * @param {string} file
 * @param {any} run
 * @param {{ currency: string | null, address: string, code: number, error?: string | null }} facts
 */
export function importRecord(file, run, { currency, address, code, error = null }) {
  return {
    file,
    kind: "statement",
    name: run.document.name,
    state: run.state,
    id: run.id,
    address,
    account: run.account === null ? null : { id: run.account.id, name: run.account.name },
    counts: run.counts,
    balances: run.balances.map((/** @type {any} */ one) => ({
      account: one.account.name,
      as_of: one.as_of,
      balance: one.balance,
      state: one.state,
    })),
    questions: run.questions.map((/** @type {any} */ { id, ask, choices }) => ({
      id,
      ask,
      choices: choices.map((/** @type {any} */ { value, label }) => ({ value, label })),
    })),
    currency,
    error: error ?? run.error,
    code,
  };
}
