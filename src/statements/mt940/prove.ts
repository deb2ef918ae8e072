// What the balances of the pages prove. A page without one of its balances borrows it from the page before or behind
// in the same statement; a report of within the day (MT942) has none, only the counts and sums of :90D: and :90C:.

import { units, printUnits } from "../../money/money.ts";
import { proveBalances, type Balanced } from "../balances.ts";
import type { Proof, StatedBalance, StatementRecord } from "../statement.ts";
import type { Page } from "./pages.ts";
import { amountOf } from "./values.ts";

/** A page with what became of its movements. */
export interface ReadPage {
  readonly page: Page;
  readonly records: readonly StatementRecord[];
}

/** The proof over all pages, in the file's order. */
export function proofOf(pages: readonly ReadPage[]): Proof {
  const before = new Map<string, Page>();
  const behind = followers(pages);
  const balanced = pages.map(({ page, records }, at): Balanced => {
    const key = keyOf(page);
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
    // A balance proves nothing while records are missing.
    const whole = records.every(({ kind }) => kind !== "rejected");
    return {
      opening: whole ? opening : null,
      closing: closing?.amount ?? null,
      amounts: amountsOf(records),
      line: closing?.line ?? page.message.line,
    };
  });
  return proveBalances(balanced);
}

/** The closing balance of each account: of its latest page, with the balance before its first one. Reports of within the day close nothing. */
export function statedIn(
  pages: readonly ReadPage[],
  labelOf: (page: Page) => string | null,
): StatedBalance[] {
  const closed = pages.flatMap(({ page }) =>
    page.message.intraday || page.closing === null || page.closing.amount === null
      ? []
      : [{ page, closing: page.closing.amount, day: page.closing.day }],
  );
  return [...Map.groupBy(closed, ({ page }) => labelOf(page))].flatMap(
    ([account, all]): StatedBalance[] => {
      const inOrder = all.toSorted((a, b) =>
        (a.day ?? "") < (b.day ?? "") ? -1 : (a.day ?? "") > (b.day ?? "") ? 1 : 0,
      );
      const [first, last] = [inOrder[0], inOrder.at(-1)];
      if (first === undefined || last === undefined) return [];
      return [
        {
          account,
          currency: last.page.currency,
          day: last.day,
          closing: last.closing,
          opening: first.page.opening?.amount ?? null,
        },
      ];
    },
  );
}

/** The page of the same account and currency that follows each. */
function followers(pages: readonly ReadPage[]): readonly (Page | null)[] {
  const next = new Map<string, Page>();
  return pages
    .toReversed()
    .map(({ page }) => {
      const follower = next.get(keyOf(page)) ?? null;
      next.set(keyOf(page), page);
      return follower;
    })
    .toReversed();
}

function keyOf({ account, printed_currency }: Page): string {
  return `${account ?? ""} ${printed_currency}`;
}

function amountsOf(records: readonly StatementRecord[]) {
  return records.flatMap((record) =>
    record.kind === "transaction" && !record.row.pending ? [record.row.amount] : [],
  );
}

const GAPS_SAID = 3;

/** Sentences about balances between statements and about the totals of reports. */
export function balanceWhys(pages: readonly ReadPage[]): string[] {
  return [...gapsOf(pages), ...pages.flatMap(totalsOf)];
}

/** Where a statement does not begin with the balance the one before ended with: one between them may be missing. */
function gapsOf(pages: readonly ReadPage[]): string[] {
  const behind = followers(pages);
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
      `The statement that ends with ${printUnits(closing.amount, 2)} on line ${closing.line} is followed by one that begins with ${printUnits(opening.amount, 2)} on line ${opening.line}: a statement between them may be missing.`,
    ];
  });
  return gaps.length <= GAPS_SAID
    ? gaps
    : [
        ...gaps.slice(0, GAPS_SAID),
        `The balances differ in ${gaps.length - GAPS_SAID} more places between statements.`,
      ];
}

function totalsOf({ page, records }: ReadPage): string[] {
  const amounts = amountsOf(records);
  return (
    [
      ["debits", amounts.filter((amount) => amount < 0)],
      ["credits", amounts.filter((amount) => amount >= 0)],
    ] as const
  ).flatMap(([side, own]) => {
    const printed = page.totals[side];
    const [, count, sum = ""] = /^\s*(\d{1,5})[A-Z]{3}([\d.,]{1,32})/.exec(printed ?? "") ?? [];
    const total = count === undefined ? "" : amountOf(sum, page.currency);
    const sumFound = Math.abs(own.reduce((all, amount) => all + amount, 0));
    if (typeof total === "string" || !Number.isSafeInteger(sumFound)) return [];
    const found = units(sumFound);
    const same = Number(count) === own.length && total === found;
    return [
      same
        ? `The report's own count and sum of ${side} agree: ${own.length}, ${printUnits(found, 2)}.`
        : `The report says it has ${Number(count)} ${side} of ${printUnits(total, 2)}; the file holds ${own.length} of ${printUnits(found, 2)}.`,
    ];
  });
}
