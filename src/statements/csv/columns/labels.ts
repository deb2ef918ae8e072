// The roles that a column's label may name, with a weight. The whole label weighs most, then the
// longest phrase inside it: "Fecha valor" is a date and no amount.

import parts from "../../words/label-parts.json" with { type: "json" };
import { parseCurrency } from "../../../money/currency.ts";
import { readMoneyWord } from "../amounts/money-words.ts";
import { createMeaningReader } from "./label-meaning.ts";
import { COLUMN_LABELS, ROLES, type Role } from "./role.ts";

export interface RoleMatch {
  readonly role: Role;
  readonly weight: number;
}

export const WEIGHT_WHOLE = 100;

const CACHE_ENTRIES_MAX = 2_000;
const LABEL_CHARS_MAX = 120;
/** Letters that decomposition leaves as they are. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ł: "l",
  ø: "o",
  æ: "ae",
  œ: "oe",
  đ: "d",
  ı: "i",
};
const ASCII = /^[\x20-\x7e]*$/;
/** Labels that mean something else without their accents: "Nợ" is no number. */
const ACCENTED: ReadonlyMap<string, Role> = new Map([
  ["nợ", "debit"],
  ["có", "credit"],
]);
const CACHE = new Map<string, readonly RoleMatch[]>();
const PHRASES = phraseTable();

function phraseTable(): ReadonlyMap<string, readonly Role[]> {
  const table = new Map<string, Role[]>();
  for (const role of ROLES) {
    for (const phrase of COLUMN_LABELS[role]) {
      const key = normalLabel(phrase);
      const roles = table.get(key);
      if (roles === undefined) table.set(key, [role]);
      else if (!roles.includes(role)) roles.push(role);
    }
  }
  return table;
}

/**
 * A label in normal form: lower case, no diacritics, one blank between words (also those of
 * camelCase).
 */
export function normalLabel(text: string): string {
  const short = text.slice(0, LABEL_CHARS_MAX).replace(/^#(?=.)/, "");
  if (ASCII.test(short))
    return short
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .replace(/[^a-z0-9#]+/g, " ")
      .trim();
  return short
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßłøæœđı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}\ufffd#]+/gu, " ")
    .trim();
}

/** Labels in normal form as one text, empty ones left out: the same for a header printed again. */
export function labelKey(labels: readonly string[]): string {
  return labels
    .map(normalLabel)
    .filter((label) => label !== "")
    .join("|");
}

/** The roles a label may name, the heaviest first. Unknown words name none. */
export function matchRoles(label: string): readonly RoleMatch[] {
  const known = CACHE.get(label);
  if (known !== undefined) return known;
  const accented = ACCENTED.get(label.trim().normalize("NFC").toLowerCase());
  if (accented !== undefined) return [{ role: accented, weight: WEIGHT_WHOLE }];
  const bare = dropUnit(label);
  const named = bare === label ? [] : matchPhrases(normalLabel(bare));
  const found = dropRemark(label, named.length > 0 ? named : matchPhrases(normalLabel(label)));
  if (CACHE.size >= CACHE_ENTRIES_MAX) CACHE.clear();
  CACHE.set(label, found);
  return found;
}

/**
 * Removes the unit of "Amount(in Rs)" or "Montant en EUR": it does not say what the column holds.
 */
function dropUnit(label: string): string {
  const short = label.slice(0, LABEL_CHARS_MAX).replace(/\((?:in|en|em|im|i)\s[^)]*\)/iu, " ");
  const behind = /^(.*\S)\s(?:in|en|em)\s(\S{1,6}?)\.?\s*$/iu.exec(short);
  const word = behind === null ? undefined : readMoneyWord(behind[2] ?? "");
  return word !== undefined && "currency" in word ? (behind?.[1] ?? short) : short;
}

/** The roles without a remark in brackets: "Date (YYYY-MM-DD as UTC)" is a date. */
function dropRemark(label: string, found: readonly RoleMatch[]): readonly RoleMatch[] {
  if (!label.includes("(") || (found[0]?.weight ?? 0) >= REMARK_WEIGHT) return found;
  const [best] = matchPhrases(normalLabel(label.replace(/\([^)]*\)/g, " ")));
  return best !== undefined && best.role.endsWith("date") && best.weight >= WEIGHT_WHOLE - 1
    ? [
        { role: best.role, weight: REMARK_WEIGHT },
        ...found.filter(({ role }) => role !== best.role),
      ]
    : found;
}

const REMARK_WEIGHT = 60;

/** The weight with which a label names one role; 0 if it does not. */
export function labelWeight(label: string, role: Role): number {
  return matchRoles(label).find((match) => match.role === role)?.weight ?? 0;
}

