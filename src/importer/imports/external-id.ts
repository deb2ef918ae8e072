// The identity of a transaction: a function of the row's own facts. Any export with the row gives
// the same id, in any encoding, order or delimiter, and however often it is uploaded. It never
// includes the category, cleaned payee, file name, line number or running balance.
//
// "t1:" scheme version | posting date | 128 bits of SHA-256 over the facts, base32 | occurrence
// number. The date leads because date-ordered keys keep the service's index four times faster than
// random ones.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { base32 } from "../../platform/digest.ts";
import { sha256Sync } from "../../platform/sha256.ts";
import type { Units } from "../../money/money.ts";

/** The facts that identify a transaction. */
export interface IdentityFacts {
  readonly account: number;
  readonly date: Day;
  /** As the bank prints it: money in is positive. */
  readonly amount: Units;
  readonly currency: Currency;
  /** The bank's own id. If there is one, the description is left out, since banks rewrite it. */
  readonly reference: string | null;
  readonly description: string;
}

const SCHEME = "t1";
const HASH_BYTES = 16;
const SEPARATOR = "\u001f";

/** Text as it is compared: well-formed, NFC, any whitespace as one space, uppercase. */
export function normalizeText(text: string): string {
  if (isFoldedAscii(text)) return text.toUpperCase();
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\u0085\u200b\ufeff]+/g, " ")
    .trim()
    .toUpperCase();
}

/** Whether only the case of the text may differ from the text as it is compared. */
function isFoldedAscii(text: string): boolean {
  let blank = true;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 32 || unit > 126 || (unit === 32 && blank)) return false;
    blank = unit === 32;
  }
  return !blank;
}

/** The part of the external_id that identical rows share: "t1:20240301:<26 characters>". */
export function identityKey(facts: IdentityFacts): string {
  const named =
    facts.reference === null
      ? `d${normalizeText(facts.description)}`
      : `r${normalizeText(facts.reference)}`;
  const text = `${facts.account}${SEPARATOR}${facts.date}${SEPARATOR}${facts.amount}${SEPARATOR}${facts.currency}${SEPARATOR}${named}`;
  const day = facts.date.slice(0, 4) + facts.date.slice(5, 7) + facts.date.slice(8, 10);
  return `${SCHEME}:${day}:${base32(sha256Sync(text, HASH_BYTES))}`;
}

/** The external_id of the `occurrence`-th (from 1) of the transactions that share `key`; 40 to 48 characters. */
export function externalId(key: string, occurrence: number): string {
  return `${key}:${occurrence}`;
}

/** Whether an external_id in the budget was made by us. */
export function isOurs(id: string | null): boolean {
  return id !== null && /^t\d+:\d{8}:[a-z2-7]{26}:\d+$/.test(id);
}

/** All keys of one day are between these two texts (the second excluded). */
export function dayKeyRange(date: Day): readonly [string, string] {
  const day = date.replaceAll("-", "");
  return [`${SCHEME}:${day}:`, `${SCHEME}:${day};`];
}
