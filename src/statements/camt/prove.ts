// Proves the balances within each statement (its pages together), and between consecutive
// statements of an account. Reports and notifications do not promise to be complete, so a
// difference there proves nothing.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units, type Units } from "../../money/money.ts";
import { latestBalances, proveBalances, type Balanced } from "../balances.ts";
import type { Proof, StatedBalance } from "../statement.ts";
import { SENTENCES_MAX } from "./findings.ts";
import type { MessageKind } from "./outline.ts";
import type { Balance, StatementHead } from "./statement-head.ts";

/** A statement with its booked amounts. */
export interface Booked {
  readonly kind: MessageKind;
  readonly head: StatementHead;
  readonly line: number;
  /** The account's label, if the document holds several accounts. */
  readonly label: string | null;
  readonly amounts: readonly { readonly amount: Units; readonly currency: Currency | null }[];
}

export interface Proven {
  readonly proof: Proof;
  readonly why: readonly string[];
}

/** Proves the statements, given in the document's order. */
export function prove(statements: readonly Booked[]): Proven {
  const why: string[] = [];
  const balanced: Balanced[] = [];
  const before = new Map<string, { readonly head: StatementHead; readonly closing: Units }>();
  for (const statement of joinPages(statements)) {
    for (const one of byCurrency(statement)) {
      if (one.opening !== null && one.closing !== null) {
        const sum = one.amounts.reduce((all, amount) => all + amount, 0);
        const fits = one.opening + sum === one.closing;
        if (statement.kind === "053" || fits) balanced.push(one);
        if (!fits) why.push(describeDifference(statement, one, sum));
      }
      const key = `${statement.head.account} ${one.currency ?? ""}`;
      const earlier = before.get(key);
      if (
        statement.kind === "053" &&
        earlier !== undefined &&
        one.opening !== null &&
        earlier.closing !== one.opening
      ) {
        const next = follows(earlier.head, statement.head);
        why.push(describeGap(earlier.closing, one.opening, statement.line, next));
        if (next)
          balanced.push({
            opening: earlier.closing,
            closing: one.opening,
            amounts: [],
            line: one.opening_line,
          });
      }
      if (one.closing !== null) before.set(key, { head: statement.head, closing: one.closing });
    }
  }
  const proof = proveBalances(balanced);
  if (proof.rows_checked > 0 && proof.breaks_at === null)
    why.push(
      `The opening balance plus the ${proof.rows_checked} amounts equals the closing balance.`,
    );
  return {
    proof,
    why:
      why.length > SENTENCES_MAX
        ? [
            ...why.slice(0, SENTENCES_MAX),
            `${why.length - SENTENCES_MAX} more sentences of this kind are left out.`,
          ]
        : why,
  };
}

/**
 * Each account's closing balance, from its latest statement, and the balance before its first one.
 */
export function findStatedBalances(statements: readonly Booked[]): StatedBalance[] {
  const closed = joinPages(statements.filter(({ kind }) => kind === "053")).flatMap((statement) => {
    const [only, ...others] = byCurrency(statement);
    if (only === undefined || others.length > 0 || only.closing === null) return [];
    const { currency, day, closing, opening } = only;
    return [{ account: statement.label, currency, day, closing, opening }];
  });
  return latestBalances(closed);
}

interface CurrencyBalanced extends Balanced {
  readonly currency: Currency | null;
  readonly opening_line: number;
  /** The day of the closing balance. */
  readonly day: Day | null;
}

/** The balances by currency; empty if an entry's currency has no balance. */
function byCurrency({ head, line, amounts }: Booked): CurrencyBalanced[] {
  const known = new Set(head.balances.map(({ currency }) => currency ?? head.currency));
  if (amounts.some(({ currency }) => !known.has(currency))) return [];
  return [...known].map((currency) => {
    const balances = head.balances.filter(
      (balance) => (balance.currency ?? head.currency) === currency,
    );
    const opening = findOpening(balances);
    const closing = findClosing(balances, opening);
    return {
      currency,
      opening: opening?.amount ?? null,
      closing: closing?.amount ?? null,
      amounts: amounts.filter((one) => one.currency === currency).map(({ amount }) => amount),
      line: closing?.line ?? line,
      opening_line: opening?.line ?? line,
      day: closing?.day ?? null,
    };
  });
}