function matchPhrases(label: string): readonly RoleMatch[] {
  if (label === "") return [];
  const best = new Map<Role, number>();
  const note = (roles: readonly Role[] | undefined, weight: number) => {
    for (const role of roles ?? []) best.set(role, Math.max(best.get(role) ?? 0, weight));
  };
  note(PHRASES.get(label), WEIGHT_WHOLE);
  if (label.includes("\ufffd")) noteLossy(label, note);
  const words = label.split(" ").filter((word) => parseCurrency(word) === null);
  const bare = words.join(" ");
  if (bare === "" && label !== "") note(["amount"], 30);
  else if (bare !== label) note(PHRASES.get(bare), WEIGHT_WHOLE - 1);
  for (let from = 0; from < words.length; from += 1) {
    for (let to = Math.min(words.length, from + 5); to > from; to -= 1) {
      if (to - from === words.length) continue;
      const part = words.slice(from, to).join(" ");
      if (part.length < 3) continue;
      const extra = words.length - (to - from);
      note(
        PHRASES.get(part),
        Math.max(5, 40 + 12 * (to - from) - 6 * extra + (from === 0 ? 4 : 0)),
      );
    }
  }
  noteSided(words, note);
  // A compound word with the balance in it, such as "Boeksaldo", is a balance.
  if (best.size === 0 && parts.balances.some((part) => label.includes(part))) note(["balance"], 60);
  if (/[\u3040-\u9fff\uac00-\ud7a3]/u.test(label)) noteCjk(label.replaceAll(" ", ""), note);
  if (Math.max(0, ...best.values()) < WEIGHT_WHOLE - 2) noteMeaning(label, note);
  return [...best].map(([role, weight]) => ({ role, weight })).sort((a, b) => b.weight - a.weight);
}

/**
 * Of two words such as "Suma debit", the side says more than the amount. Words that also name a
 * kind of payment do not count.
 */
function noteSided(
  [first = "", second = "", ...more]: readonly string[],
  note: (roles: readonly Role[] | undefined, weight: number) => void,
): void {
  if (second === "" || more.length > 0) return;
  for (const [side, other] of [
    [first, second],
    [second, first],
  ] as const) {
    if (!SIDES.has(side) || PHRASES.get(other)?.includes("amount") !== true) continue;
    note(
      PHRASES.get(side)?.filter((role) => role === "debit" || role === "credit"),
      SIDED_WEIGHT,
    );
  }
}

/**
 * The roles by the meaning of the words: more than one known word among others, less than a phrase
 * of several. A side, or that it is the original one, says more than the amount it belongs to.
 */
function noteMeaning(
  label: string,
  note: (roles: readonly Role[] | undefined, weight: number) => void,
): void {
  readMeaning(label).forEach((role, at) => {
    const isNarrow = at === 0 && NARROW.has(role);
    note([role], isNarrow ? SIDED_WEIGHT : Math.max(MEANING_WEIGHT - 8 * at, MEANING_WEIGHT_MIN));
  });
}

const NARROW: ReadonlySet<Role> = new Set<Role>([
  "debit",
  "credit",
  "original_amount",
  "original_currency",
]);
const MEANING_WEIGHT = 57;
const MEANING_WEIGHT_MIN = 31;
const readMeaning = createMeaningReader(normalLabel);
const SIDES: ReadonlySet<string> = new Set(parts.sides);
const SIDED_WEIGHT = 70;

/** A copy that lost its umlauts prints U+FFFD for each: U+FFFD matches any one letter. */
function noteLossy(
  label: string,
  note: (roles: readonly Role[] | undefined, weight: number) => void,
): void {
  for (const [phrase, roles] of PHRASES) {
    if (phrase.length !== label.length) continue;
    let same = true;
    for (let i = 0; same && i < phrase.length; i += 1)
      same = label[i] === "\ufffd" || label[i] === phrase[i];
    if (same) note(roles, WEIGHT_WHOLE - 2);
  }
}

/**
 * Chinese, Japanese and Korean labels have no blanks between words: phrases count anywhere in them.
 */
function noteCjk(
  label: string,
  note: (roles: readonly Role[] | undefined, weight: number) => void,
): void {
  for (const [phrase, roles] of PHRASES) {
    if (/[\u3040-\u9fff\uac00-\ud7a3]/u.test(phrase) && label.includes(phrase)) {
      // "记账金额(收入)": the side it names says more than that it is an amount.
      const sided = roles.includes("debit") || roles.includes("credit") ? 12 : 0;
      note(roles, 40 + sided + 8 * phrase.length - 2 * (label.length - phrase.length));
    }
  }
}
