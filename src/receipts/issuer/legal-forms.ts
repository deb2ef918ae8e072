// Legal forms by which a company's name is known in print, a row a family of countries. Those that are words or initials of
// other things too ("AS", "SE", "Co") count only as they are written here. Facts alone.

/** Behind the name, in any case. */
const BEHIND = [
  // German, Austrian, Swiss
  String.raw`gmbh(?: ?& ?co\.? ?(?:kgaa|kg|ohg))?|ges\.? ?m\.? ?b\.? ?h\.?|ug ?\(haftungsbeschränkt\)|ohg|kgaa|e\.k\.|e\.kfm\.|e\.kfr\.|e\.v\.|partg ?mbb|a\.g\.|vvag|gesbr`,
  // English-speaking
  String.raw`ltd\.?|limited|l\.l\.c\.|incorporated|inc\.?|corporation|corp\.|p\.l\.c\.|pty\.? ltd\.?|pty limited|pvt\.? ltd\.?|private limited|pte\.? ltd\.?|pte\.? limited|sdn\.? bhd\.?|l\.l\.p\.`,
  // Dutch, Belgian
  String.raw`b\.v\.(?:b\.a\.)?|n\.v\.|v\.o\.f\.|bvba`,
  // French, Spanish, Portuguese, Italian, Romanian
  String.raw`s\.a\.r\.l\.?|sarl|sasu|eurl|s\.a\.s\.?|s\.l\.u\.?|s\.l\.l\.?|s\.l\.|s\.a\.u\.?|s\.a\. de c\.v\.|sa de cv|s\. ?de r\. ?l\. de c\.v\.|sociedad limitada|sociedad anónima|s\.p\.a\.?|s\.r\.l\.s?\.?|s\.n\.c\.|società per azioni|ltda\.?|lda\.?|eireli|s\.a\.`,
  // Polish, Czech, Slovak, Hungarian, southern Slavic
  String.raw`sp\. ?z ?o\. ?o\.|sp\. ?k\.|sp\. ?j\.|spółka akcyjna|spółka z ograniczoną odpowiedzialnością|s\. ?r\. ?o\.|spol\. s r\. ?o\.|k\.s\.|kft\.?|nyrt\.?|zrt\.?|bt\.|d\.o\.o\.?|d\.d\.|j\.d\.o\.o\.|еоод|оод|ад(?= )`,
  // Nordic, Baltic
  String.raw`a\/s|aps|oyj|ehf\.?|hf\.|uab|osaühing`,
  // Greek, Turkish, Vietnamese, Indonesian
  String.raw`α\.ε\.|ε\.π\.ε\.|ι\.κ\.ε\.|a\.ş\.|anonim şirketi|ltd\. ?şti\.?|tbk\.?`,
  // Chinese, Japanese, Korean
  String.raw`k\.k\.|kabushiki kaisha|co\.,? ?ltd\.?`,
].join("|");

/** Behind the name, written exactly so. */
const BEHIND_EXACT =
  "AG|KG|UG|SE|LLC|LLP|PLC|plc|PBC|NV|BV|SRL|BVBA|SA|SAS|SCA|SNC|SPA|SpA|SL|AB|AS|ASA|Oy|OY|OÜ|SIA|Corp|Co|eG|mbH|GbR|ИП";

/** Before the name. */
const BEFORE =
  "株式会社|有限会社|合同会社|주식회사|\\(주\\)|㈜|ООО|ОАО|ПАО|ЗАО|АО|ТОВ|ФОП|ИП|PT|CV|S\\.C\\.|บริษัท|شركة";

const EDGE = String.raw`(?<![\p{L}\p{N}.])`;
const END = String.raw`(?![\p{L}\p{N}])`;
/** Scripts without blanks write the form right behind the name. */
const JOINED = String.raw`(?<=\p{L})(?:股份有限公司|有限责任公司|有限公司|株式会社|有限会社|合同会社|주식회사)`;
// Two patterns, not one with (?i:...): once a process has compiled much, V8 13.6 compiles patterns without optimization and then
// reads what stands in such a group by its case, so that "Inc." or "S.A." were found in some processes and not in others.
const EXACT = new RegExp(String.raw`${EDGE}(?:${BEHIND_EXACT})${END}|${JOINED}`, "gu");
const ANY_CASE = new RegExp(String.raw`${EDGE}(?:${BEHIND})${END}`, "giu");
const LEADING = new RegExp(String.raw`^(?:${BEFORE})(?![a-z]) ?(?=[\p{L}"«„“])`, "u");

/** Where a legal form stands in a text, the first one of a run; null where none does. */
export function legalFormIn(
  text: string,
  from = 0,
): { readonly start: number; readonly end: number } | null {
  const [exact, other] = [formBy(EXACT, text, from), formBy(ANY_CASE, text, from)];
  return other === null || (exact !== null && exact.start <= other.start) ? exact : other;
}

function formBy(
  pattern: RegExp,
  text: string,
  from: number,
): { readonly start: number; readonly end: number } | null {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}

/** How many characters of a legal form, or a mark of it, a name begins with. */
export function leadingFormOf(text: string): number {
  return LEADING.exec(text)?.[0].length ?? 0;
}

/** The part of a name without the legal forms around it, as offsets into it; nothing where no name is left. */
export function withoutForms(name: string): { readonly start: number; readonly end: number } {
  const start = leadingFormOf(name);
  const form = legalFormIn(name, start + 1);
  const end = form === null ? name.length : form.start;
  const bare = name.slice(start, end);
  const trimmed = bare.replace(/[\s,&"»“”.-]{1,6}$/u, (tail) => (/^\.$/.test(tail) ? tail : ""));
  const lead = /^[\s"«„“]{0,4}/u.exec(trimmed)?.[0].length ?? 0;
  return /\p{L}/u.test(trimmed)
    ? { start: start + lead, end: start + trimmed.length }
    : { start: 0, end: 0 };
}
