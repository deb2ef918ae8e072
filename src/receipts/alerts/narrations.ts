// The other party within a narration, the free text that a bank prints with a movement: "SALARY OCT 2026
// IFO ADA MENSAH B/O VOLTA AGRO LTD", "TRAN THI HA chuyen tien tra no".

import PARTY_WORDS from "../words/alert-parties.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";
import { legalFormIn } from "../issuer/legal-forms.ts";
import { BANKS } from "./banks.ts";
import { findRows, type AlertText, type Place } from "./alert-text.ts";
import type { Direction } from "./movement.ts";
import { nameWithin } from "./names.ts";
import { findVerbs } from "./vocabulary.ts";

const LEADS = phrasesIn<"from" | "to">(
  { from: PARTY_WORDS["by order of"], to: PARTY_WORDS["in favour of"] },
  IN_PLACE,
);
/** What a payer did, right behind the name. */
const FOLLOWING = phrasesIn({ follows: PARTY_WORDS["follows a payer"] }, IN_PLACE);
/** Two to six words that begin with capitals. */
const NAME_BEFORE = /^(?:\p{Lu}[\p{L}'.]{0,24} ){2,6}$/u;

/**
 * "NIP/UBA/ADAEZE OKONKWO/Generator repairs", "NIP CR/ADAEZE OKONKWO/UBA/Generator repairs": a clearing
 * system, a bank before or behind the name, and what it was for.
 */
const PATH_OF_NAME =
  /^(?:NIP|NIBSS|TRF|TRANSFER|FT|IBFT|RAAST|GIP|PESALINK|RTGS|EFT)(?: (?:CR|DR|TRF|TRANSFER|IN|OUT|INWARD|OUTWARD))?\/(?:(?:[\p{L}\d]{2,10}|[^/\n]{0,24}(?<!\p{L})(?:bank|mfb|psb)[^/\n]{0,8})\/)?(?<name>\p{L}[\p{L}.'-]{1,24}(?: \p{L}[\p{L}.'-]{0,24}){1,4})(?:\/|$)/iu;

/**
 * "MOBILE TRF TO OPAY/ADA MENSAH/house cleaning", "Transfer to ADA MENSAH/WEMA/rent": behind the word that
 * leads the name, before or behind a bank in one word, and what it was for.
 */
const PATH_BEHIND_LEAD =
  /^[^/\n]{0,32}(?<!\p{L})(?:to|from|frm|para|ke|kepada|dari|vers) (?:[\p{L}\d]{2,12}\/)?(?<name>\p{L}[\p{L}&.'-]{1,24}(?: [\p{L}&.'-]{1,24}){1,4})(?:\/|$)/iu;

/** "NIP TRANSFER TO OPAY - ADA MENSAH", "TRF FRM ADA MENSAH - KUDA BANK": a name and its bank. */
const BANK_AND_NAME =
  /^[^/\n]{0,32}(?<!\p{L})(?:to|from|frm|para|kepada|dari|vers|do|naar|an) (?<first>\p{L}[^-–—\n]{2,40}?) ?[-–—] ?(?<second>\p{L}[^-–—\n]{2,40}?)(?: ?[-–—] [^\n]*)?$/iu;

function findBesideBank({ text, folded }: AlertText, { start, end }: Place): Place | null {
  const value = text.slice(start, end);
  const { first = "", second = "" } = BANK_AND_NAME.exec(value)?.groups ?? {};
  const places = [first, second].map((name) => {
    const at = start + value.indexOf(name);
    return { start: at, end: at + name.length };
  });
  const isBank = ({ start: from, end: until }: Place): boolean =>
    BANKS.find(folded, from, until).some((bank) => bank.start === from) ||
    /(?:^| )(?:bank|banco|banca|banque|mfb)$/.test(folded.slice(from, until));
  const names = places.filter((place) => !isBank(place));
  return first !== "" && names.length === 1 ? (names[0] ?? null) : null;
}

function findInPath({ text }: AlertText, { start, end }: Place): Place | null {
  const value = text.slice(start, end);
  const match =
    PATH_OF_NAME.exec(value) ?? (value.includes("/") ? PATH_BEHIND_LEAD.exec(value) : null);
  const name = match?.groups?.["name"] ?? "";
  if (match === null) return null;
  const at = start + match[0].lastIndexOf(name);
  return { start: at, end: at + name.length };
}

