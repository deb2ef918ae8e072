// What readers of other people's servers answer, whichever protocol they speak: balances, accounts with their
// transactions, prices, or a fault as a value. Readers check what they were answered and hold nothing; whoever asked
// decides what becomes of it. No amount is ever a float: a number is the digits that the server wrote.

import type { Currency } from "../money/currency.ts";
import type { Day } from "../money/day.ts";
import type { Quantity } from "../money/quantity.ts";
import type { Result } from "../platform/result.ts";
import type { Fetching } from "./fetching.ts";
import type { SourceFault } from "./source-fault.ts";

/** A balance as its source prints it. */
export interface BalanceReading {
  /** The source's own id of the account, where it has one; null where it tells of one balance alone. */
  readonly account: string | null;
  readonly name: string | null;
  /** What is there; of a debt what the source prints, sign included (its row says how). Digits as written. */
  readonly amount: Quantity;
  /** A currency, or a coin's symbol in lower case ("eur", "eth"). */
  readonly unit: string;
  /** When it was so, in milliseconds since 1970; null where the source does not say. */
  readonly asOf: number | null;
}

/** A transaction as its source prints it; money in is positive, as banks have it. */
export interface TransactionReading {
  /** The source's own id, unique in its account. */
  readonly id: string;
  readonly posted: Day | null;
  readonly transacted: Day | null;
  readonly amount: Quantity;
  readonly description: string;
  readonly payee: string | null;
  readonly memo: string | null;
  readonly pending: boolean;
}

/** An account of a source that tells of several, with what was booked in the range asked for. */
export interface AccountReading {
  readonly id: string;
  readonly name: string;
  readonly institution: string;
  readonly currency: Currency;
  readonly balance: Quantity;
  readonly available: Quantity | null;
  readonly balanceAsOf: number | null;
  readonly transactions: readonly TransactionReading[];
}

/** What a reader is asked with. `Settings` come checked (each source's own schema); secrets are the texts that were sealed for it. */
export interface Asked<Settings, Secrets> {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly fetching: Fetching;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A reader: asks the source that the settings describe, and answers what it said. Never throws for what a server does. */
export type SourceReader<Settings, Secrets, Reading> = (
  asked: Asked<Settings, Secrets>,
) => Promise<Result<Reading, SourceFault>>;

/** What an earlier reading learned and holds from then on, by name: which account it was, what a token was called. */
export type Pins = Readonly<Record<string, string>>;

/** A number greater than every one that was given out under this name before, over restarts too, and at least `atLeast`. */
export type Rising = (name: string, atLeast: number) => number;

/**
 * Does what can be done only once: `ask` is told whether it was begun before. What it gave is kept and given again to whoever asks
 * for the same, as is a fault that does not pass by itself.
 */
export type Once = (
  what: string,
  ask: (again: boolean) => Promise<Result<string, SourceFault>>,
) => Promise<Result<string, SourceFault>>;
