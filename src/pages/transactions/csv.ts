// A view as a CSV file: the same columns in the same order always, days as ISO, money in positive
// and money out negative as the pages show it. A spreadsheet runs a text that begins like a
// formula; such a text gets an apostrophe before it.

import { parseRounded, printUnits, units } from "../../money/money.ts";
import { exponentOf, parseCurrency } from "../../money/currency.ts";
import type { Result } from "../../platform/result.ts";
import type { Refusal } from "../ui/client.ts";
import { printBase } from "./base.ts";
import { describeField } from "./fields.ts";
import { nameAccount, nameTag, type Names } from "./read-names.ts";
import type { Transaction } from "./wire.ts";

/** What spreadsheets want at the start of a file in UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** A value of a row, and whether a person or a bank wrote it. */
interface Column {
  readonly title: string;
  readonly isText: boolean;
  readonly value: (transaction: Transaction, names: Names) => string;
}

const text = (title: string, value: Column["value"]): Column => ({ title, isText: true, value });
const plain = (title: string, value: Column["value"]): Column => ({ title, isText: false, value });

const COLUMNS: readonly Column[] = [
  plain("Date", ({ date }) => date),
  text("Payee", ({ payee }) => payee ?? ""),
  plain("Amount", ({ amount, currency }) => printSigned(amount, currency)),
  plain("Currency", ({ currency }) => currency.toUpperCase()),
  text("Account", (transaction, names) => nameAccount(names, transaction)),
  text("Group", ({ category_id: id }, names) => findCategory(names, id)?.group ?? ""),
  text("Category", ({ category_id: id }, names) =>
    id == null ? "" : (findCategory(names, id)?.name ?? `category ${id}`),
  ),
  text("Tags", ({ tag_ids: tags }, names) =>
    (tags ?? []).map((tag) => nameTag(names, tag)).join(", "),
  ),
  text("Notes", ({ notes }) => notes ?? ""),
  text("Bank text", ({ original_name: original }) => original ?? ""),
  plain("Status", ({ status, is_pending: isPending }, names) =>
    isPending === true ? "pending" : describeField("status", status, names),
  ),
  plain("Budget amount", ({ to_base: base }, { currency }) =>
    printSigned(printBase(base) ?? "", currency ?? ""),
  ),
  plain("Budget currency", (_, { currency }) => currency?.toUpperCase() ?? ""),
  plain("Number", ({ id }) => String(id)),
];

/** The first line of the file. */
function printHead(): string {
  return `${BYTE_ORDER_MARK}${printLine(COLUMNS.map(({ title }) => title))}`;
}

/** Transactions as lines of the file. */
function printRows(rows: readonly Transaction[], names: Names): string {
  return rows
    .map((row) =>
      printLine(
        COLUMNS.map(({ isText, value }) => {
          const cell = value(row, names);
          return isText ? guardText(cell) : cell;
        }),
      ),
    )
    .join("");
}

function findCategory({ categories }: Names, id: number | null | undefined) {
  return categories.find((category) => category.id === id);
}

/** The service's amount (positive is money out) as the account sees it: "-12.50". */
function printSigned(amount: string, currency: string): string {
  const read = parseRounded(amount);
  if (!read.ok) return "";
  const known = parseCurrency(currency);
  return printUnits(units(0 - read.value), known === null ? 2 : exponentOf(known));
}

/** A text that no spreadsheet takes for a formula. */
function guardText(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function printLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(",")}\r\n`;
}

type Page = Result<readonly Transaction[], Refusal>;

/**
 * The file of the pages of rows that were read and of those still to come. A refusal aborts the
 * download, so that nobody takes a part for the whole.
 */
export function streamCsv(
  read: readonly Page[],
  pages: AsyncGenerator<Page>,
  names: Names,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const write = (controller: ReadableStreamDefaultController<Uint8Array>, page: Page) => {
    if (page.ok) controller.enqueue(encoder.encode(printRows(page.value, names)));
    else controller.error(new Error(`The export was broken off: ${page.error.message}`));
  };
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(printHead()));
      for (const page of read) write(controller, page);
    },
    pull: async (controller) => {
      const next = await pages.next();
      if (next.done === true) controller.close();
      else write(controller, next.value);
    },
    cancel: async () => {
      await pages.return(undefined);
    },
  });
}
