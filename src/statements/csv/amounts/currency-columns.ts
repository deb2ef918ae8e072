// The currencies of the person's own balances that a row moves, where the columns name them: one
// column of amounts for each currency, or a source and a target. An account with two currencies is
// two accounts.

import type { Currency } from "../../../money/currency.ts";
import { parseCurrency } from "../../../money/currency.ts";
import { stripCell } from "../shape/cells.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import { readSide } from "../columns/cell-words.ts";

/** A reader of a row's currencies; null if the plan's columns name none. */
export function createCurrencyReader(
  plan: MoneyPlan | undefined,
): ((cells: readonly string[]) => readonly Currency[]) | null {
  if (plan?.currencies !== undefined) {
    const { currencies } = plan;
    const columns = plan.kind === "pair" ? [] : [plan.column, ...(plan.also ?? [])];
    return (cells) =>
      columns.flatMap((column, at) =>
        /\d/.test(cells[column] ?? "") ? (currencies[at] ?? []) : [],
      );
  }
  if (plan?.kind !== "side" || plan.exchange === undefined) return null;
  const {
    side,
    exchange: { from, to },
  } = plan;
  return (cells) => {
    const said = readSide(cells[side] ?? "");
    return [...(said === "in" ? [] : [from]), ...(said === "out" ? [] : [to])].flatMap(
      ({ currency }) => parseCurrency(stripCell(cells[currency] ?? "")) ?? [],
    );
  };
}

/**
 * The accounts, those of several currencies split; null if none is. `found`: account -> its
 * currencies, in order.
 */
export function splitByCurrency(
  found: ReadonlyMap<string, ReadonlySet<Currency>>,
  service: string,
): { labels: readonly string[]; split: NonNullable<CsvPlan["account"]["split"]> } | null {
  const several = [...found]
    .filter(([, currencies]) => currencies.size > 1)
    .map(([account]) => account);
  if (several.length === 0) return null;
  const split = { accounts: several, service };
  return {
    labels: [...found].flatMap(([account, currencies]) =>
      several.includes(account)
        ? [...currencies].map((currency) => nameSplitAccount(split, account, currency))
        : [account],
    ),
    split,
  };
}

/** The name of an account in one of its currencies. */
export function nameSplitAccount(
  { service }: NonNullable<CsvPlan["account"]["split"]>,
  account: string,
  currency: Currency,
): string {
  return `${account === "" ? service : account} ${currency.toUpperCase()}`.trim();
}
