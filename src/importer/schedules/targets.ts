// Turns a reading into one request to the budgeting service, with all values in it, so that it may
// be repeated. Nothing is written in another currency, with other digits than the source's, or over
// a balance of a later time; a reading that fits more than one way fits none.

import * as z from "zod";
import { BALANCE_AHEAD_MS_MAX } from "../../platform/limits.ts";
import { roundedQuantity } from "../../sources/formula/decimal.ts";
import type { BalanceReading } from "../../sources/reading.ts";
import type { DebtSign } from "../../sources/source.ts";
import { inAccountView, isDebt } from "../../money/debt.ts";
import { parseQuantity, type Quantity } from "../../money/quantity.ts";
import { parseUnits, printUnits, UNIT_DECIMALS, units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Answer, Refused } from "../posting/client.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import type { RunFault, Schedule, Target, Writing } from "./schedule.ts";

/** One request to the budgeting service, within its quota. */
export type Asking = (
  method: "GET" | "PUT",
  path: string,
  body: string | null,
) => Promise<Answer | Refused | NoAnswer>;

/** A target as the service shows it now: an account in a currency, or a holding of a coin. */
export interface TargetSeen {
  readonly kind: "seen";
  readonly target: Exclude<Target, { readonly statement: number }>;
  readonly id: number;
  readonly name: string;
  /** The account's type; null of a holding. */
  readonly type: string | null;
  /** Its currency, or its coin's symbol, in lower case. */
  readonly unit: string;
  /**
   * The time of the account's balance, in milliseconds since 1970; NaN if it is unknown, or the
   * balance is still the one that the account was created with.
   */
  readonly before: number;
  /** What it holds, of a debt what is owed; null where that is not said. */
  readonly balance: Quantity | null;
}

/** What is to be done with a reading. */
export type Plan =
  | {
      readonly kind: "write";
      readonly reading: BalanceReading;
      readonly writing: Writing;
      readonly outcome: string;
    }
  /** There is nothing to be written, and that is right. */
  | { readonly kind: "nothing"; readonly reading: BalanceReading; readonly outcome: string }
  | { readonly kind: "fault"; readonly fault: RunFault };
type PlanFault = Extract<Plan, { readonly kind: "fault" }>;

export interface Occasion {
  readonly now: number;
  /**
   * Worked out by price or rule: rounded, half to even, to what an account holds. What a source
   * prints is taken exactly or not at all.
   */
  readonly rounded: boolean;
  /** How the source prints what is owed on a debt. */
  readonly debts: DebtSign;
  /** Whether the source changed the balance that was seen, whatever time that is of. */
  readonly relative: boolean;
}

/** A service may read its clock twice while it makes an account. */
const MADE_WITH_MS = 1_000;

const account = z.object({
  name: z.string(),
  display_name: z.string().nullish(),
  type: z.string().nullish(),
  currency: z.string(),
  balance: z.string().nullish(),
  balance_as_of: z.string().nullish(),
  created_at: z.string().nullish(),
  status: z.string().nullish(),
});
const holding = z.object({
  name: z.string(),
  display_name: z.string().nullish(),
  symbol: z.string(),
  balance: z.string().nullish(),
});

/** What a schedule's balance goes to: of a statement, its account. */
export function readTarget({ target }: Schedule): TargetSeen["target"] {
  return "statement" in target ? { manual_account_id: target.statement } : target;
}

/** Looks at the target as it is now; before its source is asked, which may not be for nothing. */
export async function lookAtTarget(
  target: TargetSeen["target"],
  ask: Asking,
): Promise<TargetSeen | PlanFault | NoAnswer> {
  if ("crypto_manual_id" in target) return lookAtHolding(target, target.crypto_manual_id, ask);
  const id = "history" in target ? target.history : target.manual_account_id;
  const reply = await ask("GET", `/manual_accounts/${id}`, null);
  if (reply.kind === "refused")
    return targetFault(`There is no manual account ${id}: ${reply.message}.`);
  if (reply.kind !== "answer") return reply;
  const read = account.safeParse(reply.json);
  if (!read.success) return { kind: "unknown", message: "the service's account could not be read" };
  const { currency, status, display_name } = read.data;
  const name = display_name ?? read.data.name;
  if (status === "closed") return targetFault(`The account ${name} is closed.`);
  return {
    kind: "seen",
    target,
    id,
    name,
    type: read.data.type ?? null,
    unit: currency.toLowerCase(),
    before: balanceTime(read.data),
    balance: readHeld(read.data.balance),
  };
}

