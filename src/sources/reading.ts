// The readings of sources, in every protocol: balances, accounts with their transactions, or a
// fault as a value. Readers check each answer and store nothing. No amount is ever a float: a
// number is the digits that the server printed.

import type { Currency } from "../money/currency.ts";
import type { Day } from "../money/day.ts";
import type { Quantity } from "../money/quantity.ts";
import type { Result } from "../platform/result.ts";
import type { Fetching } from "./fetching.ts";
import type { SourceFault } from "./source-fault.ts";

/** A balance as its source prints it. */
export interface BalanceReading {
  /** The source's id of the account; null if the source has only one balance. */
  readonly account: string | null;
  readonly name: string | null;
  /** Digits and sign as printed, also for a debt; the source's `debts` says what the sign means. */
  readonly amount: Quantity;
  /** A currency, or a coin's symbol in lower case ("eur", "eth"). */
  readonly unit: string;
  /** The time of the balance in milliseconds since 1970; null if the source does not say. */
  readonly asOf: number | null;
}

/** A transaction as its source prints it; money in is positive. */
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

/** An account with its transactions in the requested range. */
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

/** A reader's input: settings already checked by the source's schema, and its stored secrets. */
export interface Asked<Settings, Secrets> {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly fetching: Fetching;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads the source that the settings describe. Never throws because of what a server does. */
export type SourceReader<Settings, Secrets, Reading> = (
  asked: Asked<Settings, Secrets>,
) => Promise<Result<Reading, SourceFault>>;

/**
 * Facts that the first reading fixed for all later ones, by name: its account, a token's symbol.
 */
export type Pins = Readonly<Record<string, string>>;

/** A number of at least `atLeast`, above all earlier ones of this name, also after a restart. */
export type Rising = (name: string, atLeast: number) => number;

/**
 * Does something that works only once. `again` says whether it was started before. The result is
 * stored and returned to later calls, and so is a permanent fault.
 */
export type Once = (
  what: string,
  ask: (again: boolean) => Promise<Result<string, SourceFault>>,
) => Promise<Result<string, SourceFault>>;
