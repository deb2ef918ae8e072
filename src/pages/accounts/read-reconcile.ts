// Compares an account with a statement, with what the service and the imports know.

import { addDays, parseDay, type Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { PAGE_ROWS_MAX } from "../../platform/limits.ts";
import type { Result } from "../../platform/result.ts";
import type { Refusal } from "../ui/client.ts";
import { convertHeld, parseHeld } from "./figures.ts";
import type { Ways } from "../transactions/read-ledger.ts";
import { compareByDay, listEnds, type Claim } from "./reconcile.ts";
import { readComparison, readDays, type MovedByDay } from "./read-days.ts";
import type { OneFacts } from "./read-one.ts";
import type { ReconcileProps } from "./reconcile-section.tsx";

/** The form as it was typed. */
export interface Typed {
  readonly day: string;
  readonly balance: string;
}

type Read = Pick<ReconcileProps, "typed" | "errors" | "comparison" | "problem" | "foreign">;

const NO_ERRORS = { day: null, balance: null };

/** The comparison that the address asks for, or the one with the last statement. */
export async function readReconcile(
  ways: Ways,
  { one, primary, stated }: Pick<OneFacts, "one" | "primary" | "stated">,
  asked: Typed,
  today: Day,
): Promise<Read> {
  const { type } = one.account;
  const last = stated[0];
  const offered = last && { day: last.day, balance: printShort(convertHeld(type, last.balance)) };
  const isAsked = asked.day !== "" || asked.balance !== "";
  const typed = isAsked ? asked : (offered ?? { day: today, balance: "" });
  const none = { typed, errors: NO_ERRORS, comparison: null, problem: null, foreign: 0 };
  if (!isAsked && offered === undefined) return none;
  const { claim, errors } = readClaim(type, typed);
  if (claim === null) return { ...none, errors };
  const compared = await readEnough(ways, { one, primary, stated }, claim);
  if (!compared.ok)
    return { ...none, problem: `The transactions could not be read: ${compared.error.message}` };
  const { known, foreign } = compared.value;
  const oldest = known.days.at(-1)?.day;
  if (!known.isWhole && oldest !== undefined && claim.day < oldest)
    return {
      ...none,
      problem: `This account has too many transactions to compare a day before ${oldest}.`,
    };
  const found = await readComparison(ways, one, compared.value, stated, claim);
  return found.ok
    ? { ...none, comparison: found.value, foreign }
    : { ...none, problem: `The transactions could not be read: ${found.error.message}` };
}

/**
 * Reads the transactions since the statement before the last one. If the claim agrees and so does
 * an earlier statement, that is enough; otherwise all transactions may be the cause.
 */
async function readEnough(
  ways: Ways,
  { one, primary, stated }: Pick<OneFacts, "one" | "primary" | "stated">,
  claim: Claim,
): Promise<Result<MovedByDay, Refusal>> {
  const ends = listEnds(stated, claim);
  const [last, before = last] = stated.filter(({ day }) => day < claim.day);
  if (before !== undefined) {
    const near = { since: addDays(before.day, 1), most: PAGE_ROWS_MAX, ends };
    const moved = await readDays(ways, one, primary, near);
    if (!moved.ok) return moved;
    const { known } = moved.value;
    const { difference, agreed } = compareByDay({ ...known, stated }, claim);
    if (known.isWhole && difference === 0 && agreed !== null) return moved;
  }
  return readDays(ways, one, primary, { ends });
}

/** The claim of a form, or the error of each field. */
export function readClaim(
  type: string,
  typed: Typed,
): { readonly claim: Claim | null; readonly errors: ReconcileProps["errors"] } {
  const [day, balance] = [parseDay(typed.day.trim()), parseHeld(type, typed.balance)];
  return {
    claim: day === null || balance === null ? null : { day, balance },
    errors: {
      day: day === null ? "Enter a date such as 2026-10-31." : null,
      balance: balance === null ? "Enter an amount such as 1250.50." : null,
    },
  };
}

function printShort(amount: number): string {
  return printUnits(units(amount), 2);
}
