// The account of the budget that an import, or a row of it, goes to.

import type { Currency } from "../../money/currency.ts";

/** As the budget listed it when it was chosen. */
export interface AccountRef {
  readonly id: number;
  readonly name: string;
  readonly currency: Currency;
}
