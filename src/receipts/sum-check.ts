// Checks whether the parts of a receipt make its total: items or subtotal, with tax, shipping and
// tip, less discount. Tax may be on top or contained in the prices.

import { agree } from "./charge-groups.ts";
import type { Claim, Doubt, Item, SeenAmount } from "./receipt.ts";
import { decimalToUnits } from "./totals/money/numbers.ts";

export type Parts = Record<"subtotal" | "tax" | "shipping" | "tip" | "discount", SeenAmount | null>;

export interface SumCheck {
  readonly doubts: readonly Doubt[];
  /** Whether the parts make the total, which is evidence for it. */
  readonly proven: boolean;
}

const UNCHECKED: SumCheck = { doubts: [], proven: false };
const PROVEN: SumCheck = { doubts: [], proven: true };

/**
 * The check of a total. `listing` is the claim that has the items. Parts that do not make the total
 * are a doubt only where items are listed; a subtotal alone leaves too much unsaid.
 */
export function checkSum(
  total: SeenAmount | null,
  listing: Claim | undefined,
  parts: Parts,
): SumCheck {
  // Items that were found by labels are items only where they make the total; see totals/items.ts.
  if (listing?.source === "label" && total !== null && agree(listing.total, total)) return PROVEN;
  const whole = toUnits(total);
  const listed = sumItems(listing?.items ?? []);
  const base = listed ?? toUnits(parts.subtotal);
  if (whole === null || base === null) return UNCHECKED;
  const tax = toUnits(parts.tax) ?? 0;
  const rest =
    (toUnits(parts.shipping) ?? 0) + (toUnits(parts.tip) ?? 0) - (toUnits(parts.discount) ?? 0);
  if (base + rest + tax === whole || base + rest === whole || base === whole) return PROVEN;
  if (listed === null) return UNCHECKED;
  const detail = "Items, tax, shipping, tip and discount do not make the total.";
  return { doubts: [{ reason: "sums_disagree", detail }], proven: false };
}

/** The sum of the items; null if there are none or one has no amount. */
function sumItems(items: readonly Item[]): number | null {
  const amounts = items.map(({ amount }) => toUnits(amount));
  return items.length > 0 && amounts.every((amount) => amount !== null)
    ? amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
    : null;
}

function toUnits(seen: SeenAmount | null): number | null {
  return seen === null ? null : decimalToUnits(seen.value);
}