/** The part of a narration that names the other party; null if no word sets one apart. */
export function findPartOfNarration(
  alert: AlertText,
  { start, end }: Place,
  direction: Direction,
): Place | null {
  const inPath = findInPath(alert, { start, end });
  if (inPath !== null && nameWithin(alert, inPath.start, inPath.end) !== null) return inPath;
  const beside = findBesideBank(alert, { start, end });
  if (beside !== null) return beside;
  const leads = LEADS.find(alert.folded, start, end);
  const led = leads.find(({ tag }) => tag === (direction === "in" ? "from" : "to"));
  if (led !== undefined) {
    const next = leads.find((other) => other.start >= led.end);
    const part = { start: led.end, end: next?.start ?? end };
    if (nameWithin(alert, part.start, part.end) !== null) return part;
  }
  const payer = direction === "in" ? findPayerOfPay(alert.text, { start, end }) : null;
  if (payer !== null && PAY.test(alert.folded.slice(start, payer.start))) return payer;
  const [verb] = direction === "in" ? FOLLOWING.find(alert.folded, start, end) : [];
  return verb !== undefined &&
    NAME_BEFORE.test(alert.text.slice(start, verb.start)) &&
    findVerbs(alert.folded, start, verb.start).length === 0
    ? { start, end: verb.start }
    : findCapitalPiece(alert, { start, end });
}

/** "SALARY OCT 2026 FROM ADA STORES LTD": what it was, and behind "from" in the same capitals who paid. */
const PAY_FROM =
  /^(?:[\p{Lu}\d./-]+ ){1,5}(?:FROM|FRM|DE|DA) (?<name>\p{Lu}[\p{Lu}\d&.' -]{3,60})$/u;

const PAY =
  /^(?:salary|sal|payroll|wages?|pay|stipend|pension|allowance|bonus|salario|sueldo|nomina|ordenado|vencimento|stipendio|salaire|paie|gaji|luong|lohn|gehalt)(?!\p{L})/u;

/** "SALARY NOV 2026 ADA STORES LTD": behind the month, a company by its form. */
const PAY_BEHIND_MONTH =
  /^\p{Lu}+ (?:FOR )?\p{Lu}{3,9}[ /.-]?(?:20)?\d{2} (?<name>\p{Lu}[\p{Lu}\d&.' -]{3,60})$/u;

function findPayerOfPay(text: string, { start, end }: Place): Place | null {
  const value = text.slice(start, end);
  const behind = PAY_BEHIND_MONTH.exec(value)?.groups?.["name"] ?? "";
  const company = legalFormIn(behind, 2) === null ? undefined : behind;
  const name = PAY_FROM.exec(value)?.groups?.["name"] ?? company;
  return name === undefined ? null : { start: end - name.length, end };
}

const DASH = / [-–—] /gu;
const CAPITALS = /^\p{Lu}[\p{Lu}.&']+(?: [\p{Lu}.&']+){0,4}$/u;

/**
 * "Thanh toán hóa đơn tiền điện kỳ 09/2026 – EVN HCMC – Mã KH PE0400": what was done, and set apart by
 * dashes the one piece in capitals.
 */
function findCapitalPiece(alert: AlertText, { start, end }: Place): Place | null {
  const value = alert.text.slice(start, end);
  const [verb] = findVerbs(alert.folded, start, end);
  if (verb?.start !== start || value === value.toUpperCase()) return null;
  const pieces: Place[] = [];
  let from = start;
  for (const dash of value.matchAll(DASH)) {
    pieces.push({ start: from, end: start + dash.index });
    from = start + dash.index + dash[0].length;
  }
  const capitals = [...pieces, { start: from, end }].filter((piece) =>
    CAPITALS.test(alert.text.slice(piece.start, piece.end)),
  );
  const [only, ...more] = capitals;
  return only !== undefined && more.length === 0 ? nameWithin(alert, only.start, only.end) : null;
}

/** The first name that such a word sets apart in a row of what the movement was for. */
export function findInPurpose(alert: AlertText, direction: Direction): Place | null {
  for (const { row } of findRows(alert, "purpose")) {
    const part = findPartOfNarration(alert, row, direction);
    const place = part === null ? null : nameWithin(alert, part.start, part.end);
    if (place !== null) return place;
  }
  return null;
}
