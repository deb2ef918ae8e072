// Proves the rows by the balances of the pages. A page without one of its balances borrows it from
// the page before or after it in the same statement. A report during the day (MT942) has no
// balances, only counts and sums in :90D: and :90C:.

import { units, printUnits } from "../../money/money.ts";
import { latestBalances, proveBalances, type Balanced } from "../balances.ts";
import type { Proof, StatedBalance, StatementRecord } from "../statement.ts";
import type { Page } from "./pages.ts";
import { parseAmount } from "./values.ts";

/** A page with its records. */
export interface ReadPage {
  readonly page: Page;
  readonly records: readonly StatementRecord[];
}

/** Proves all pages, in the file's order. */
export function provePages(pages: readonly ReadPage[]): Proof {
  const before = new Map<string, Page>();
  const behind = findFollowers(pages);
  const balanced = pages.map(({ page, records }, at): Balanced => {
    const key = accountKey(page);
    const earlier = before.get(key);
    before.set(key, page);
    const own = page.opening?.amount ?? null;
    const opening =
      own ??
      (page.opening === null && page.continued && earlier !== undefined
        ? (earlier.closing?.amount ?? null)
        : null);
    const later = behind[at];
    const closing =
      page.closing === null && later?.continued === true ? (later.opening ?? null) : page.closing;
    // Balances prove nothing if records are missing.
    const whole = records.every(({ kind }) => kind !== "rejected");
    return {
      opening: whole ? opening : null,
      closing: closing?.amount ?? null,
      amounts: bookedAmounts(records),
      line: closing?.line ?? page.message.line,
    };
  });
  return proveBalances(balanced);
}

/**
 * Each account's closing balance, from its latest page, and the balance before its first one.
 * Reports during the day have no closing balance.
 */
export function findStatedBalances(
  pages: readonly ReadPage[],
  labelOf: (page: Page) => string | null,
): StatedBalance[] {
  return latestBalances(
    pages.flatMap(({ page }) => {
      const { message, currency, opening, closing } = page;
      if (message.intraday || closing === null || closing.amount === null) return [];
      return [
        {
          account: labelOf(page),
          currency,
          day: closing.day,
          closing: closing.amount,
          opening: opening?.amount ?? null,
        },
      ];
    }),
  );
}

/** For each page, the next page of the same account and currency. */
function findFollowers(pages: readonly ReadPage[]): readonly (Page | null)[] {
  const next = new Map<string, Page>();
  return pages
    .toReversed()
    .map(({ page }) => {
      const follower = next.get(accountKey(page)) ?? null;
      next.set(accountKey(page), page);
      return follower;
    })
    .toReversed();
}

function accountKey({ account, printed_currency }: Page): string {
  return `${account ?? ""} ${printed_currency}`;
}

function bookedAmounts(records: readonly StatementRecord[]) {
  return records.flatMap((record) =>
    record.kind === "transaction" && !record.row.pending ? [record.row.amount] : [],
  );
}

const GAPS_SHOWN = 3;

/** Describes gaps between statements, and checks the totals of reports. */
export function explainBalances(pages: readonly ReadPage[]): string[] {
  return [...describeGaps(pages), ...pages.flatMap(checkTotals)];
}

/** Finds statements that do not begin with the closing balance of the one before. */
function describeGaps(pages: readonly ReadPage[]): string[] {
  const behind = findFollowers(pages);
  const gaps = pages.flatMap(({ page }, at) => {
    const opening = behind[at]?.opening ?? null;
    const { closing } = page;
    if (
      closing === null ||
      closing.amount === null ||
      opening === null ||
      opening.amount === null ||
      closing.amount === opening.amount
    )
      return [];
    return [
      `The statement on line ${closing.line} closes with ${printUnits(closing.amount, 2)}, but the next one, on line ${opening.line}, opens with ${printUnits(opening.amount, 2)}: a statement between them may be missing.`,
    ];
  });
  return gaps.length <= GAPS_SHOWN
    ? gaps
    : [
        ...gaps.slice(0, GAPS_SHOWN),
        `There are ${gaps.length - GAPS_SHOWN} more such gaps between statements.`,
      ];
}

function checkTotals({ page, records }: ReadPage): string[] {
  const amounts = bookedAmounts(records);
  return (
    [
      ["debits", amounts.filter((amount) => amount < 0)],
      ["credits", amounts.filter((amount) => amount >= 0)],
    ] as const
  ).flatMap(([side, own]) => {
    const printed = page.totals[side];
    const [, count, sum = ""] = /^\s*(\d{1,5})[A-Z]{3}([\d.,]{1,32})/.exec(printed ?? "") ?? [];
    const total = count === undefined ? "" : parseAmount(sum, page.currency);
    const sumFound = Math.abs(own.reduce((all, amount) => all + amount, 0));
    if (typeof total === "string" || !Number.isSafeInteger(sumFound)) return [];
    const found = units(sumFound);
    const same = Number(count) === own.length && total === found;
    return [
      same
        ? `The report's own count and sum of ${side} match: ${own.length}, ${printUnits(found, 2)}.`
        : `The report announces ${Number(count)} ${side} of ${printUnits(total, 2)}; the file has ${own.length} of ${printUnits(found, 2)}.`,
    ];
  });
}
