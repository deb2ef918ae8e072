// A message of several movements: a table with a line for each, blocks of rows, parts behind numbers, lines with signs.
// Each is read without the others.

import { NOTHING_FOUND, type Found } from "../reader.ts";
import type { Claim } from "../receipt.ts";
import { foldInPlace } from "../words/in-place.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { parseAlertText, splitBlocks, type AlertText, type Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Doubt } from "./charges.ts";
import {
  claimNotMoved,
  claimSigned,
  isOfProvenList,
  isRefusedOrHeld,
  namesOnlyBalance,
  type AlertView,
} from "./claims.ts";
import { gatherEvidence, isBanks, namesBank, SENDS_ALERTS } from "./evidence.ts";
import { behind, splitDigest, withoutOthers } from "./digests.ts";
import { findLists, type Entry } from "./list-entries.ts";
import { TIME } from "./list-lines.ts";
import { isBalance, type Listed } from "./list-amounts.ts";
import { isSumOfDated, proveList, type ProvenList } from "./list-proof.ts";
import { findCounts, isOfPurchases } from "./list-words.ts";
import { findSignedParts, isPartAhead, type SignedPart } from "./signed-lines.ts";

type Source = Omit<AlertView, "isBanks">;
/** Reads a text, or a part of it, as an alert of one movement. */
type ReadOne = (alert: AlertText) => Found;
import { findVerbs } from "./vocabulary.ts";

const LISTED_MIN = 2;
const TEXT_CHARS_MAX = 20_000;

