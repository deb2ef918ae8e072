// The budget in words: the state of a line, and the money to budget with its parts. Pure. Money on
// this page is written without a sign, since each column says which way it goes.

import type { Units } from "../../money/money.ts";
import { printBalance } from "../ui/print.ts";
import type { Line, Pot } from "./model.ts";

/** The state of a line in words. They say the same as the colour of `tone`. */
export interface State {
  readonly words: string;
  /** A forecast in words; null if nothing needs to be said. */
  readonly warning: string | null;
  readonly tone: "calm" | "soon" | "over";
}

type Standing = Pick<Line, "isIncome" | "left" | "spent" | "expected">;

/** Describes the state of a line. Expected amounts matter only until the period has ended. */
export function describeState(line: Standing, hasEnded: boolean, currency: string): State {
  if (line.isIncome) return { words: describeIncome(line, currency), warning: null, tone: "calm" };
  const print = (amount: number) => printBalance(Math.abs(amount), currency);
  const { left, spent } = line;
  const expected = hasEnded ? 0 : Math.max(0, line.expected);
  if (left === null) {
    const isQuiet = spent === 0 && expected === 0;
    return { words: isQuiet ? "" : "not budgeted", warning: null, tone: "calm" };
  }
  if (left < 0) return { words: `over by ${print(left)}`, warning: null, tone: "over" };
  const words = left === 0 ? "nothing left" : `${print(left)} left`;
  if (left >= expected) return { words, warning: null, tone: "calm" };
  const warning = `will be over by ${print(expected - left)} with what is expected`;
  return { words, warning, tone: "soon" };
}

function describeIncome({ left, spent }: Standing, currency: string): string {
  if (left === null) return spent === 0 ? "" : "not budgeted";
  if (left === 0) return "all received";
  return left > 0
    ? `${printBalance(left, currency)} to come`
    : `${printBalance(-left, currency)} more than budgeted`;
}

/** "633.00 left to budget", "139.00 budgeted more than there is", "Everything is budgeted". */
export function describePot(pot: Pot, currency: string): string {
  const { left, income, pool, budgeted } = pot;
  if (income === 0 && pool === 0 && budgeted === 0) return "There is no income to budget yet";
  if (left === 0) return "Everything is budgeted";
  const amount = `${printBalance(Math.abs(left), currency)} ${currency.toUpperCase()}`;
  return left > 0 ? `${amount} left to budget` : `${amount} budgeted more than there is`;
}

/** An amount as a field shows it: "400.00", without separators of thousands. */
export function printField(amount: number | Units, currency: string): string {
  return printBalance(amount, currency).replaceAll(",", "").replace("−", "-");
}
