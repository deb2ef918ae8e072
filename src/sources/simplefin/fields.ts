// Checks single fields of a server's JSON; an error says what was found. Pure.

import { err, ok, type Result } from "../../platform/result.ts";
import { parseQuantity, type Quantity } from "../../money/quantity.ts";
import {
  findMember,
  plainDigits,
  readQuantity,
  WrittenNumber,
  type ExactJson,
} from "../exact-json.ts";
import { plainText } from "./plain-text.ts";

export type Fields = Readonly<Record<string, ExactJson>>;

/** A text of 1 to `charsMax` characters. */
export function textIn(fields: Fields, name: string, charsMax: number): Result<string, string> {
  const value = findMember(fields, name);
  if (typeof value !== "string" || value.trim() === "")
    return err(`its "${name}" is ${found(value)}; a text was expected`);
  if (value.length > charsMax)
    return err(`its "${name}" has ${value.length} characters; at most ${charsMax} were expected`);
  return ok(value.toWellFormed());
}

/** A plain decimal as text, as in the protocol, or as a JSON number; its digits are kept. */
export function quantityIn(fields: Fields, name: string): Result<Quantity, string> {
  const value = findMember(fields, name);
  const read =
    typeof value === "string"
      ? parseQuantity(value.trim().replace(/^\+(?=\d)/, ""))
      : readQuantity(value);
  if (!read.ok)
    return err(`its "${name}" is ${found(value)}; a decimal like "-12.34" was expected`);
  return ok(read.value);
}

// The year 2198; a larger number is in milliseconds, or invalid.
const SECONDS_MAX = 7_200_000_000;

/** A Unix timestamp in seconds, as milliseconds; null if it is 0, missing or null. */
export function instantIn(fields: Fields, name: string): Result<number | null, string> {
  const value = findMember(fields, name);
  if (value === undefined || value === null) return ok(null);
  const digits = value instanceof WrittenNumber ? plainDigits(value.digits) : value;
  const seconds =
    typeof digits === "string" && /^\d{1,12}(?:\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
  if (!(seconds <= SECONDS_MAX))
    return err(`its "${name}" is ${found(value)}; seconds since 1970 were expected`);
  return ok(seconds === 0 ? null : Math.floor(seconds) * 1000);
}

function found(value: ExactJson | undefined): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return value.trim() === "" ? "empty" : `"${plainText(value, 40)}"`;
  if (value instanceof WrittenNumber) return value.digits.slice(0, 40);
  return typeof value === "boolean" || value === null ? String(value) : "not a single value";
}
