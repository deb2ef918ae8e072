// Some letters name both money and a place ("MN 55403", "1012 KR Amsterdam"). Next to a postcode, a
// PO box or a room number they are an address, and the digits are not an amount. The line around
// them decides, within a bounded distance.

import { foldWords } from "../../words/phrases.ts";
import { MONEY_LABELS } from "../money-labels.ts";

/**
 * Regions whose letters are also a word for money, with the number of digits in their postcodes.
 */
const REGIONS: ReadonlyMap<string, readonly number[]> = new Map([
  // Minnesota, Mantova and Mongolia; Manipur.
  ["MN", [5, 6]],
  // Montana and Matera; Mato Grosso.
  ["MT", [5, 8]],
  // Korea and Crotone.
  ["KR", [5]],
  // Rome; Santiago's Región Metropolitana.
  ["RM", [5, 7]],
  // Rio Grande do Sul.
  ["RS", [8]],
  // Siracusa.
  ["SR", [5]],
]);
/** "Hong Kong SAR 999077": a special region, no riyals. */
const SPECIAL_REGION = /(?:hong ?kong|maca[ou]),? $/iu;
const LINE_CHARS = 60;
const BOX =
  /(?<!\p{L})(?:box|postfach|postbus|postboks|bo[iî]te postale|b\.?p\.?|apartado|casella postale|caixa postal|private bag|locked bag|pmb)\.?:? $/iu;
const CODE_LABEL =
  /(?<!\p{L})(?:post ?code|postal code|zip|zip code|plz|postleitzahl|code postal|c\.?p\.?|cap|cep|c[oó]digo postal|postnummer|postnr\.?|kod pocztowy|ps[cč]|ir[aá]ny[ií]t[oó]sz[aá]m|posta kodu|pin ?code|индекс|우편번호|邮编|郵遞區號)[:：.]? ?$/iu;
const UNIT_BEFORE =
  /(?<!\p{L})(?:flat|unit|suite|ste|apt|apartment|room|floor|block|blk|bldg|building|tower|gate)[.,/]? ?$/iu;
/** "Rm 1203, Wing On Centre", "RM 301, 5/F". */
const ROOM_BEHIND = /^(?:\/F|, ?(?:\d{1,2}\/F|\p{Lu}[\p{L}'’-]+ \p{Lu}))/u;
/** A carrera of Colombia: "KR 7 # 156-10". */
const CARRERA_BEHIND = /^ ?[A-Z]? ?(?:#|n[o°º]\.? ?\d)/iu;
/** A word right before, with a comma or a dash where addresses have one. */
const WORD_BEFORE = /(\p{L}[\p{L}\p{M}.'’-]+)\)?(?:,? {1,2}| ?[-–—(] ?)$/u;
const WORD_BEHIND = /^ {1,2}((?:'[st]-)?\p{Lu}[\p{L}\p{M}'’-]+)/u;

/**
 * Whether a whole number and the letters next to it are part of a postal address. `word` and
 * `number` are their places in the text; either may come first.
 */
export function isPostal(text: string, word: Place, number: Place): boolean {
  const letters = text.slice(word.start, word.end);
  const digits = text.slice(number.start, number.end);
  const isBefore = word.start < number.start;
  const before = lineBefore(text, Math.min(word.start, number.start));
  const behind = lineBehind(text, Math.max(word.end, number.end));
  if (
    /^0\d/.test(digits) ||
    BOX.test(before) ||
    CODE_LABEL.test(before) ||
    UNIT_BEFORE.test(before)
  )
    return true;
  // Buenos Aires.
  if (letters === "Bs.") return /^ ?As(?!\p{L})/u.test(behind);
  if (letters === "SAR") return SPECIAL_REGION.test(before);
  if (/^RM$/i.test(letters) && isBefore && digits.length <= 4) return ROOM_BEHIND.test(behind);
  if (/^KR$/i.test(letters) && isBefore && digits.length <= 3) return CARRERA_BEHIND.test(behind);
  if (letters === "R" && isBefore && digits.length <= 2) return /^ de \p{Lu}/u.test(behind);
  if (!/^[A-Z]{2}$/.test(letters)) return false;
  if (isBefore && text[word.end] === "-") return REGIONS.has(letters) && digits.length >= 4;
  const isRegion = REGIONS.get(letters)?.includes(digits.length) === true;
  if (isRegion && isPlace(WORD_BEFORE.exec(before)?.[1])) return true;
  // "KR 48058 Busan", "1012 KR Amsterdam".
  if (!/(?:^\s*|[,;] ?|NL[- ])$/u.test(before) || !isPlace(WORD_BEHIND.exec(behind)?.[1]))
    return false;
  return isBefore ? isRegion && letters === "KR" : /^[1-9]\d{3}$/.test(digits);
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A word may be a place unless it labels money. */
function isPlace(word: string | undefined): boolean {
  return word !== undefined && MONEY_LABELS.find(foldWords(word)).length === 0;
}

function lineBefore(text: string, at: number): string {
  const part = text.slice(Math.max(0, at - LINE_CHARS), at);
  return part
    .slice(Math.max(part.lastIndexOf("\n"), part.lastIndexOf("\t")) + 1)
    .replaceAll("\u00a0", " ");
}

function lineBehind(text: string, at: number): string {
  return (text.slice(at, at + LINE_CHARS).split(/[\n\t]/, 1)[0] ?? "").replaceAll("\u00a0", " ");
}
