// Keywords in narratives: SEPA's (EREF+, SVWZ+), codes between slashes (/NAME/, /REMI/) and labels
// before colons. Each becomes a part with one name; text without a keyword is remittance text.

import { foldBlanks } from "../charset.ts";

/** The parts of a narrative. */
export type Part =
  | "remittance"
  | "name"
  | "account"
  | "bank"
  | "ultimate"
  | "end_to_end_id"
  | "customer_reference"
  | "mandate_id"
  | "creditor_id"
  | "type"
  | "purpose"
  | "original"
  | "fee"
  | "rate"
  | "return_reason"
  | "transaction_id"
  | "city"
  | "further";

export type Parts = Partial<Record<Part, string>>;

/** DK's agreement on MT940, annex 3. */
const SEPA: Readonly<Record<string, Part>> = {
  SVWZ: "remittance",
  EREF: "end_to_end_id",
  KREF: "customer_reference",
  MREF: "mandate_id",
  CRED: "creditor_id",
  DEBT: "creditor_id",
  ABWA: "ultimate",
  ABWE: "ultimate",
  IBAN: "account",
  BIC: "bank",
  PURP: "purpose",
  OAMT: "original",
  COAM: "fee",
  ANAM: "name",
  RREF: "transaction_id",
  RTRN: "return_reason",
};
const CREDITOR_CHARS_MIN = 8;
const SEPA_WORD =
  /(?:^|\s)(SVWZ|EREF|KREF|MREF|CRED|DEBT|ABWA|ABWE|IBAN|BIC|PURP|OAMT|COAM|ANAM|RREF|RTRN)\+/g;
const SEPA_BEGIN =
  /^(SVWZ|EREF|KREF|MREF|CRED|DEBT|ABWA|ABWE|IBAN|BIC|PURP|OAMT|COAM|ANAM|RREF|RTRN)\+/;

/** Whether the text begins with a SEPA keyword. */
export function beginsWithKeyword(text: string): boolean {
  return text.includes("+") && SEPA_BEGIN.test(text);
}

/** Splits a text by its SEPA keywords; null when it has none. */
export function splitSepa(text: string): Parts | null {
  if (!text.includes("+")) return null;
  const places = [...text.matchAll(SEPA_WORD)];
  if (places.length === 0) return null;
  const parts: Parts = {};
  addPart(parts, "remittance", text.slice(0, places[0]?.index ?? 0));
  places.forEach((place, index) => {
    const from = place.index + place[0].length;
    const value = text.slice(from, places[index + 1]?.index ?? text.length).trim();
    const part = SEPA[place[1] ?? ""] ?? "further";
    // A creditor's id has no blanks; some banks print unmarked text after it.
    const blank = part === "creditor_id" ? value.indexOf(" ", CREDITOR_CHARS_MIN) : -1;
    addPart(parts, part, blank < 0 ? value : value.slice(0, blank));
    if (blank >= 0) addPart(parts, "remittance", value.slice(blank));
  });
  return parts;
}

/** Codes between slashes of Dutch banks and SWIFT. */
// prettier-ignore
const SLASHED: Readonly<Record<string, Part | "role" | "counterparty" | "ultimates">> = {
  TRTP: "type", TRCD: "type", BUSP: "type", IBAN: "account", BIC: "bank", NAME: "name", REMI: "remittance", EREF: "end_to_end_id", PREF: "customer_reference", KREF: "customer_reference",
  MARF: "mandate_id", CSID: "creditor_id", ORDP: "role", BENM: "role", CNTP: "counterparty", RTRN: "return_reason", SVCL: "further", PURP: "purpose", ULTD: "ultimates",
  ULTC: "ultimates", ULTB: "ultimates", ID: "further", ADDR: "further", ISDT: "further", OCMT: "original", OAMT: "original", CHGS: "fee", EXCH: "rate", TXDT: "further", ACCW: "further",
  IREF: "transaction_id", TRID: "transaction_id", INIT: "further", PHON: "further", SUBF: "further", FX: "rate", DCID: "further",
};
const CODE_CHARS_MAX = 4;

/** Splits a text by its codes between slashes; null when it does not begin with one. */
export function splitSlashed(text: string): Parts | null {
  const trimmed = text.trim();
  if (codeAt(trimmed, 0) === null) return null;
  const parts: Parts = {};
  let at = 0;
  while (at < trimmed.length) {
    const code = codeAt(trimmed, at) ?? "";
    const from = at + code.length + 2;
    // The slash that ends a code may begin the next one: "/BENM/NAME/".
    const next = findNextCode(trimmed, from - 1);
    addCoded(parts, SLASHED[code] ?? "further", trimmed.slice(from, Math.max(from, next)));
    at = next;
  }
  return parts;
}

