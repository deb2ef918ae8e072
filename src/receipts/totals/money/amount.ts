// An amount of money as a text prints it.

import type { Currency } from "../../../money/currency.ts";
import type { Decimal } from "../../receipt.ts";

/** An amount and its place. */
export interface Amount {
  /** UTF-16 offsets into the text, minus sign and currency included. */
  readonly start: number;
  readonly end: number;
  readonly value: Decimal;
  readonly negative: boolean;
  readonly currency: Currency | null;
  readonly candidates: readonly Currency[];
  /** Whether its ISO code names the currency, which is the surest way. */
  readonly iso: boolean;
  readonly decimals: number;
  readonly mark: "." | "," | null;
  /** The other value that the same characters may mean; null if there is only one reading. */
  readonly otherwise: Decimal | null;
}
