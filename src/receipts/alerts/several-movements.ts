// Reads a message that reports several movements: a table with one line per movement, blocks of rows, a proven list,
// numbered parts, timed sentences or lines with signs. Each movement is read without the text of the others.

import type { Found } from "../reader.ts";
import type { Claim } from "../receipt.ts";
import { foldInPlace } from "../words/in-place.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { parseAlertText, splitBlocks, type AlertText } from "./alert-text.ts";
import { isRefusedOrHeld } from "./claims.ts";
import { splitDigest } from "./digests.ts";
import { readListed, readProven, type ReadOne, type Source } from "./listed-movements.ts";
import type { MessageLists } from "./message-lists.ts";
import { withUnread } from "./unread-movements.ts";
import { findVerbs } from "./vocabulary.ts";

/**
 * Reads the movements of a message that reports several; null if it reports one. `tableLines` is the number of lines
 * in its table of movements.
 */
export function readSeveral(
  source: Source,
  lists: MessageLists,
  tableLines: number,
  read: ReadOne,
): Found | null {
  return (
    readTableLines(source.alert, tableLines, read) ??
    readBlocks(source.alert, read) ??
    readProven(source, lists.whole, read) ??
    readDigest(source, read)
  );
}

/**
 * The movements of blocks of rows with the same labels, one after the other, each read without the
 * others; null if there are none, or one is not a movement of an amount and a party.
 */
function readBlocks(alert: AlertText, read: ReadOne): Found | null {
  return joinMovements(splitBlocks(alert).map(read));
}

/**
 * The movements of a notice that lists several, each read without the others. Those that were refused
 * claim nothing. Null if fewer than two parts tell of money, or one of several movements.
 */
function readDigest(source: Source, readOne: ReadOne): Found | null {
  const digest = splitDigest(source.alert);
  if (digest === null) return null;
  const read = digest.parts.map((text) => readOne(parseAlertText(text)));
  if (digest.signed !== undefined) return readListed(source, digest.signed, read);
  const isOther = ({ claims }: Found): boolean =>
    (claims.length === 0 && digest.isLog) ||
    (claims.length > 0 && claims.every(({ total }) => total === undefined));
  if (digest.isTold === true) return readSentences(digest.parts, read);
  const told = read.filter((part) => !isOther(part));
  if (told.length === 0 || told.some(({ claims }) => claims.length !== 1)) return null;
  // If two parts read the same amount, the text of one is within the other's, and they are no list.
  if (haveSharedAmount(told)) return null;
  const claims = withoutToldTwice(told.flatMap((part) => part.claims));
  const isOneAmount = countAmounts(claims) < 2;
  return isOneAmount && !digest.isLog
    ? null
    : { claims, views: told[0]?.views ?? [], doubts: told.flatMap(({ doubts }) => doubts) };
}

/**
 * Reads sentences that each report one movement. Refused payments are left out. If a sentence cannot be read, the
 * movements get a doubt. Null if fewer than two sentences report a movement.
 */
function readSentences(parts: readonly string[], read: readonly Found[]): Found | null {
  const claims = read.flatMap((part) => part.claims.filter(({ total }) => total !== undefined));
  if (claims.length < 2 || haveSharedAmount(read)) return null;
  const isRefused = (at: number): boolean =>
    findVerbs(foldInPlace(parts[at] ?? "")).some(({ sense }) => sense === "stopped");
  const isRead = (part: Found, at: number): boolean =>
    part.claims.length === 0
      ? isRefused(at)
      : part.claims.length === 1 &&
        part.claims.every((one) => one.total !== undefined || isRefusedOrHeld(one));
  const found = {
    claims,
    views: read[0]?.views ?? [],
    doubts: read.flatMap(({ doubts }) => doubts),
  };
  return read.every(isRead) ? found : withUnread(found, read.length);
}

/**
 * A movement may be told twice. Equal ones are several where each names its day in the same words, in a
 * notice that lists other money too.
 */
function withoutToldTwice(claims: readonly Claim[]): readonly Claim[] {
  const days = new Set(claims.map(({ date }) => date?.span.start));
  const hasOther = countAmounts(claims) > 1;
  if (hasOther && days.size === claims.length && !days.has(undefined)) return claims;
  const isSame = <T>(a: T | undefined, b: T | undefined): boolean =>
    a === undefined || b === undefined || a === b;
  return claims.filter(
    (claim, at) =>
      !claims
        .slice(0, at)
        .some(
          (one) =>
            unitsOf(one) === unitsOf(claim) &&
            one.incoming?.value === claim.incoming?.value &&
            isSame(one.merchant?.value, claim.merchant?.value) &&
            isSame(one.time?.value, claim.time?.value),
        ),
  );
}

/** "$8.00" and "$ 8" are one amount. */
function unitsOf({ total }: Claim): number | null {
  return decimalToUnits(total?.value ?? "");
}

function countAmounts(claims: readonly Claim[]): number {
  return new Set(claims.map(unitsOf)).size;
}

/** Joins movements that were read one by one. Null if one of them has no amount or no other party. */
function joinMovements(found: readonly Found[]): Found | null {
  const isOne = ({ claims }: Found): boolean =>
    claims.length === 1 && claims[0]?.total !== undefined && claims[0].merchant !== undefined;
  // If lines were read with the same amount, it stands outside the table and belongs to no line.
  return found.length === 0 || !found.every(isOne) || haveSharedAmount(found)
    ? null
    : {
        claims: found.flatMap(({ claims }) => claims),
        views: found[0]?.views ?? [],
        doubts: found.flatMap(({ doubts }) => doubts),
      };
}

/** Whether two movements that were read one by one have their amount at the same place. */
function haveSharedAmount(found: readonly Found[]): boolean {
  const places = found.flatMap(({ claims }) => claims[0]?.total?.span.start ?? []);
  return new Set(places).size < places.length;
}

/**
 * The movements of a table with a line for each, read line by line; null if there is no such table,
 * or a line of it is not one movement of an amount and a party.
 */
function readTableLines({ text }: AlertText, count: number, read: ReadOne): Found | null {
  const found: Found[] = [];
  for (let line = 0; line < count; line += 1) found.push(read(parseAlertText(text, line)));
  return joinMovements(found);
}