/** The known code between the slash at `at` and the next slash. */
function codeAt(text: string, at: number): string | null {
  if (text.charCodeAt(at) !== 47) return null;
  const end = text.indexOf("/", at + 1);
  if (end < 0 || end - at - 1 > CODE_CHARS_MAX) return null;
  const code = text.slice(at + 1, end);
  return Object.hasOwn(SLASHED, code) ? code : null;
}

function findNextCode(text: string, from: number): number {
  for (let at = text.indexOf("/", from); at >= 0; at = text.indexOf("/", at + 1))
    if (hasCodeAt(text, at)) return at;
  return text.length;
}

/**
 * Like `codeAt`, but looks no further than a code is long, so a million slashes take linear time.
 */
function hasCodeAt(text: string, at: number): boolean {
  return codeAt(text.slice(at, at + CODE_CHARS_MAX + 2), 0) !== null;
}

function addCoded(
  parts: Parts,
  part: Part | "role" | "counterparty" | "ultimates",
  value: string,
): void {
  if (part === "role") return;
  if (part === "ultimates")
    return addPart(parts, "ultimate", trimSlashes(value.replace(/^\/?NAME\//, "")));
  if (part === "counterparty") {
    const [account = "", bank = "", name = "", city = ""] = value.split("/");
    addPart(parts, "account", account);
    addPart(parts, "bank", bank);
    addPart(parts, "name", name);
    return addPart(parts, "city", city);
  }
  addPart(
    parts,
    part,
    trimSlashes(
      part === "remittance" ? value.replace(/^\/?(USTD\/\/|STRD\/(CUR\/|ISO\/)?)/, "") : value,
    ),
  );
}

function trimSlashes(text: string): string {
  let from = 0;
  let end = text.length;
  while (from < end && text[from] === "/") from += 1;
  while (end > from && text[end - 1] === "/") end -= 1;
  return text.slice(from, end);
}

/**
 * Polish and Dutch labels at the beginning of a piece, which ends at a semicolon, slash or line
 * end.
 */
const LABELS: Readonly<Record<string, Part>> = {
  OD: "name",
  DLA: "name",
  "Z RACH.": "account",
  "NA RACH.": "account",
  "TYT.": "remittance",
  TNR: "transaction_id",
  "ID IPH": "further",
  REK: "account",
  NAAM: "name",
  IBAN: "account",
  NAME: "name",
  NAZWA: "name",
  RACHUNEK: "account",
};
const LABEL_CHARS_MAX = 10;

/** Splits "...; OD: name; TYT.: text" by its labels; null with fewer than two labels. */
export function splitLabelled(text: string): Parts | null {
  const parts: Parts = {};
  let found = 0;
  for (const piece of text.split(/;|\/(?=NAAM:)|\n/)) {
    const colon = piece
      .trimStart()
      .slice(0, LABEL_CHARS_MAX + 1)
      .indexOf(":");
    const label = colon < 0 ? "" : piece.trimStart().slice(0, colon).trim();
    const part = Object.hasOwn(LABELS, label) ? LABELS[label] : undefined;
    if (part === undefined) {
      addPart(parts, "remittance", piece);
      continue;
    }
    found += 1;
    const value = piece
      .trimStart()
      .slice(colon + 1)
      .trim();
    // Two blanks separate the name from an address.
    addPart(parts, part, part === "name" ? (value.split(/ {2,}|\n/)[0] ?? "") : value);
  }
  return found < 2 ? null : parts;
}

/**
 * ABN AMRO's card payments: old "BEA NR:T1 21.05.11/12.54 NAME,PAS999", new "BEA, Betaalpas
 * NAME,PAS999 ...".
 */
const TERMINALS: readonly RegExp[] = [
  /^[BG]EA {1,8}NR:\S{1,20} {1,8}\d\d\.\d\d\.\d\d\/(\d\d\.\d\d) ([^,]{1,60}?) ?,PAS\d{3}/,
  /^[BG]EA, [A-Z][A-Za-z ]{2,20}? {2,30}()([^,]{1,60}?) ?,PAS\d{3}/,
];

/** Finds the merchant of a card payment at a terminal; null for any other text. */
export function splitTerminal(text: string): Parts | null {
  for (const pattern of TERMINALS) {
    const name = pattern.exec(text)?.[2];
    if (name === undefined) continue;
    const parts: Parts = {};
    addPart(parts, "name", name);
    addPart(parts, "remittance", text);
    return parts;
  }
  return null;
}

const FILLERS = /^(NOT ?PROVIDED|NON ?REF|NOREF|NONE)$/i;

function addPart(parts: Parts, part: Part, value: string): void {
  const text = foldBlanks(value);
  if (text === "" || (part !== "remittance" && FILLERS.test(text))) return;
  const before = parts[part];
  parts[part] = before === undefined ? text : `${before} ${text}`;
}
