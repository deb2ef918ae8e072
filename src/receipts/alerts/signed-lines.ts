// A bank's list of movements in which each amount has its sign and ends its line: "HEALTHGUARD FUND", below it "Direct
// debit  -126.40", and so on, whatever words stand beside them.

import type { Day } from "../../money/day.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findDates } from "../totals/money/dates.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { readSign } from "./signs.ts";
import { findLabels, findVerbs, MOVING, type LabelRole } from "./vocabulary.ts";

/** So many lines may tell of a movement above the one with its amount. */
const LINES_ABOVE_MAX = 3;

interface PrintedLine extends Place {
  readonly kind: "signed" | "words" | "other";
  readonly signed?: Pick<SignedPart, "amount" | "isIn">;
}

/** A movement of the list: its lines, and its amount with the sign. */
export interface SignedPart extends Place {
  readonly amount: Amount;
  readonly isIn: boolean;
  /** Its lines have a word of a movement, in a list that was read to its end and is no sum with its deductions. */
  readonly isTold: boolean;
  /** Its balances, sums, signs or words prove the list. */
  readonly isProven?: true;
}

/**
 * The parts of the list, each from the first line of a movement to its amount: the first run of at least two, with at
 * most three lines between their amounts. Empty without one.
 */
export function findSignedParts(alert: AlertText): readonly SignedPart[] {
  const parts: SignedPart[] = [];
  let above: PrintedLine[] = [];
  let first: readonly PrintedLine[] = [];
  const lines = printedLines(alert);
  for (const line of lines) {
    if (line.kind === "words") above.push(line);
    else if (line.kind === "signed" && line.signed !== undefined) {
      if (parts.length === 0) first = above;
      if (parts.length > 0 && above.length > LINES_ABOVE_MAX) break;
      parts.push({
        ...line.signed,
        isTold: false,
        start: above[0]?.start ?? line.start,
        end: line.end,
      });
      above = [];
    } else if (parts.length > 1) break;
    else {
      parts.length = 0;
      above = [];
    }
  }
  const [one, two] = parts;
  if (one === undefined || two === undefined) return [];
  // The words above the first one may be an introduction: as many lines are its own as the second one has.
  const own = alert.text
    .slice(two.start, two.end)
    .split("\n")
    .filter((text) => text.trim() !== "");
  const start = first.slice(-(own.length - 1)).find(() => own.length > 1)?.start;
  const line = lineStart(alert.text, one.end);
  // A list that goes on behind a line with other amounts is not read whole.
  const isCut = lines.some(
    (other) => other.kind === "signed" && other.start > (parts.at(-1)?.end ?? 0),
  );
  const all = [{ ...one, start: start ?? line }, ...parts.slice(1)];
  const isWhole = !isCut && !isTakenOff(alert, all);
  return all.map((part) => ({
    ...part,
    isTold:
      isWhole &&
      findVerbs(alert.folded, part.start, part.end).some(({ sense }) => MOVING.has(sense)),
  }));
}

/**
 * Whether the lines with signs are a list of movements: most have a word of one. "Groceries -12.00, transport +3.00"
 * is a comparison, and prices and limits that change have signs too.
 */
export function isList(parts: readonly SignedPart[]): boolean {
  const told = parts.filter(({ isTold }) => isTold).length;
  return told >= 2 && 2 * told >= parts.length;
}

/**
 * Whether the amounts lead from one that is printed elsewhere to another one: "Sales 720.00, commission -71.20, fee
 * -6.20, to your account 642.60" is one payout. Balances before and after are of a list.
 */
function isTakenOff({ amounts, balances }: AlertText, parts: readonly SignedPart[]): boolean {
  const unitsOf = ({ value }: Amount): number => decimalToUnits(value) ?? 0;
  const listed = new Set(parts.map(({ amount }) => amount));
  const sum = parts.reduce(
    (all, { amount, isIn }) => all + (isIn ? unitsOf(amount) : -unitsOf(amount)),
    0,
  );
  const others = amounts.filter((one) => !listed.has(one) && !balances.has(one)).map(unitsOf);
  // A debit and its reversal come to nothing, and lead nowhere.
  return sum !== 0 && others.some((before) => others.includes(before + sum));
}

/** Whether all days in the lines of a movement come after the day on which the message was sent. */
export function isPartAhead({ text }: AlertText, { start, end }: Place, sent: Day | null): boolean {
  if (sent === null) return false;
  const days = findDates(text.slice(start, end), sent).flatMap(({ readings }) => readings);
  return days.length > 0 && days.every((day) => day > sent);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** The lines that are not blank: with one signed amount at the end, with words alone, or with other amounts. */
function printedLines(alert: AlertText): readonly PrintedLine[] {
  const lines: PrintedLine[] = [];
  for (let start = 0; start < alert.text.length;) {
    const newline = alert.text.indexOf("\n", start);
    const end = newline === -1 ? alert.text.length : newline;
    if (/[\p{L}\p{N}]/u.test(alert.text.slice(start, end)))
      lines.push({ start, end, ...readLine(alert, { start, end }) });
    start = end + 1;
  }
  return lines;
}

const LABELS_OF_AMOUNTS: ReadonlySet<LabelRole> = new Set<LabelRole>([
  "amount",
  "account amount",
  "balance",
  "fee",
]);

function readLine(alert: AlertText, line: Place): Pick<PrintedLine, "kind" | "signed"> {
  const { text, folded, amounts } = alert;
  const [amount, ...more] = amountsWithin(amounts, line);
  if (amount === undefined) return { kind: "words" };
  const isIn = readSign(alert, amount, line);
  const isLast = /^[\s\p{Sc}\p{L}.+\-−–]{0,7}$/u.test(text.slice(amount.end, line.end));
  // "Amount  -27,600" above "Fee  -186": rows of one movement, or a balance.
  const isLabelled = findLabels(folded, line.start, amount.start).some(
    ({ role, start }) => LABELS_OF_AMOUNTS.has(role) && start <= line.start + 1,
  );
  return isIn !== null && isLast && more.length === 0 && !isLabelled
    ? { kind: "signed", signed: { amount, isIn } }
    : { kind: "other" };
}
