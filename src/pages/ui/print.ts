// Writes facts for a person: amounts, counts, sizes, moments. Pure; English; never a float.

import { exponentOf, parseCurrency } from "../../money/currency.ts";
import { parseUnits, printUnits } from "../../money/money.ts";

const MINUS = "\u2212";
const MONTHS = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/**
 * An amount of the service (positive is money out) as its account sees it: "\u22123.20",
 * "+1,250.00". The sign is always there, so that nobody needs colour to tell the two apart.
 */
export function printAmount(amount: string | number, currency: string | null): string {
  const parsed = parseUnits(String(amount));
  if (!parsed.ok) return String(amount);
  const known = currency === null ? null : parseCurrency(currency);
  const decimal = printUnits(parsed.value, known === null ? 2 : exponentOf(known));
  const [whole = "", fraction] = decimal.replace("-", "").split(".");
  return `${printSign(parsed.value)}${groupThousands(whole)}${fraction === undefined ? "" : `.${fraction}`}`;
}

/**
 * A balance or a sum of balances in 1/10,000 units: "1,250.00", a debt "\u22121,250.00". Digits
 * beyond the currency's own are shown if there are any.
 */
export function printBalance(amount: number | bigint, currency: string): string {
  const known = parseCurrency(currency);
  const all = BigInt(amount);
  const [whole, rest] = [(all < 0n ? -all : all) / 10_000n, (all < 0n ? -all : all) % 10_000n];
  const fraction = String(rest).padStart(4, "0");
  const decimals = known === null ? 2 : exponentOf(known);
  const shown = `${fraction.slice(0, decimals)}${fraction.slice(decimals).replace(/0+$/, "")}`;
  return `${all < 0n ? MINUS : ""}${groupThousands(String(whole))}${shown === "" ? "" : `.${shown}`}`;
}

/** A quantity without its last zeros: 1200.500000000000000000 as "1,200.5". */
export function printQuantity(quantity: string): string {
  const [, sign = "", whole = "", fraction = ""] =
    /^(-?)(\d{1,60})(?:\.(\d{1,60}))?$/.exec(quantity) ?? [];
  if (whole === "") return quantity;
  const kept = fraction.replace(/0+$/, "");
  return `${sign === "" ? "" : MINUS}${groupThousands(whole)}${kept === "" ? "" : `.${kept}`}`;
}

/** 12345 as "12,345". */
export function printCount(count: number): string {
  return groupThousands(String(count));
}

/** "1 transaction", "12,345 transactions"; `nouns` for an irregular plural. */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${printCount(count)} ${count === 1 ? noun : nouns}`;
}

/** A file's size: "812 bytes", "4.2 KB", "98.1 MB" (thousands, as file managers show them). */
export function printBytes(bytes: number): string {
  if (bytes < 1000) return plural(bytes, "byte");
  const [divisor, unit] = bytes < 1_000_000 ? [1000, "KB"] : [1_000_000, "MB"];
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}

/** An ISO moment as "21 Nov 2026, 03:15 UTC"; other texts stay as they are. */
export function printTime(iso: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})/.exec(iso);
  const month = MONTHS[Number(match?.[2] ?? 0) - 1];
  return match === null || month === undefined
    ? iso
    : `${Number(match[3])} ${month} ${match[1]}, ${match[4]} UTC`;
}

/** How long to wait, rounded up: "30 seconds", "2 minutes", "1 hour". */
export function printWait(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return plural(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? plural(minutes, "minute") : plural(Math.ceil(minutes / 60), "hour");
}

/** A day "2026-11-20" as "20 Nov 2026"; other texts stay as they are. */
export function printDay(day: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  const month = MONTHS[Number(match?.[2] ?? 0) - 1];
  return match === null || month === undefined ? day : `${Number(match[3])} ${month} ${match[1]}`;
}

/** A month "2026-11" as "Nov 2026"; other texts stay as they are. */
export function printMonth(month: string): string {
  const match = /^(\d{4})-(\d{2})$/.exec(month);
  const name = MONTHS[Number(match?.[2] ?? 0) - 1];
  return match === null || name === undefined ? month : `${name} ${match[1]}`;
}

/** How long ago a moment was, in whole days: "today", "yesterday", "40 days ago". */
export function printAge(days: number): string {
  if (days < 1) return "today";
  return days === 1 ? "yesterday" : `${printCount(days)} days ago`;
}

function printSign(moneyOut: number): string {
  if (moneyOut === 0) return "";
  return moneyOut > 0 ? MINUS : "+";
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