/** The movements of a message of several; null if it is none. `tableLines`: the lines of its table of movements. */
export function readSeveral(source: Source, tableLines: number, read: ReadOne): Found | null {
  return (
    readTableLines(source.alert, tableLines, read) ??
    readBlocks(source.alert, read) ??
    readProven(source, read) ??
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
  if (digest.isTold === true) return readSentences(digest.parts, read);
  const told = read.filter((part) => !isOther(part));
  if (told.length === 0 || told.some(({ claims }) => claims.length !== 1)) return null;
  const claims = withoutToldTwice(told.flatMap((part) => part.claims));
  const isOneAmount = countAmounts(claims) < 2;
  return isOneAmount && !digest.isLog
    ? null
    : { claims, views: told[0]?.views ?? [], doubts: told.flatMap(({ doubts }) => doubts) };
}

/**
 * The movements of sentences that each tell of one, without those that were refused. A person is asked where one is not
 * read. Null if none is.
 */
function readSentences(parts: readonly string[], read: readonly Found[]): Found | null {
  const claims = read.flatMap((part) => part.claims.filter(({ total }) => total !== undefined));
  if (claims.length < 2) return null;
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
  return read.every(isRead) ? found : withDoubt(found, describeUnread(read.length, claims.length));
}

function mayBeProven(list: readonly Entry[]): boolean {
  return list.filter(({ isDated, isStacked }) => isDated || isStacked).length >= LISTED_MIN;
}

/** The movements of lists that their balances, sums or signs prove; null without one. */
function readProven(source: Source, read: ReadOne): Found | null {
  const { alert, document } = source;
  if (alert.amounts.length < LISTED_MIN || alert.text.length > TEXT_CHARS_MAX) return null;
  const sent = document.sent?.day ?? null;
  const isAhead = ({ entry }: Listed): boolean => isPartAhead(alert, entry, sent);
  // Instalments of which some are ahead are a plan.
  const isOfOneTime = ({ listed: all }: ProvenList): boolean =>
    all.every(isAhead) || !all.some(isAhead);
  const found = findLists(alert, sent);
  if (found.length === 0) return null;
  const subject = foldInPlace(document.subject);
  const counts = findCounts(`${subject}\n${alert.folded}`);
  // Goods and their prices are no such list.
  if (counts.size === 0 && !found.some(mayBeProven)) return null;
  const { name = "", address = "" } = document.from ?? {};
  const sender = foldInPlace(`${name} ${address.replace(/[@.-]/g, " ")}`);
  const evidence = gatherEvidence(alert, subject, sender);
  const { hasBalance } = evidence;
  const around = {
    isBanks:
      SENDS_ALERTS.test(sender) ||
      namesBank(sender, sender.length) ||
      (isBanks(evidence) && hasBalance),
    counts,
    isOfPurchases: isOfPurchases(subject),
  };
  const lists = found.flatMap((list) => proveList(alert, list, around) ?? []).filter(isOfOneTime);
  const listed = lists.flatMap((list) => list.listed);
  if (listed.length < LISTED_MIN) return null;
  const parts = listed.map(({ entry, amount, isIn }): SignedPart => ({
    start: entry.start,
    end: entry.end,
    amount,
    isIn,
    isTold: true,
    isProven: true,
  }));
  const others = [...parts, behind(alert.text, parts)];
  const ofParts = parts.map((_, at) => read(parseAlertText(withoutOthers(alert.text, others, at))));
  return readSigned(
    source,
    parts,
    ofParts,
    lists.every(({ isMoved }) => isMoved),
  );
}

/**
 * What was read of a message that tells of more: one amount of a list with signs which could not be read whole, or not
 * as many movements as the message says there are. A person is asked.
 */
export function withList({ document, alert }: Source, found: Found): Found {
  const [only, ...more] = found.claims;
  if (only?.total === undefined || found.doubts.length > 0) return found;
  if (found.claims.some(isOfProvenList)) return found;
  const signed = findSignedParts(alert);
  if (more.length === 0 && signed.some(({ amount }) => amount.start === only.total?.span.start)) {
    const listed = signed
      .map(({ amount, isIn }) => `${isIn ? "+" : "-"}${amount.value}`)
      .join(", ");
    return withDoubt(found, `The message lists several amounts: ${listed}.`);
  }
  const total = alert.amounts.find(({ start }) => start === only.total?.span.start);
  const sent = document.sent?.day ?? null;
  if (
    more.length === 0 &&
    total !== undefined &&
    findLists(alert, sent).some((list) => isSumOfDated(total, list))
  )
    return withDoubt(found, `The message lists several amounts that come to ${total.value}.`);
  const unread = countUnread(alert, found.claims);
  if (unread > 0)
    return withDoubt(found, describeUnread(found.claims.length + unread, found.claims.length));
  const inSubject = findCounts(foldInPlace(document.subject));
  const counts =
    inSubject.size > 0 ? inSubject : findCounts(alert.folded.slice(0, only.total.span.start));
  const [count, ...others] = counts;
  const moved = alert.amounts.filter((amount) => !isBalance(alert, amount)).length;
  return count === undefined ||
    others.length > 0 ||
    count === found.claims.length ||
    // "You have 3 payments left": where it prints no such amounts, it tells of no such movements.
    (inSubject.size === 0 && moved < count)
    ? found
    : withDoubt(found, describeUnread(count, found.claims.length));
}

/** "At 10:15 ", "Alle 19:20 ": a time with which a sentence begins. */
const TIME_CHARS_MAX = 14;

/** The sentences on the line of a claim that begin with a time and have an amount, but no claim; without what was refused. */
function countUnread(alert: AlertText, claims: readonly Claim[]): number {
  const at = claims[0]?.total?.span.start ?? 0;
  const { text, folded, segments, amounts } = alert;
  const start = text.lastIndexOf("\n", at) + 1;
  const newline = text.indexOf("\n", at);
  const end = newline === -1 ? text.length : newline;
  return segments.filter(
    (one) =>
      one.row === null &&
      one.start >= start &&
      one.end <= end &&
      TIME.test(text.slice(one.start, Math.min(one.end, one.start + TIME_CHARS_MAX))) &&
      !claims.some(({ total }) => isWithin(total, one)) &&
      amountsWithin(amounts, one).some((amount) => !isBalance(alert, amount)) &&
      !findVerbs(folded, one.start, one.end).some(({ sense }) => sense === "stopped"),
  ).length;
}

function describeUnread(told: number, read: number): string {
  return `The message tells of ${told} movements, and ${read} of them could be read.`;
}

function withDoubt(found: Found, detail: string): Found {
  return { ...found, doubts: [...found.doubts, { reason: "conflicting_totals", detail }] };
}

/**
 * The movements of a list whose signs or proofs say which way each went. What the words of one say counts where it is
 * the amount of its lines. Those that were refused, or whose day is to come, claim nothing. Null if none is read as a
 * bank's movement. `isMoved`: each surely moved.
 */
function readSigned(
  source: Source,
  signed: readonly SignedPart[],
  read: readonly Found[],
  isMoved = false,
): Found | null {
  const isTold = ({ claims }: Found): boolean => claims.some(({ total }) => total !== undefined);
  if (!signed.some(({ isProven }) => isProven) && !read.some(isTold)) return null;
  const sent = source.document.sent?.day ?? null;
  const doubts: Doubt[] = [];
  const claims = signed.flatMap((part, at): readonly Claim[] => {
    if (isPartAhead(source.alert, part, sent)) return [];
    const own = claimSigned({ ...source, isBanks: true }, part, signed[0]?.start ?? 0);
    const [said, ...more] = read[at]?.claims ?? [];
    if (said === undefined || namesOnlyBalance(said)) return [own];
    if (said.total === undefined)
      return isMoved || (part.isProven === true && !isRefusedOrHeld(said)) ? [own] : [];
    if (more.length > 0 || unitsOf(said) !== unitsOf(own)) return [own];
    // The line has one amount, whatever else its words may be about.
    doubts.push(
      ...(read[at]?.doubts ?? []).filter(({ reason }) => reason !== "conflicting_totals"),
    );
    return [withOwn(part, said, own)];
  });
  return claims.length === 0
    ? { ...NOTHING_FOUND, claims: [claimNotMoved(source.view, "later", null)] }
    : { claims, views: read.find(isTold)?.views ?? [], doubts };
}

function isWithin(seen: { readonly span: Place } | undefined, { start, end }: Place): boolean {
  return seen !== undefined && seen.span.start >= start && seen.span.end <= end;
}

/** What the words of a movement say, with the direction of the list, and its own name and day where the words have none. */
function withOwn(part: SignedPart, said: Claim, own: Claim): Claim {
  const merchant = isWithin(said.merchant, part) ? said.merchant : (own.merchant ?? said.merchant);
  const date = isWithin(said.date, part) ? said.date : (own.date ?? said.date);
  return {
    ...said,
    ...(own.incoming !== undefined && { incoming: own.incoming }),
    ...(merchant !== undefined && { merchant }),
    ...(date !== undefined && { date }),
    ...(said.card_last4 === undefined &&
      own.card_last4 !== undefined && { card_last4: own.card_last4 }),
  };
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
  // One amount for all lines is none of theirs.
  const places = new Set(found.map(({ claims }) => claims[0]?.total?.span.start));
  return found.length === 0 || !found.every(isOne) || places.size < found.length
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
