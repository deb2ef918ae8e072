// The typed parts of a split: their amounts, which may be sums or percentages, and what is left to
// split. Pure. A positive amount has the direction of the whole, a negative one the other.

import { exponentOf, parseCurrency } from "../../money/currency.ts";
import { parseRounded, printUnits, units, UNIT_DECIMALS, type Units } from "../../money/money.ts";
import { SPLIT_PARTS_MAX } from "../../platform/limits.ts";
import { parseId, readText } from "../ui/form.ts";
import { sameLines } from "./fields.ts";
import { parseMagnitude } from "./query.ts";
import type { Body } from "./read-form.ts";
import type { Transaction } from "./wire.ts";

/** The typed fields of one part. */
export interface TypedPart {
  readonly amount: string;
  /** An id as text; "" for no category. */
  readonly category: string;
  /** "" keeps the payee of the whole. */
  readonly payee: string;
  readonly notes: string;
}

/** The transaction that is split: its magnitude, its direction, and its currency's decimals. */
export interface Whole {
  readonly magnitude: Units;
  readonly isOut: boolean;
  readonly currency: string;
  readonly decimals: number;
}

/** The amounts of the parts. */
export interface Amounts {
  /** The amount of each part; null if it is empty or cannot be read. */
  readonly each: readonly (Units | null)[];
  /** For each part, why its amount cannot be read; null if it can be read or is empty. */
  readonly errors: readonly (string | null)[];
  /** The rest of the whole after the readable amounts; negative if they are too much. */
  readonly left: Units;
}

const PERCENT = /^(\d{1,3})(?:[.,](\d{1,4}))?\s*%$/;
const FIELDS = ["amount", "category", "payee", "notes"] as const;

/** Reads the whole of a transaction; null if its amount cannot be split. */
export function readWhole({ amount, currency }: Transaction): Whole | null {
  const read = parseRounded(amount);
  if (!read.ok || read.value === 0) return null;
  const known = parseCurrency(currency);
  return {
    magnitude: units(Math.abs(read.value)),
    isOut: read.value > 0,
    currency,
    decimals: known === null ? 2 : exponentOf(known),
  };
}

/** The parts of a sent form, in their order; at most as many as the service takes. */
export function readParts(body: Body): readonly TypedPart[] {
  const columns = FIELDS.map((name) => listTexts(body[name]));
  const count = Math.min(SPLIT_PARTS_MAX, Math.max(...columns.map(({ length }) => length)));
  return Array.from({ length: count }, (_, index) => {
    const [amount = "", category = "", payee = "", notes = ""] = columns.map(
      (column) => column[index] ?? "",
    );
    return { amount: amount.trim(), category, payee: payee.trim(), notes: sameLines(notes) };
  });
}

function listTexts(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(readText);
}

/** Two empty parts. The first one has the transaction's notes. */
export function startParts({ category_id: category, notes }: Transaction): readonly TypedPart[] {
  const part = { amount: "", category: String(category ?? ""), payee: "", notes: "" };
  return [{ ...part, notes: notes ?? "" }, part];
}

/**
 * Whether nothing was typed into a part. The category does not count, since it is filled in
 * beforehand.
 */
export function isBlank({ amount, payee, notes }: TypedPart): boolean {
  return amount === "" && payee === "" && notes.trim() === "";
}

/** Reads the amounts of the parts. Shares that sum to 100% leave nothing: the last takes the rest. */
export function readAmounts(whole: Whole, parts: readonly TypedPart[]): Amounts {
  const shares = parts.map(({ amount }) => readShare(amount));
  const each = parts.map(({ amount }, index) => {
    const share = shares[index] ?? null;
    return share === null ? readSum(amount) : takeShare(whole, share);
  });
  const left = countLeft(whole, each);
  const last = shares.findLastIndex((share) => share !== null);
  const whole100 = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0) === 1_000_000;
  const others = each.every((amount, index) => amount === null || shares[index] !== null);
  if (whole100 && others) each[last] = units((each[last] ?? 0) + left);
  const errors = parts.map(({ amount }, index) =>
    amount !== "" && each[index] === null
      ? `“${amount}” is not an amount. An amount looks like 12.50, 10+2.50 or 25%.`
      : null,
  );
  return { each, errors, left: countLeft(whole, each) };
}

function countLeft({ magnitude }: Whole, each: readonly (Units | null)[]): Units {
  const taken = each.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n);
  const left = BigInt(magnitude) - taken;
  return units(Number(left < 0n ? maxOf(left, -MAX) : minOf(left, MAX)));
}

const MAX = BigInt(Number.MAX_SAFE_INTEGER);
const minOf = (a: bigint, b: bigint) => (a < b ? a : b);
const maxOf = (a: bigint, b: bigint) => (a > b ? a : b);

/** A percentage in ten-thousandths of a percent. */
function readShare(text: string): number | null {
  const [, percent = "", fraction = ""] = PERCENT.exec(text) ?? [];
  return percent === "" ? null : Number(`${percent}${fraction.padEnd(4, "0")}`);
}

