// Leaves out the beginning of a payee's text: the kind of transaction, the payment service before a
// star, and card numbers and dates between these and the name.

import { keyAt, leaveOut, nextWord, type Draft } from "./draft.ts";
import { BEFORE_DATES, PREFIXES, SERVICES } from "./labels.ts";
import { BEGINS_PREFIX } from "./lexicon.ts";
import { isShopNumber, classifyNoise } from "./noise.ts";
import { findPhrase } from "./phrases.ts";
import { listCountries, townCountries, TOWN_WORDS_MAX } from "./places.ts";

/** Leaves out kinds and services one after the other, as long as a name follows. */
export function leaveOutHead(draft: Draft): void {
  let at = 0;
  for (;;) {
    at = nextWord(draft, at);
    const end = leaveOutType(draft, at) ?? leaveOutService(draft, at);
    if (end === null || !nameFollows(draft, end)) return;
    at = end;
  }
}

/** Leaves out a phrase that names the kind of transaction; the end of it, or null. */
function leaveOutType(draft: Draft, at: number): number | null {
  if (((draft.pieces[at]?.kinds ?? 0) & BEGINS_PREFIX) === 0) return null;
  const found = findPhrase(PREFIXES, draft.pieces, at);
  if (found === null || found.tag === "cash") return null;
  // "PAYPAL *NAME" and the like are services, not types; "UBER *TRIP" is a name.
  if (draft.pieces[found.end]?.text === "*" && draft.pieces[found.end]?.glued === true) return null;
  // "PURCHASE OF SHARES": what follows is not a name of its own.
  if (keyAt(draft, nextWord(draft, found.end)) === "OF") return null;
  if (found.tag === "weak" && !showsNoise(draft, found.end)) return null;
  leaveOut(draft, at, found.end, "type");
  draft.transfer ||= found.tag === "transfer";
  draft.card ||= found.tag === "card" || found.tag === "dated";
  return found.tag === "dated"
    ? leaveOutDatedTown(draft, found.end)
    : leaveOutNumbers(draft, found.end);
}

/** Whether a number, a date or a country shows that the text is more than a merchant's name. */
function showsNoise({ pieces }: Draft, from: number): boolean {
  const rest = pieces.slice(from);
  return (
    rest.some(
      (piece) => classifyNoise(piece) !== null || isShopNumber(piece) || piece.text.startsWith("*"),
    ) ||
    (rest.length > 2 && listCountries(rest.at(-1)?.key ?? "").length > 0)
  );
}

/** What is a number where a name begins only after it. */
const NUMBER_KEY = /^\d{4,6}$/;
const NUMBER_TEXT = /^#\d+$/;

/** Leaves out numbers and dates right after a kind of transaction; returns where they end. */
function leaveOutNumbers(draft: Draft, from: number): number {
  let at = from;
  for (;;) {
    const next = nextWord(draft, at);
    const piece = draft.pieces[next];
    if (piece === undefined) return at;
    if (
      draft.pieces[next + 1]?.digit === true &&
      BEFORE_DATES.has(piece.key) &&
      /^\d{6}$/.test(keyAt(draft, next + 1))
    ) {
      leaveOut(draft, at, next + 2, "date");
      at = next + 2;
      continue;
    }
    const noise =
      classifyNoise(piece) ??
      (piece.digit && (NUMBER_KEY.test(piece.key) || NUMBER_TEXT.test(piece.text))
        ? "reference"
        : null);
    if (noise === null || noise === "amount") return at;
    leaveOut(draft, at, next + 1, noise);
    at = next + 1;
  }
}

/** "PAIEMENT CB 1501 PARIS NAME": day and month, then the town, then the merchant. */
function leaveOutDatedTown(draft: Draft, from: number): number {
  const day = nextWord(draft, from);
  if (!/^\d{4}(\d{2})?$/.test(keyAt(draft, day))) return leaveOutNumbers(draft, from);
  leaveOut(draft, from, day + 1, "date");
  for (let words = TOWN_WORDS_MAX; words > 0; words -= 1) {
    const town = draft.pieces
      .slice(day + 1, day + 1 + words)
      .map((piece) => piece.key)
      .join(" ");
    if (townCountries(town).length === 0 || !nameFollows(draft, day + 1 + words)) continue;
    leaveOut(draft, day + 1, day + 1 + words, "place");
    return day + 1 + words;
  }
  return day + 1;
}

/** Leaves out the service of "SQ *NAME", "PAYPAL*NAME", "ZETTLE_*NAME". */
function leaveOutService(draft: Draft, at: number): number | null {
  const star = draft.pieces[at + 1];
  if (star?.text !== "*" || !SERVICES.has(keyAt(draft, at))) return null;
  if ((draft.pieces[at + 2]?.letters ?? 0) === 0) return null;
  leaveOut(draft, at, at + 2, "service");
  return at + 2;
}

function nameFollows({ pieces }: Draft, from: number): boolean {
  for (let at = from; at < pieces.length; at += 1) if ((pieces[at]?.letters ?? 0) > 0) return true;
  return false;
}
