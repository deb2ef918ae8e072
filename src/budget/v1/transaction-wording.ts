// Refusals of transactions in version 1's words: its property names, the request's sign, and the
// place in the request at the start of the sentence, since version 1 answers with nothing but the
// sentence.

import { amountOut } from "./wire.ts";
import type { ErrorItem } from "../../platform/api/problem.ts";
import type { Wording } from "../transactions/wording.ts";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["manual_account_id", "asset_id"],
  ["tag_ids", "tags"],
  ["child_transactions", "split"],
  ["ids", "transactions"],
]);

export function legacyWording(debitAsNegative: boolean): Wording {
  return {
    name: (property) => NAMES.get(property) ?? property,
    account: "asset",
    amount: (amount) => amountOut(amount, debitAsNegative),
  };
}

/** The error with its place: "transactions[3]: category_id is 7, but there is no such category." */
export function prefixPlace(item: ErrorItem): ErrorItem {
  const {
    transaction_index: one,
    transactions_indices: several,
    child_transactions_index: part,
  } = item;
  const indices: readonly unknown[] = Array.isArray(several) ? several : [one];
  const places =
    typeof part === "number"
      ? [`split[${part}]`]
      : indices.flatMap((index) => (typeof index === "number" ? [`transactions[${index}]`] : []));
  return places.length === 0
    ? item
    : { ...item, errMsg: `${places.join(" and ")}: ${item.errMsg}` };
}
