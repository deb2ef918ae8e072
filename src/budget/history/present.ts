// Streams and their entries as answers show them (service-v2.md, Balance history).

import { must } from "../../platform/assert.ts";
import { printUnits } from "../../money/money.ts";
import type { Month } from "../../money/month.ts";
import { printQuantity, storedQuantity } from "../../money/quantity.ts";
import { toJsonNumber } from "../wire.ts";
import { covers } from "./close.ts";
import type { AccountWire, EntryWire, SourceWire } from "./schemas.ts";
import type { Holding, Stream } from "./sources.ts";
import type { Entry, EntryRow } from "./store.ts";

/**
 * One element of a list: the entries in their order, then the month `current` if the account has
 * it.
 */
export function presentStream(
  stream: Stream,
  entries: readonly EntryRow[],
  current: Month | null,
): AccountWire {
  const balances = entries.map(presentEntry);
  const { holding } = stream;
  if (current !== null && holding !== null && covers(holding, current))
    balances.push({ type: "current", ...presentBalance(entryNow(holding, current)) });
  return { source: presentSource(stream), balances };
}

function presentEntry(entry: EntryRow): EntryWire {
  return { type: "historical", id: entry.id, ...presentBalance(entry) };
}

function presentBalance({ month, balance, currency, to_base, crypto_balance: quantity }: Entry) {
  return {
    month,
    balance: printUnits(balance),
    currency,
    to_base: toJsonNumber(to_base),
    crypto_balance: quantity === null ? null : printQuantity(storedQuantity(quantity)),
  };
}

function entryNow({ balance, currency, toBase, quantity }: Holding, month: Month): Entry {
  return { month, balance, currency, to_base: toBase, crypto_balance: quantity };
}

function presentSource({ key: { kind, id }, symbol, details }: Stream): SourceWire {
  switch (kind) {
    case "manual":
      return { type: kind, manual_account_id: id };
    case "linked":
      return { type: kind, linked_account_id: id };
    case "crypto_manual":
      return { type: kind, crypto_manual_id: id, symbol };
    case "crypto_synced":
      return {
        type: kind,
        crypto_synced_id: id,
        symbol: must(symbol, "a synced stream has a symbol"),
      };
    case "deleted":
    default:
      return {
        type: "deleted",
        deleted_account_id: id,
        ...must(details, "a deleted account has its details"),
      };
  }
}
