// Proves that a list of amounts is a list of movements, and in which direction each went. The proofs need few words, so
// they hold in any language. The first of these counts: balances, printed sums, signs, refunds with a sign, words.

import type { AlertText } from "./alert-text.ts";
import { isBalance, sizeOf, unitsOf, type Listed } from "./list-amounts.ts";
import { byBalances, byBeforeAndAfter } from "./list-balances.ts";
import { byMarks, bySigns, byWords } from "./list-directions.ts";
import type { Entry } from "./list-entries.ts";
import { bySums } from "./list-sums.ts";
import { findCounts, type AroundList } from "./list-words.ts";
import { BALANCES, findVerbs } from "./vocabulary.ts";

/** Every run of entries is tried against every proof, so a longer list is not proven. */
const ENTRIES_MAX = 24;
const AMOUNTS_MAX = 200;

export interface ProvenList {
  readonly listed: readonly Listed[];
  /** As many movements as the message announces, else as the list has entries of this kind. */
  readonly reported: number;
  /** Balances or sums prove it. A refused or held payment changes neither, so every amount moved. */
  readonly isMoved: boolean;
}

/** Proves the movements of a list; null if nothing proves any of them. */
export function proveList(
  alert: AlertText,
  list: readonly Entry[],
  around: AroundList,
): ProvenList | null {
  const told = list.filter((entry) => movesMoney(entry) && !isOfBalance(alert, entry));
  const entries = told.filter((entry) => !isRefused(alert, entry));
  if (entries.length < 2 || entries.length > ENTRIES_MAX) return null;
  if (alert.amounts.length > AMOUNTS_MAX) return null;
  const moved =
    byBalances(alert, entries, around) ??
    findRun(entries, (run) => byBeforeAndAfter(alert, run, around)) ??
    findRun(entries, (run) => bySums(alert, run, around));
  const listed =
    moved ??
    findRun(
      entries,
      (run) =>
        bySigns(alert, run, around) ?? byMarks(alert, run, around) ?? byWords(alert, run, around),
    );
  if (listed === null) return null;
  const announced = findAnnounced(alert, list, around);
  const withRefused = listed.length + told.length - entries.length;
  const isCounted = announced === null || announced === listed.length || announced === withRefused;
  return {
    listed,
    reported: isCounted ? listed.length + countLeftOut(alert, entries, listed) : announced,
    isMoved: moved !== null,
  };
}

/** Whether a proof has every entry of its list, and as many as the message announces. */
export function isWhole({ listed, reported }: ProvenList): boolean {
  return listed.length === reported;
}

/** Finds the entries of a list that report a movement of a past day, whether or not the list is proven. */
export function findPastEntries(alert: AlertText, list: readonly Entry[]): readonly Entry[] {
  return list.filter(
    (entry) =>
      entry.isDated &&
      !entry.isAhead &&
      movesMoney(entry) &&
      !isOfBalance(alert, entry) &&
      !isRefused(alert, entry),
  );
}

/** The number of movements in the subject, else above the list; null without one number. */
function findAnnounced(
  { folded }: AlertText,
  [first]: readonly Entry[],
  { countsInSubject }: AroundList,
): number | null {
  const counts =
    countsInSubject.size > 0 ? countsInSubject : findCounts(folded.slice(0, first?.start ?? 0));
  const [count = null, ...others] = counts;
  return others.length > 0 ? null : count;
}

function isRefused({ folded }: AlertText, { start, end }: Entry): boolean {
  const senses = findVerbs(folded, start, end).map(({ sense }) => sense);
  return senses.includes("stopped") && !senses.includes("back");
}

/** "Balance on 18 November  1,904.66": a line that begins with the word of a balance or a limit. */
function isOfBalance({ folded, text, balances }: AlertText, { amounts }: Entry): boolean {
  const [first] = amounts;
  if (first === undefined) return false;
  const start = text.lastIndexOf("\n", first.amount.start - 1) + 1;
  const [word] = BALANCES.find(folded, start, first.amount.start);
  return (
    amounts.every(({ amount }) => balances.has(amount)) ||
    (word !== undefined && word.start <= start + LABEL_CHARS_MAX && amounts.length === 1)
  );
}

const LABEL_CHARS_MAX = 20;

function movesMoney({ amounts }: Entry): boolean {
  return amounts.some(({ amount }) => unitsOf(amount) !== 0);
}

/** Counts the entries of the same kind that a proof misses: with a day too, or printed in the same form. */
function countLeftOut(
  alert: AlertText,
  entries: readonly Entry[],
  listed: readonly Listed[],
): number {
  const proven = new Set(listed.map(({ entry }) => entry));
  const isDated = listed.every(({ entry }) => entry.isDated);
  const leads = new Set(listed.map(({ entry }) => entry.lead));
  const isAlike = (entry: Entry): boolean =>
    (entry.lead !== "" && leads.has(entry.lead)) ||
    (isDated ? entry.isDated : listed.some((one) => one.entry.isStacked === entry.isStacked));
  const amountsMin = Math.min(...listed.map(({ entry }) => entry.amounts.length));
  const others = entries.filter((entry) => !proven.has(entry));
  return others.filter(
    (entry) =>
      entry.amounts.length >= amountsMin &&
      !entry.isAhead &&
      !isBeforeOrAfter(entry, others, listed) &&
      isAlike(entry) &&
      entry.amounts.some(({ amount }) => !isBalance(alert, amount)),
  ).length;
}

/** Whether the movements change the amount of this entry into another's, or the reverse: both are balances. */
function isBeforeOrAfter(
  { amounts: [only, ...more] }: Entry,
  others: readonly Entry[],
  listed: readonly Listed[],
): boolean {
  const change = listed.reduce(
    (sum, { amount, isIn }) => sum + (isIn ? 1 : -1) * sizeOf(amount),
    0,
  );
  if (only === undefined || more.length > 0 || change === 0) return false;
  return others.some(
    ({ amounts: [other, ...beside] }) =>
      other !== undefined &&
      beside.length === 0 &&
      Math.abs(unitsOf(other.amount) - unitsOf(only.amount)) === Math.abs(change),
  );
}

/** Finds the longest run of at least two entries that a proof accepts. */
function findRun(
  entries: readonly Entry[],
  prove: (run: readonly Entry[]) => readonly Listed[] | null,
): readonly Listed[] | null {
  for (let count = entries.length; count > 1; count -= 1)
    for (let from = 0; from + count <= entries.length; from += 1) {
      const proven = prove(entries.slice(from, from + count));
      if (proven !== null) return proven;
    }
  return null;
}
