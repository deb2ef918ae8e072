// Checks the entries of a request (service-v2.md, Upsert item): pure. Reports every fault of every
// item with its place in the request.

import type { Currency } from "../../money/currency.ts";
import type { Units } from "../../money/money.ts";
import type { Month } from "../../money/month.ts";
import type { Quantity } from "../../money/quantity.ts";
import type { ErrorItem } from "../../platform/api/problem.ts";
import type { Stream } from "./sources.ts";

/** One requested entry. */
export interface UpsertItem {
  readonly month: Month;
  readonly balance: Units;
  readonly symbol?: string | null | undefined;
  /** Left out: what the entry of that month says stays. */
  readonly crypto_balance?: Quantity | null | undefined;
  readonly currency?: Currency | undefined;
}

/** All faults of the items, in their order; `current` is the month that is not over. */
export function listFaults(
  items: readonly UpsertItem[],
  stream: Stream,
  current: Month,
): ErrorItem[] {
  const first = new Map<Month, number>();
  return items.flatMap((item, index) => {
    const faults = [...symbolFaults(item, stream), ...quantityFaults(item, stream)];
    if (item.month >= current)
      faults.push(["month", `is ${item.month}; expected a month that is over, before ${current}`]);
    const earlier = first.get(item.month);
    if (earlier === undefined) first.set(item.month, index);
    else faults.push(["month", `repeats ${item.month}, the month of balances[${earlier}]`]);
    return faults.map(([property, fault]) => ({
      errMsg: `balances[${index}].${property} ${fault}.`,
      request_balances_index: index,
      invalid_property: property,
    }));
  });
}

type Fault = readonly [property: "month" | "symbol" | "crypto_balance", fault: string];

function symbolFaults({ symbol }: UpsertItem, { key, symbol: expected }: Stream): Fault[] {
  // GET shows null if there is no symbol, and a deleted account may be given any.
  if (symbol === undefined || symbol === null || key.kind === "deleted") return [];
  const found = JSON.stringify(symbol);
  if (expected === null)
    return [["symbol", `is ${found}, but the balances of a ${key.kind} account have no symbol`]];
  if ((key.kind === "crypto_synced" ? symbol.toLowerCase() : symbol) === expected) return [];
  return [
    ["symbol", `is ${found}; expected ${JSON.stringify(expected)}, the symbol of the account`],
  ];
}

function quantityFaults({ crypto_balance: quantity }: UpsertItem, { key }: Stream): Fault[] {
  if (quantity === undefined || quantity === null) return [];
  if (key.kind !== "manual" && key.kind !== "linked") return [];
  return [["crypto_balance", `is ${quantity}, but a ${key.kind} account holds no crypto`]];
}