/** The opening balance; on a later page, the first interim balance. */
function findOpening(balances: readonly Balance[]): Balance | undefined {
  const interim = balances.filter(({ code }) => code === "ITBD");
  const closed = balances.some(({ code }) => code === "CLBD");
  return (
    balances.find(({ code }) => code === "OPBD") ??
    balances.find(({ code }) => code === "PRCD") ??
    (interim.length > 1 || closed ? interim[0] : undefined)
  );
}

function findClosing(
  balances: readonly Balance[],
  opening: Balance | undefined,
): Balance | undefined {
  return (
    balances.findLast(({ code }) => code === "CLBD") ??
    balances.findLast((balance) => balance.code === "ITBD" && balance !== opening)
  );
}

/** Joins the pages of each statement. */
function joinPages(statements: readonly Booked[]): Booked[] {
  const whole: Booked[] = [];
  for (const statement of statements) {
    const before = whole.at(-1);
    if (before === undefined || !isPageAfter(before, statement)) {
      whole.push(statement);
      continue;
    }
    // Interim balances belong to pages: the statement opens with the first page's and closes with
    // the last's.
    const opening = before.head.balances.filter(({ code }) => code !== "CLBD" && code !== "ITBD");
    const first = opening.length > 0 ? opening : before.head.balances;
    const closing = statement.head.balances.filter(
      ({ code }) => code !== "OPBD" && code !== "PRCD",
    );
    const interim = closing.filter(({ code }) => code === "ITBD");
    const last = closing.some(({ code }) => code === "CLBD")
      ? closing.filter(({ code }) => code !== "ITBD")
      : interim.slice(-1);
    const head = { ...statement.head, balances: [...first, ...last] };
    whole.splice(-1, 1, { ...before, head, amounts: [...before.amounts, ...statement.amounts] });
  }
  return whole;
}

function isPageAfter(before: Booked, statement: Booked): boolean {
  const [a, b] = [before.head, statement.head];
  if (a.page === null || b.page === null || a.account !== b.account || a.currency !== b.currency)
    return false;
  return (
    Number(b.page.number) === Number(a.page.number) + 1 &&
    (a.id === b.id || (a.sequence !== "" && a.sequence === b.sequence))
  );
}

function follows(earlier: StatementHead, later: StatementHead): boolean {
  return (
    /^\d{1,15}$/.test(earlier.sequence) &&
    /^\d{1,15}$/.test(later.sequence) &&
    Number(later.sequence) === Number(earlier.sequence) + 1
  );
}

function describeDifference(
  { kind, head }: Booked,
  { opening, closing, line }: Balanced,
  sum: number,
): string {
  const reached = (opening ?? 0) + sum;
  const found = `The opening balance plus the amounts is ${printAmount(reached)}, but line ${line} says ${printAmount(closing ?? 0)}`;
  if (kind !== "053")
    return `${found}. A ${kind === "052" ? "report during the day" : "notification"} may hold only some of the bookings, so this proves nothing.`;
  return `${found}${head.page !== null && !head.page.last ? "; later pages of this statement are missing" : ""}.`;
}

function describeGap(closing: Units, opening: Units, line: number, next: boolean): string {
  const found = `The statement on line ${line} opens with ${printAmount(opening)}, but the one before it closed with ${printAmount(closing)}`;
  return `${found}: ${next ? "their numbers are consecutive, so entries are missing" : "statements between them are not in this file"}.`;
}

function printAmount(amount: number): string {
  return Number.isSafeInteger(amount)
    ? printUnits(units(amount), 2)
    : "an amount too large to show";
}