/** A share of the whole, rounded down to the currency's digits. */
function takeShare({ magnitude, decimals }: Whole, share: number): Units {
  const step = findSmallestStep(decimals);
  return units(Number(((BigInt(magnitude) * BigInt(share)) / 1_000_000n / step) * step));
}

function findSmallestStep(decimals: number): bigint {
  return 10n ** BigInt(UNIT_DECIMALS - Math.min(decimals, UNIT_DECIMALS));
}

/** "10+2.50-1" as 11.50; null if a term is no amount. */
function readSum(text: string): Units | null {
  const terms = text.replaceAll("−", "-").match(/[+-]?[^+-]+/g) ?? [];
  if (terms.length === 0 || terms.join("") !== text.replaceAll("−", "-")) return null;
  let sum = 0;
  for (const term of terms) {
    const magnitude = parseMagnitude(term.replace(/^[+-]/, ""));
    if (magnitude === null) return null;
    sum += term.startsWith("-") ? 0 - magnitude : magnitude;
  }
  return Number.isSafeInteger(sum) ? units(sum) : null;
}

/** Divides the whole equally among the parts; the remainder goes to the first ones. */
export function divideEqually(whole: Whole, parts: readonly TypedPart[]): readonly TypedPart[] {
  const [count, step] = [BigInt(parts.length), findSmallestStep(whole.decimals)];
  const steps = BigInt(whole.magnitude) / step;
  const odd = BigInt(whole.magnitude) - steps * step;
  return parts.map((part, index) => {
    const more = BigInt(index) < steps % count ? 1n : 0n;
    const amount = (steps / count + more) * step + (index === 0 ? odd : 0n);
    return { ...part, amount: printAmountField(whole, units(Number(amount))) };
  });
}

/** Gives what is left to the last part without an amount, or to the last part if all have one. */
export function giveRest(whole: Whole, parts: readonly TypedPart[]): readonly TypedPart[] {
  const { each, left } = readAmounts(whole, parts);
  const empty = parts.findLastIndex(({ amount }) => amount === "");
  const taker = empty === -1 ? parts.length - 1 : empty;
  return parts.map((part, index) =>
    index === taker
      ? { ...part, amount: printAmountField(whole, units((each[index] ?? 0) + left)) }
      : part,
  );
}

/** One line of a receipt. */
export interface ReceiptLine {
  readonly name: string;
  readonly amount: string;
}

/** Makes a part for each line of a receipt, and one for the rest. */
export function splitByReceipt(
  whole: Whole,
  lines: readonly ReceiptLine[],
  category: string,
): readonly TypedPart[] {
  const parts = lines.slice(0, SPLIT_PARTS_MAX - 1).flatMap(({ name, amount }) => {
    const read = parseRounded(amount);
    if (!read.ok || read.value === 0) return [];
    return [{ amount: printAmountField(whole, read.value), category, payee: "", notes: name }];
  });
  const { left } = readAmounts(whole, parts);
  if (left === 0) return parts;
  return [...parts, { amount: printAmountField(whole, left), category, payee: "", notes: "Rest" }];
}

/** An amount as its field shows it: "12.50", "-3". */
export function printAmountField({ decimals }: Whole, amount: Units): string {
  return printUnits(amount, decimals);
}

/** How much is left, in words; `isDone` if the parts add up to the whole. */
export function describeLeft(
  { decimals, currency }: Whole,
  left: Units,
): { readonly words: string; readonly isDone: boolean } {
  const amount = `${printUnits(units(Math.abs(left)), decimals)} ${currency.toUpperCase()}`;
  if (left === 0) return { words: "Nothing is left to split.", isDone: true };
  return { words: left > 0 ? `Left to split: ${amount}` : `Too much: ${amount}`, isDone: false };
}

/** The reason why parts cannot be saved; null if they can. */
export function findFault(whole: Whole, parts: readonly TypedPart[]): string | null {
  const { each, errors, left } = readAmounts(whole, parts);
  if (errors.some((error) => error !== null)) return "One of the amounts cannot be read.";
  if (parts.length < 2) return "A split has two parts or more.";
  if (each.some((amount) => amount === null || amount === 0))
    return "Each part needs an amount. Remove the parts that you do not need.";
  if (left === 0) return null;
  return `The parts must add up to ${printUnits(whole.magnitude, whole.decimals)}. ${describeLeft(whole, left).words}.`;
}

/** The parts as the service takes them. Parts without notes get none, also if the whole has some. */
export function toServiceParts(whole: Whole, parts: readonly TypedPart[]): readonly object[] {
  const { each } = readAmounts(whole, parts);
  return parts.map(({ category, payee, notes }, index) => {
    const amount = each[index] ?? 0;
    return {
      amount: printUnits(units(whole.isOut ? amount : 0 - amount)),
      category_id: parseId(category) || null,
      notes: notes.trim() === "" ? null : notes,
      ...(payee !== "" && { payee }),
    };
  });
}
