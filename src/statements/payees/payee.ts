// Finds the payee that a person recognizes in a bank's text. Whole words are left out and none is
// changed, so that the payee occurs in the original text, and the same text gives the same payee in
// every format. A payee is never emptied, and each omission names its rule. A row's identity does
// not depend on it.

import { PAYEE_TEXT_CHARS_MAX, PAYEES_CACHED_MAX } from "../../platform/limits.ts";
import { ownCopy } from "../../platform/text.ts";
import { CHANNEL_FIRST, findNamedField } from "./fields.ts";
import { castResult, Molds, shapeOf } from "./forms.ts";
import { joinPieces, NOTHING, splitPieces, type Piece } from "./pieces.ts";
import { CONNECTORS } from "./labels.ts";
import { leaveOutNoise } from "./inner.ts";
import { leaveOutHead } from "./head.ts";
import { findNamedSegment } from "./segments.ts";
import { leaveOutPlace } from "./tail.ts";
import { takeBack, type Draft, type Rule } from "./draft.ts";
import { explain, joinKept, trimPunctuation, type LeftOut } from "./printed.ts";

/** A payee, and the omitted parts of the bank's text with their rules: "type: POS; card: 4711". */
export interface CleanPayee {
  readonly payee: string;
  readonly left_out: string;
}

/** The same with the omitted parts in their order, each with its rule. */
export interface PayeeWithParts {
  readonly payee: string;
  readonly left_out: readonly LeftOut[];
}

/** Results by the form of a text; and by the text, of those whose form has no results. */
const molds = new Molds(PAYEES_CACHED_MAX);
const repeated = new Map<string, CleanPayee>();
/** Payees that no rule shortens any further, since many texts have the same payee. */
const settled = new Set<string>();
/** By a part of its hash, the hash of the text that came last. */
const seen = new Int32Array(PAYEES_CACHED_MAX);

/** The payee in a bank's text; the text itself if no name would be left. */
export function cleanPayee(text: string): CleanPayee {
  if (text.length > PAYEE_TEXT_CHARS_MAX) return findPayee(text);
  const mold = molds.find(text);
  if (mold !== null)
    return { payee: castResult(mold, 0, text), left_out: castResult(mold, 1, text) };
  const known = repeated.get(text);
  if (known !== undefined) return known;
  const found = findPayee(text);
  // In some files each text is different: only what comes again is worth keeping.
  if (cameBefore(shapeOf(text)) && !molds.add(text, [found.payee, found.left_out]))
    repeat(text, found);
  return found;
}

function repeat(text: string, found: CleanPayee): void {
  if (!cameBefore(text)) return;
  if (repeated.size >= PAYEES_CACHED_MAX) repeated.clear();
  repeated.set(ownCopy(text), found);
}

function findPayee(text: string): CleanPayee {
  const { payee, left_out: parts } = splitPayee(text);
  return { payee, left_out: parts.map((part) => `${part.rule}: ${part.text}`).join("; ") };
}

/** Whether a text came before, as far as its hash tells; only hashes are kept. */
function cameBefore(text: string): boolean {
  let hash = text.length;
  for (let at = 0; at < text.length; at += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  const slot = (hash >>> 0) % PAYEES_CACHED_MAX;
  const came = seen[slot] === hash;
  seen[slot] = hash;
  return came;
}

function settle(payee: string): void {
  if (settled.has(payee)) return;
  if (settled.size >= PAYEES_CACHED_MAX) settled.clear();
  settled.add(ownCopy(payee));
}

/** Blanks other than the space. */
const ODD_BLANK = /[^\S ]|[\u0085\ufeff]/;

/** Whether the text has blanks at its ends, two in a row, or blanks other than the space. */
function isFoldable(text: string): boolean {
  let blank = true;
  let odd = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 32 && blank) return true;
    blank = unit === 32;
    odd ||= unit < 32 || unit > 126;
  }
  return (blank && text !== "") || (odd && ODD_BLANK.test(text));
}

/** As cleanPayee, with the omitted parts apart; nothing of the result is remembered. */
export function splitPayee(text: string): PayeeWithParts {
  const leftOut: LeftOut[] = [];
  let payee = cutLong(isFoldable(text) ? text.replace(/[\s\u0085\ufeff]+/g, " ").trim() : text);
  // British banks draw contactless waves as three brackets; "[DN]" is a code for the kind.
  // Brokers name the account's kind behind each text.
  if (payee.endsWith(")")) payee = payee.replace(/\s(?:\){3}|\((?:Cash|Margin)\))$/, "");
  if (payee.startsWith("[")) payee = payee.replace(/^\[[A-Z]{2}\]\s?(?=\p{L})/u, "");
  const before = payee;
  // The rest may have a prefix again: "POS SQ *NAME 0042". Each round omits a word or is the last.
  let pieces: readonly Piece[] | null = null;
  for (;;) {
    const next: Applied = applyRules(payee, pieces ?? splitPieces(payee), leftOut);
    if (next.text === payee) {
      settle(payee);
      break;
    }
    payee = next.text;
    pieces = next.pieces;
    if (settled.has(payee)) break;
  }
  return { payee, left_out: payee === before ? [] : leftOut };
}

/** The beginning of a very long text, cut at a blank. */
function cutLong(text: string): string {
  if (text.length <= PAYEE_TEXT_CHARS_MAX) return text;
  const blank = text.lastIndexOf(" ", PAYEE_TEXT_CHARS_MAX);
  return text.slice(0, blank > 0 ? blank : PAYEE_TEXT_CHARS_MAX).toWellFormed();
}

/**
 * "City Water CITY WATER UTIL BILLPAY": the words of the first half begin the second one. The name
 * is printed twice, and what follows are details.
 */
