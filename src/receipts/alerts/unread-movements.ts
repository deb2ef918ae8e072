// Asks a person if a message reports more movements than were read. Otherwise the unread ones would be lost silently.

import type { Found } from "../reader.ts";
import type { Claim } from "../receipt.ts";
import { foldInPlace } from "../words/in-place.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { isOfProvenList, type AlertView } from "./claims.ts";
import { isBalance } from "./list-amounts.ts";
import { findLists } from "./list-entries.ts";
import { TIME } from "./list-lines.ts";
import { isSumOfDated } from "./list-sums.ts";
import { findCounts } from "./list-words.ts";
import type { MessageLists } from "./message-lists.ts";
import { findSignedParts } from "./signed-lines.ts";
import { findVerbs } from "./vocabulary.ts";

type Source = Omit<AlertView, "isBanks">;

/**
 * Adds a doubt to the movements of a message if it reports more than were read: a list that is proven only in part, an
 * amount that is one entry of a list or its sum, sentences that were not read, or another number of movements than
 * the message announces.
 */
export function askAboutUnread(source: Source, { unproven }: MessageLists, found: Found): Found {
  if (found.claims.every(({ total }) => total === undefined)) return found;
  const missing = unproven.filter(
    (entry) => !found.claims.some(({ total }) => isWithin(total, entry)),
  );
  if (missing.length > 0) return withUnread(found, found.claims.length + missing.length);
  if (found.doubts.length > 0 || found.claims.some(isOfProvenList)) return found;
  const { alert } = source;
  const listed = describeList(source, found.claims);
  if (listed !== null) return withDoubt(found, listed);
  const unread = countUnread(alert, found.claims);
  if (unread > 0) return withUnread(found, found.claims.length + unread);
  const announced = findAnnounced(source, found.claims);
  return announced === null || announced === found.claims.length
    ? found
    : withUnread(found, announced);
}

/** Adds the doubt that a message reports this many movements. */
export function withUnread(found: Found, reported: number): Found {
  const read = found.claims.length;
  return withDoubt(found, `The message reports ${reported} movements, but ${read} could be read.`);
}

function withDoubt(found: Found, detail: string): Found {
  return { ...found, doubts: [...found.doubts, { reason: "unread_movements", detail }] };
}

/** Describes the list of which the only claim is an entry or the sum; null without such a list. */
function describeList({ alert, document }: Source, claims: readonly Claim[]): string | null {
  const [only, ...more] = claims;
  const start = only?.total?.span.start;
  if (start === undefined || more.length > 0) return null;
  const signed = findSignedParts(alert);
  if (signed.some(({ amount }) => amount.start === start)) {
    const listed = signed.map(({ amount, isIn }) => `${isIn ? "+" : "-"}${amount.value}`);
    return `The message lists several amounts: ${listed.join(", ")}.`;
  }
  const total = alert.amounts.find((amount) => amount.start === start);
  const lists = findLists(alert, document.sent?.day ?? null);
  return total !== undefined && lists.some((list) => isSumOfDated(total, list))
    ? `The message lists several amounts with the sum ${total.value}.`
    : null;
}

/** The number of movements that the subject announces, else the text above the first claim; null without one number. */
function findAnnounced({ alert, document }: Source, claims: readonly Claim[]): number | null {
  const inSubject = findCounts(foldInPlace(document.subject));
  const above = alert.folded.slice(0, claims[0]?.total?.span.start ?? 0);
  const [count, ...others] = inSubject.size > 0 ? inSubject : findCounts(above);
  if (count === undefined || others.length > 0) return null;
  // "You have 3 payments left" announces nothing if the message prints fewer amounts than that.
  const printed = alert.amounts.filter((amount) => !isBalance(alert, amount)).length;
  return inSubject.size === 0 && printed < count ? null : count;
}

/** A sentence begins with its time within so many characters: "At 10:15 ", "Alle 19:20 ". */
const TIME_CHARS_MAX = 14;

/** Counts the sentences beside a claim that begin with a time and have an amount that was not claimed or refused. */
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

/** Whether a value was read within a part of the text. */
export function isWithin(
  seen: { readonly span: Place } | undefined,
  { start, end }: Place,
): boolean {
  return seen !== undefined && seen.span.start >= start && seen.span.end <= end;
}
