// Finds the lists of movements in a message and asks of each whether it is proven (list-proof.ts).

import type { Day } from "../../money/day.ts";
import { foldInPlace } from "../words/in-place.ts";
import type { AlertText } from "./alert-text.ts";
import type { AlertView } from "./claims.ts";
import { gatherEvidence, isBanks, namesBank, SENDS_ALERTS } from "./evidence.ts";
import { findLists, type Entry } from "./list-entries.ts";
import { findPastEntries, isWhole, proveList, type ProvenList } from "./list-proof.ts";
import { findCounts, isOfPurchases, type AroundList } from "./list-words.ts";
import { isPartAhead } from "./signed-lines.ts";

const LISTED_MIN = 2;
const TEXT_CHARS_MAX = 20_000;

export interface MessageLists {
  /** The lists that are proven to their last entry. */
  readonly whole: readonly ProvenList[];
  /** The lists that are proven in part: they leave out an entry, or another number is announced. */
  readonly partial: readonly ProvenList[];
  /** Entries of lists that are proven in part, or have no proof in a message with a proven list. */
  readonly unproven: readonly Entry[];
}

export const NO_LISTS: MessageLists = { whole: [], partial: [], unproven: [] };

/** Finds the proven lists of a message. */
export function findMessageLists({ alert, document }: Omit<AlertView, "isBanks">): MessageLists {
  if (alert.amounts.length < LISTED_MIN || alert.text.length > TEXT_CHARS_MAX) return NO_LISTS;
  const sent = document.sent?.day ?? null;
  const lists = findLists(alert, sent);
  if (lists.length === 0) return NO_LISTS;
  const subject = foldInPlace(document.subject);
  const counts = findCounts(`${subject}\n${alert.folded}`);
  // An order's goods have neither days nor lines of their own, and nobody counts them as payments.
  if (counts.size === 0 && !lists.some(hasDaysOrLines)) return NO_LISTS;
  const { name = "", address = "" } = document.from ?? {};
  const sender = foldInPlace(`${name} ${address.replace(/[@.-]/g, " ")}`);
  const around = { ...readAround(alert, subject, sender), counts };
  const read = lists
    .map((list) => ({ list, proof: proveList(alert, list, around) }))
    .filter(
      ({ list, proof }) => !isPlan(alert, proof?.listed.map(({ entry }) => entry) ?? list, sent),
    );
  const proven = read.flatMap(({ proof }) => proof ?? []);
  const unproven = read.flatMap(({ list, proof }) => {
    if (proven.length === 0 || (proof !== null && isWhole(proof))) return [];
    const past = findPastEntries(alert, list);
    return past.length < LISTED_MIN ? [] : past;
  });
  return {
    whole: proven.filter(isWhole),
    partial: proven.filter((proof) => !isWhole(proof)),
    unproven,
  };
}

/** Whether some days of a list have passed and others are ahead: a plan of instalments. */
function isPlan(alert: AlertText, entries: readonly Entry[], sent: Day | null): boolean {
  const ahead = entries.filter((entry) => isPartAhead(alert, entry, sent));
  return ahead.length > 0 && ahead.length < entries.length;
}

function hasDaysOrLines(list: readonly Entry[]): boolean {
  return list.filter(({ isDated, isStacked }) => isDated || isStacked).length >= LISTED_MIN;
}

function readAround(alert: AlertText, subject: string, sender: string): Omit<AroundList, "counts"> {
  const evidence = gatherEvidence(alert, subject, sender);
  return {
    isBanks:
      SENDS_ALERTS.test(sender) ||
      namesBank(sender, sender.length) ||
      (isBanks(evidence) && evidence.hasBalance),
    countsInSubject: findCounts(subject),
    isOfPurchases: isOfPurchases(subject),
  };
}
