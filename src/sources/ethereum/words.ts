// Parses hexadecimal answers of nodes and contracts: numbers, as big integers, and texts of the
// contract ABI. Anybody can write a contract, so lengths and characters are checked.

import { hexToBytes } from "@noble/hashes/utils.js";
import { CRYPTO_SYMBOL_CHARS_MAX } from "../../platform/limits.ts";
import type { ExactJson } from "../exact-json.ts";

const NUMBER = /^0x[0-9a-fA-F]{1,64}$/;
const WORDS = /^0x(?:[0-9a-fA-F]{64}){1,34}$/;
const WORD_DIGITS = 64;
/** ERC-20 says uint8. */
const DECIMALS_MAX = 255n;

/** A node's number ("0x1b4"), or null. */
export function parseNumber(value: ExactJson): bigint | null {
  return typeof value === "string" && NUMBER.test(value) ? BigInt(value) : null;
}

/** A node's number that counts something small (a block, a second), or null. */
export function parseCount(value: ExactJson | undefined): number | null {
  const number = value === undefined ? null : parseNumber(value);
  return number === null || number > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(number);
}

/** A contract's uint256, which is exactly one word, or null. */
export function parseWord(value: ExactJson): bigint | null {
  return typeof value === "string" && WORDS.test(value) && value.length === 2 + WORD_DIGITS
    ? BigInt(value)
    : null;
}

/** A contract's number of decimals, or null. */
export function parseDecimals(value: ExactJson): number | null {
  const word = parseWord(value);
  return word === null || word > DECIMALS_MAX ? null : Number(word);
}

/** A contract's symbol: an ABI string, or 32 zero-padded bytes in early contracts; else null. */
export function parseSymbol(value: ExactJson): string | null {
  if (typeof value !== "string" || !WORDS.test(value)) return null;
  const digits = value.slice(2);
  const bytes = digits.length === WORD_DIGITS ? withoutFilling(digits) : decodeString(digits);
  const text = bytes === null ? null : decodeText(bytes);
  // A few letters grow in lower case.
  return text !== null &&
    Math.max(text.length, text.toLowerCase().length) <= CRYPTO_SYMBOL_CHARS_MAX &&
    /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(text)
    ? text
    : null;
}

function withoutFilling(digits: string): string {
  return digits.replace(/(?:00)+$/, "");
}

/** Head (where the text begins: 32), length in bytes, bytes. */
function decodeString(digits: string): string | null {
  if (BigInt(`0x${digits.slice(0, WORD_DIGITS)}`) !== 32n) return null;
  const length = BigInt(`0x${digits.slice(WORD_DIGITS, 2 * WORD_DIGITS)}`);
  const rest = digits.slice(2 * WORD_DIGITS);
  return length * 2n > BigInt(rest.length) ? null : rest.slice(0, Number(length) * 2);
}

function decodeText(digits: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(hexToBytes(digits));
  } catch {
    return null;
  }
}