async function lookAtHolding(
  target: TargetSeen["target"],
  id: number,
  ask: Asking,
): Promise<TargetSeen | PlanFault | NoAnswer> {
  const reply = await ask("GET", `/crypto/manual/${id}`, null);
  if (reply.kind === "refused")
    return targetFault(`There is no crypto ${id} held by hand: ${reply.message}.`);
  if (reply.kind !== "answer") return reply;
  const read = holding.safeParse(reply.json);
  if (!read.success) return { kind: "unknown", message: "the service's crypto could not be read" };
  const { name, display_name, symbol } = read.data;
  return {
    kind: "seen",
    target,
    id,
    name: display_name ?? name,
    type: null,
    unit: symbol.toLowerCase(),
    before: Number.NaN,
    balance: readHeld(read.data.balance),
  };
}

function readHeld(balance: string | null | undefined): Quantity | null {
  const read = parseQuantity(balance ?? "");
  return read.ok ? read.value : null;
}

/** What to write to an account or a holding, or why nothing; months are planned by months.ts. Pure. */
export function planWriting(
  seen: TargetSeen,
  balances: readonly BalanceReading[],
  occasion: Occasion,
): Plan {
  const chosen = chooseReading(balances, seen.unit);
  if (!chosen.ok) return { kind: "fault", fault: chosen.error };
  const reading = chosen.value;
  const unit = seen.unit.toUpperCase();
  if ("crypto_manual_id" in seen.target) {
    const writing = { path: `/crypto/manual/${seen.id}`, body: { balance: reading.amount } };
    return {
      kind: "write",
      reading,
      writing,
      outcome: `The quantity of ${seen.name} was set to ${reading.amount} ${unit}.`,
    };
  }
  const balance = convertBalance(seen, reading, occasion);
  return balance.ok ? current(seen, reading, balance.value, occasion) : sourceFault(balance.error);
}

/**
 * The balance to store for an account, with four decimals; for a debt, the amount owed. Half a
 * sentence with the reason if it is not certain.
 */
export function convertBalance(
  { name, type }: TargetSeen,
  { amount, unit }: BalanceReading,
  { rounded, debts }: Occasion,
): Result<string, string> {
  const read = parseUnits(rounded ? roundedQuantity(amount, UNIT_DECIMALS) : amount);
  const printed = `The source says ${amount} ${unit.toUpperCase()}`;
  if (!read.ok)
    return err(
      `${printed}: ${read.error}. An account holds at most ${UNIT_DECIMALS} decimals; nothing was rounded.`,
    );
  if (!isDebt(type ?? "")) return ok(printUnits(read.value));
  if (debts === "unsaid" && read.value < 0)
    return err(
      `${printed}, and ${name} is a debt: this may be what is owed, or what was paid ahead. Say in the source's settings whether it prints what is owed as positive or negative (debts).`,
    );
  return ok(
    printUnits(debts === "negative" ? units(inAccountView(type ?? "", read.value)) : read.value),
  );
}

/** What a writing remembers of its account's type. */
export function noteDebt(type: string | null): Pick<Writing, "debt"> {
  return isDebt(type ?? "") ? { debt: true } : {};
}

