// A message of several movements: a table with a line for each, blocks of rows, parts behind numbers, lines with signs.
// Each is read without the others.

import { NOTHING_FOUND, type Found } from "../reader.ts";
import type { Claim } from "../receipt.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { parseAlertText, splitBlocks, type AlertText } from "./alert-text.ts";
import type { Doubt } from "./charges.ts";
import { claimNotMoved, claimSigned, namesOnlyBalance, type AlertView } from "./claims.ts";
import { splitDigest } from "./digests.ts";
import { findSignedParts, isPartAhead, type SignedPart } from "./signed-lines.ts";

type Source = Omit<AlertView, "isBanks">;
/** Reads a text, or a part of it, as an alert of one movement. */
type ReadOne = (alert: AlertText) => Found;

/** The movements of a message of several; null if it is none. `tableLines`: the lines of its table of movements. */
export function readSeveral(source: Source, tableLines: number, read: ReadOne): Found | null {
  return (
    readTableLines(source.alert, tableLines, read) ??
    readBlocks(source.alert, read) ??
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
  if (digest.signed !== undefined) return readSigned(source, digest.signed, read);
  const isOther = ({ claims }: Found): boolean =>
    (claims.length === 0 && digest.isLog) ||
    (claims.length > 0 && claims.every(({ total }) => total === undefined));
  const told = read.filter((part) => !isOther(part));
  if (told.length === 0 || told.some(({ claims }) => claims.length !== 1)) return null;
  const claims = withoutToldTwice(told.flatMap((part) => part.claims));
  const isOneAmount = countAmounts(claims) < 2;
  return isOneAmount && !digest.isLog
    ? null
    : { claims, views: told[0]?.views ?? [], doubts: told.flatMap(({ doubts }) => doubts) };
}

/** A single movement that is one of a list with signs, which could not be read whole: a person is asked. */
export function withList(alert: AlertText, found: Found): Found {
  const [only, ...more] = found.claims;
  if (only?.total === undefined || more.length > 0 || found.doubts.length > 0) return found;
  const signed = findSignedParts(alert);
  if (!signed.some(({ amount }) => amount.start === only.total?.span.start)) return found;
  const listed = signed.map(({ amount, isIn }) => `${isIn ? "+" : "-"}${amount.value}`).join(", ");
  const detail = `The message lists several amounts: ${listed}.`;
  return { ...found, doubts: [...found.doubts, { reason: "conflicting_totals", detail }] };
}

/**
 * The movements of a list with signs. What the words of one say counts where it is the amount of its line; the sign says
 * which way it went. Those that were refused, or whose day is to come, claim nothing. Null if none is read as a
 * bank's movement.
 */
function readSigned(
  source: Source,
  signed: readonly SignedPart[],
  read: readonly Found[],
): Found | null {
  const isMoved = ({ claims }: Found): boolean => claims.some(({ total }) => total !== undefined);
  if (!read.some(isMoved)) return null;
  const sent = source.document.sent?.day ?? null;
  const doubts: Doubt[] = [];
  const claims = signed.flatMap((part, at): readonly Claim[] => {
    if (isPartAhead(source.alert, part, sent)) return [];
    const own = claimSigned({ ...source, isBanks: true }, part.amount, part.isIn);
    const [said, ...more] = read[at]?.claims ?? [];
    if (said === undefined || namesOnlyBalance(said)) return [own];
    if (said.total === undefined) return [];
    if (more.length > 0 || unitsOf(said) !== unitsOf(own)) return [own];
    // The line has one amount, whatever else its words may be about.
    doubts.push(
      ...(read[at]?.doubts ?? []).filter(({ reason }) => reason !== "conflicting_totals"),
    );
    return [{ ...said, incoming: own.incoming }];
  });
  return claims.length === 0
    ? { ...NOTHING_FOUND, claims: [claimNotMoved(source.view, "later", null)] }
    : { claims, views: read.find(isMoved)?.views ?? [], doubts };
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

/** All movements together; null if there is none, or one is not a movement of an amount and a party. */
function joinMovements(found: readonly Found[]): Found | null {
  const isOne = ({ claims }: Found): boolean =>
    claims.length === 1 && claims[0]?.total !== undefined && claims[0].merchant !== undefined;
  return found.length === 0 || !found.every(isOne)
    ? null
    : {
        claims: found.flatMap(({ claims }) => claims),
        views: found[0]?.views ?? [],
        doubts: found.flatMap(({ doubts }) => doubts),
      };
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