function findDoubled(pieces: readonly Piece[]): string | null {
  if (!repeatsFirst(pieces)) return null;
  const words = pieces.filter(({ key }) => key !== "");
  for (let size = Math.min(DOUBLED_WORDS_MAX, words.length >> 1); size > 0; size -= 1) {
    const first = words.slice(0, size);
    if (!first.every(({ key }, at) => key === words[size + at]?.key) || !isNamed(first)) continue;
    // "DURAN DURAN" is a name; "Coles COLES 4567" is printed twice.
    const again = words.slice(size, 2 * size);
    const isSame = first.every(({ text }, at) => text === again[at]?.text);
    // "Ifood *Ifood" is the service and the name; it is printed twice too.
    const isService = size === 1 && pieces[pieces.indexOf(first[0] ?? NOTHING) + 1]?.text === "*";
    if (isSame && !isService && (size === 1 || words.length === 2 * size)) continue;
    return joinPieces(first);
  }
  return null;
}

/** Whether the first word comes again, as it does in few texts. */
function repeatsFirst(pieces: readonly Piece[]): boolean {
  let first = "";
  for (const { key } of pieces) {
    if (key === "") continue;
    if (first === "") first = key;
    else if (key === first) return true;
  }
  return false;
}

const DOUBLED_WORDS_MAX = 6;

const STEPS = [leaveOutHead, leaveOutNoise, leaveOutPlace, leaveOutNoise];

/** A text after the rules, and its pieces if they are known. */
interface Applied {
  readonly text: string;
  readonly pieces: readonly Piece[] | null;
}

function applyRules(text: string, pieces: readonly Piece[], leftOut: LeftOut[]): Applied {
  const plain = arePlain(pieces);
  const marked = plain || !mayBeMarked(text, pieces) ? null : takeMarked(text, pieces, leftOut);
  if (marked !== null) return { text: marked, pieces: null };
  const doubled = findDoubled(pieces);
  if (doubled !== null) {
    leftOut.push({ rule: "message", text: text.slice(doubled.length).trim() });
    return { text: doubled, pieces: null };
  }
  const rules: (Rule | null)[] = [];
  for (let at = 0; at < pieces.length; at += 1) rules.push(null);
  const draft: Draft = { pieces, plain, rules, gone: [], transfer: false, card: false };
  if (!applySteps(draft) && trimPunctuation(text) === text) return { text, pieces };
  const result = trimPunctuation(joinKept(text, draft));
  if (result === "" || result === text) return { text, pieces };
  explain(text, draft, leftOut);
  return { text: result, pieces: keptPieces(draft) };
}

/** Plain words are the same pieces in any text; others may be cut differently. */
function keptPieces({ pieces, rules }: Draft): readonly Piece[] | null {
  const kept: Piece[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined || rules[at] !== null) continue;
    if (!piece.plain) return null;
    kept.push(piece);
  }
  return kept;
}

function arePlain(pieces: readonly Piece[]): boolean {
  for (let at = 0; at < pieces.length; at += 1) if (pieces[at]?.plain !== true) return false;
  return true;
}

/** Whether something in the text looks like a bank's mark; in all texts with marks it does. */
function mayBeMarked(text: string, pieces: readonly Piece[]): boolean {
  for (let at = 0; at < pieces.length; at += 1) if (pieces[at]?.marked === true) return true;
  return CHANNEL_FIRST.test(text);
}

/** The name that the bank marks or separates; null if it does not. Plain words are no marks. */
function takeMarked(text: string, pieces: readonly Piece[], leftOut: LeftOut[]): string | null {
  const named = findNamedField(text);
  if (named !== null && named !== text && isNamed(splitPieces(named))) {
    leftOut.push({ rule: "field", text: text.replace(named, "…") });
    return named;
  }
  const segment = findNamedSegment(text, pieces);
  if (segment === null || segment === text || !isNamed(splitPieces(segment))) return null;
  leftOut.push({ rule: "type", text: text.replace(segment, "…") });
  return segment;
}

/** Applies each step that leaves a name; whether one left out anything. */
function applySteps(draft: Draft): boolean {
  let kept = 0;
  let noiseAfter = -1;
  for (const step of STEPS) {
    // Noise on an unchanged draft was found already; only further omissions can make more noise.
    if (step === leaveOutNoise && noiseAfter === kept) continue;
    if (step === leaveOutNoise) noiseAfter = kept;
    step(draft);
    if (draft.gone.length === kept) continue;
    // A rule that would leave no name is not applied.
    if (leavesName(draft, step === leaveOutPlace)) kept = draft.gone.length;
    else takeBack(draft, kept);
  }
  return kept > 0;
}

/** Whether the kept pieces name somebody; after a place was left out, the name must not go on. */
function leavesName({ pieces, rules }: Draft, isPlace: boolean): boolean {
  let named = false;
  let last = "";
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined || rules[at] !== null) continue;
    if (piece.named && !isPlace) return true;
    named ||= piece.named;
    if (piece.key !== "") last = piece.key;
  }
  if (named) return !CONNECTORS.has(last);
  return isPlace && isThanks(pieces.filter((_, at) => rules[at] === null));
}

/** Whether a person could recognize a payee by these words. */
function isNamed(pieces: readonly Piece[]): boolean {
  return pieces.some(({ named }) => named);
}

/** "PAYMENT THANK YOU OAKLAND CA": a card's issuer thanks for its bill's payment, from its town. */
function isThanks(pieces: readonly Piece[]): boolean {
  const keys = pieces.flatMap(({ key }) => (key === "" ? [] : [key]));
  return /^(?:PAYMENT )?THANK YOU$/.test(keys.join(" "));
}