function current(
  { id, name, type, unit, before }: TargetSeen,
  reading: BalanceReading,
  balance: string,
  occasion: Occasion,
): Plan {
  const { now } = occasion;
  const said = reading.asOf ?? now;
  if (said > now + BALANCE_AHEAD_MS_MAX)
    return sourceFault(
      `The source says that its balance is of ${formatTime(said)}, which is yet to come.`,
    );
  const asOf = occasion.relative ? said : Math.min(said, now);
  if (before > asOf) {
    return {
      kind: "nothing",
      reading,
      outcome: `Nothing was written: the source's balance is of ${formatTime(asOf)}, that of ${name} of ${formatTime(before)}, which is later.`,
    };
  }
  const writing = {
    path: `/manual_accounts/${id}`,
    body: { balance, balance_as_of: formatTime(asOf) },
    ...noteDebt(type),
  };
  return {
    kind: "write",
    reading,
    writing,
    outcome: `${isDebt(type ?? "") ? "What is owed on" : "The balance of"} ${name} was set to ${balance} ${unit.toUpperCase()}, as of ${formatTime(asOf)}.`,
  };
}

/**
 * The one balance that is meant: the only one, or of several the only one in this unit. A wallet
 * and an exchange tell of each coin as an account of its own.
 */
export function chooseReading(
  balances: readonly BalanceReading[],
  unit: string,
): Result<BalanceReading, RunFault> {
  const [first, ...others] = balances;
  if (first === undefined) return err({ kind: "gone", message: "The source told of no balance." });
  const fitting =
    others.length === 0
      ? balances
      : balances.filter((balance) => balance.unit.toLowerCase() === unit);
  const [one, ...more] = fitting;
  if (one === undefined)
    return err({
      kind: "gone",
      message: `The source told of no balance in ${unit.toUpperCase()}.`,
    });
  if (more.length > 0) return err(severalIn(fitting, unit));
  if (one.unit.toLowerCase() !== unit)
    return err({
      kind: "another currency",
      message: `The source's balance is in ${one.unit.toUpperCase().slice(0, 20)}, the account's in ${unit.toUpperCase()}: nothing was written.`,
    });
  return ok(one);
}

function severalIn(fitting: readonly BalanceReading[], unit: string): RunFault {
  const accounts = new Set(fitting.map(({ account }) => account));
  if (accounts.size === 1)
    return {
      kind: "malformed",
      message: `The source told of ${fitting.length} balances in ${unit.toUpperCase()}, where one was expected.`,
    };
  const known = [...accounts].slice(0, 10).map((id) => id ?? "without an id");
  return {
    kind: "gone",
    message: `The source told of ${accounts.size} accounts in ${unit.toUpperCase()}, and which is meant is not known: ${known.join(", ")}.`,
  };
}

/**
 * The reason not to write a balance in `unit` that an earlier try stored: the account has a later
 * balance, another currency, or is no longer (or only now) a debt. Null where it can be written.
 */
export function checkRepeat(
  { unit: now, type, before }: TargetSeen,
  unit: string,
  { body: { balance_as_of: asOf }, debt }: Writing,
): RunFault | "overtaken" | null {
  if ((debt ?? false) !== isDebt(type ?? ""))
    return {
      kind: "another type",
      message: `The account ${debt === true ? "was a debt and is none any more" : "became a debt"} meanwhile, so that the stored balance would mean the opposite: nothing more was written.`,
    };
  if (unit.toLowerCase() !== now)
    return {
      kind: "another currency",
      message: `The source's balance is in ${unit.toUpperCase().slice(0, 20)}, the account's is in ${now.toUpperCase()} by now: nothing more was written.`,
    };
  return typeof asOf === "string" && before > Date.parse(asOf) ? "overtaken" : null;
}

/**
 * Of when an account's balance is. One that it was made with is dated by its making alone, and
 * would keep out what its source stated an hour before: it counts as said of no time.
 */
function balanceTime({ balance_as_of: asOf, created_at: made }: z.infer<typeof account>): number {
  const time = Date.parse(asOf ?? "");
  return Math.abs(time - Date.parse(made ?? "")) < MADE_WITH_MS ? Number.NaN : time;
}

export function targetFault(message: string): PlanFault {
  return { kind: "fault", fault: { kind: "target", message } };
}

export function sourceFault(message: string): PlanFault {
  return { kind: "fault", fault: { kind: "malformed", message } };
}

function formatTime(instant: number): string {
  return new Date(instant).toISOString();
}
