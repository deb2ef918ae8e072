// The beginning of a payee's text: what kind of transaction it is, the payment service before a star, and the card's
// number or date between these and the name.

import { keyAt, leaveOut, nextWord, type Draft } from "./draft.ts";
import { BEFORE_DATES, SERVICES } from "./labels.ts";
import { isShopNumber, classifyNoise } from "./noise.ts";
import { phraseAt } from "./phrases.ts";
import { PREFIXES } from "./prefixes.ts";
import { listCountries, townCountries, TOWN_WORDS_MAX } from "./places.ts";

/** Leaves out types and services at the beginning, one after the other; a name must be left behind each. */
export function leaveOutHead(draft: Draft): void {
  let at = 0;
  for (;;) {
    at = nextWord(draft, at);
    const end = typeAt(draft, at) ?? serviceAt(draft, at);
    if (end === null || !nameFollows(draft, end)) return;
    at = end;
  }
}

function typeAt(draft: Draft, at: number): number | null {
  const found = phraseAt(PREFIXES, draft.pieces, at);
  if (found === null) return null;
  // "PAYPAL *NAME" and the like are services, not types; "UBER *TRIP" is a name.
  if (draft.pieces[found.end]?.text === "*" && draft.pieces[found.end]?.glued === true) return null;
  if (found.tag === "weak" && !showsNoise(draft, found.end)) return null;
  leaveOut(draft, at, found.end, "type");
  draft.transfer ||= found.tag === "transfer";
  return found.tag === "dated"
    ? behindDatedTown(draft, found.end)
    : behindNumbers(draft, found.end);
}

/** Whether a number, a date or a country behind says that the text is a bank's and no merchant's name alone. */
function showsNoise({ pieces }: Draft, from: number): boolean {
  const rest = pieces.slice(from);
  return (
    rest.some(
      (piece) => classifyNoise(piece) !== null || isShopNumber(piece) || piece.text.startsWith("*"),
    ) ||
    (rest.length > 2 && listCountries(rest.at(-1)?.key ?? "").length > 0)
  );
}

/** Numbers and dates right behind a type belong to it. */
function behindNumbers(draft: Draft, from: number): number {
  let at = from;
  for (;;) {
    const next = nextWord(draft, at);
    const piece = draft.pieces[next];
    if (piece === undefined) return at;
    if (BEFORE_DATES.has(piece.key) && /^\d{6}$/.test(keyAt(draft, next + 1))) {
      leaveOut(draft, at, next + 2, "date");
      at = next + 2;
      continue;
    }
    const noise =
      classifyNoise(piece) ??
      (/^\d{4,6}$/.test(piece.key) || /^#\d+$/.test(piece.text) ? "reference" : null);
    if (noise === null || noise === "amount") return at;
    leaveOut(draft, at, next + 1, noise);
    at = next + 1;
  }
}

/** "PAIEMENT CB 1501 PARIS NAME": day and month, then the town, then the merchant. */
function behindDatedTown(draft: Draft, from: number): number {
  const day = nextWord(draft, from);
  if (!/^\d{4}(\d{2})?$/.test(keyAt(draft, day))) return behindNumbers(draft, from);
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

/** "SQ *NAME", "PAYPAL*NAME", "ZETTLE_*NAME". */
function serviceAt(draft: Draft, at: number): number | null {
  const star = draft.pieces[at + 1];
  if (star?.text !== "*" || !SERVICES.has(keyAt(draft, at))) return null;
  if ((draft.pieces[at + 2]?.letters ?? 0) === 0) return null;
  leaveOut(draft, at, at + 2, "service");
  return at + 2;
}

function nameFollows(draft: Draft, from: number): boolean {
  return draft.pieces.some(({ letters }, index) => index >= from && letters > 0);
}
