// The budget's account that an import, or one of its rows, goes to.

import type { Currency } from "../../money/currency.ts";

/** As the budget listed it when it was chosen. */
export interface AccountRef {
  readonly id: number;
  readonly name: string;
  readonly currency: Currency;
}
