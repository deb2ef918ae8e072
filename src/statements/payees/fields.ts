// Texts in which the bank marks the name: German SEPA keywords ("SVWZ+", "ABWA+"), Dutch and
// Belgian ones ("/NAME/", "Naam:"), French ones ("DE:", "/DE", "MOTIF"), and the parts of Indian
// transfers ("UPI/.../name/..."). The name is taken as printed.

import fieldLabels from "./field-labels.json" with { type: "json" };

/** The part of the text that names the other party; null if the bank marks none. */
export function findNamedField(text: string): string | null {
  if (!isMarked(text)) return null;
  for (const { occurs, fields, name, lead } of STYLES) {
    if (!occurs.test(text)) continue;
    const parts = splitFields(text, fields);
    for (const wanted of name) {
      const value = parts.find((part) => part.field === wanted)?.value ?? "";
      if (isName(value)) return value;
    }
    const first = parts[0]?.value ?? "";
    if (lead && isName(first)) return first;
    const last = parts.find((part) => part.field === "SVWZ")?.value ?? "";
    if (isName(last)) return last;
  }
  return findLabelledParty(text) ?? findPixParty(text) ?? findIndianParty(text);
}

/** A label of a list before a colon, at the beginning of the text or after a blank or comma. */
function labelPattern(): RegExp {
  const labels = [...fieldLabels.party, ...fieldLabels.other]
    .toSorted((a, b) => b.length - a.length)
    .map((label) => label.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  return new RegExp(`(?<=^|[\\s,;/|])(${labels.join("|")})\\.?\\s{0,2}[:：]\\s{0,2}`, "giu");
}

const FIELD_LABEL = labelPattern();
const FIRST_LABEL = new RegExp(`^${FIELD_LABEL.source}`, "iu");
const PARTIES: ReadonlySet<string> = new Set(
  fieldLabels.party.map((label) => label.toLocaleUpperCase("en").normalize("NFC")),
);

/** A text's label before a colon and what follows it; null if no known label begins it. */
export function splitLabel(text: string): { isParty: boolean; value: string } | null {
  if (!text.includes(":") && !text.includes("：")) return null;
  const found = FIRST_LABEL.exec(text);
  if (found === null) return null;
  const isParty = PARTIES.has((found[1] ?? "").toUpperCase().normalize("NFC"));
  return { isParty, value: text.slice(found[0].length) };
}

/** "Auftraggeber: NAME Buchungstext: ...": the name under the first label of a party. */
function findLabelledParty(text: string): string | null {
  if (!/[:：]/.test(text)) return null;
  const parts = splitFields(text, FIELD_LABEL);
  if (parts.length < 2) return null;
  for (const { field, value } of parts) {
    const name = value.replace(/[\s,;/|-]+$/u, "");
    if (PARTIES.has(field.normalize("NFC")) && isName(name)) return name;
  }
  return null;
}

/** Whether a text may have fields, which is quick to check; every text with fields may. */
function isMarked(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 43 || unit === 58 || unit === 0xff1a || unit === 47) return true;
    if (unit === 45 && text.charCodeAt(at - 1) === 32 && text.charCodeAt(at + 1) === 32)
      return true;
  }
  return CHANNEL_FIRST.test(text);
}

/** An Indian transfer begins with its channel. */
export const CHANNEL_FIRST = /^(?:(?:UPI|NEFT|IMPS|RTGS)\b|(?:BY|TO) TRANSFER-)/;

interface Style {
  /** Occurs somewhere in such a text. */
  readonly occurs: RegExp;
  /** The beginning of a field; its first group is the field's name. */
  readonly fields: RegExp;
  /** The fields that hold the name, the best first. */
  readonly name: readonly string[];
  /** Whether the text before the first field is the name if no field holds it. */
  readonly lead: boolean;
}

// prettier-ignore
const STYLES: readonly Style[] = [
  {
    occurs: /\b(SVWZ|EREF|KREF|MREF|CRED|ABWA|ABWE)[+:]/,
    fields: /\b(SVWZ|EREF|KREF|MREF|CRED|DEBT|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP|RCUR|BREF)[+:] ?/g,
    name: ["ABWE", "ABWA"],
    lead: true,
  },
  { occurs: /^\/TRTP\/|\/(NAME|REMI)\//, fields: /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|ORDP|BENM|ID|ISDT|SVCL|PREF|CPRP|ULTD|ULTB|PURP)\//g, name: ["NAME"], lead: false },
  { occurs: /\bNaam: ./i, fields: /\b(Naam|Omschrijving|IBAN|BIC|Kenmerk|Machtiging|Incassant|Datum\/tijd|Valutadatum): ?/gi, name: ["NAAM"], lead: false },
  { occurs: /\/DE .*\/(MOTIF|REF)\b|\/MOTIF .*\/BEN /, fields: /\/(DE|MOTIF|REF|REFDO|REFBEN|VIR|POUR|BEN|RFB) /g, name: ["DE", "POUR", "BEN"], lead: false },
  { occurs: /\b(VIR|VIREMENT|PRLV|PRELEVEMENT|SDD)\b.*\b(DE|POUR): /, fields: /\b(DE|POUR|ID|MOTIF|REF|MANDAT|DATE|CHEZ|LIB): ?/g, name: ["DE", "POUR"], lead: false },
  { occurs: /^(PRLV|PRELEVEMENT)\b.*\b(MDT|EMETTEUR)\//, fields: /\b(ECH|ID EMETTEUR|MDT|REF|LIB)\//g, name: [], lead: true },
];

const FIELDS_MAX = 24;

function splitFields(text: string, fields: RegExp): { field: string; value: string }[] {
  const parts: { field: string; value: string }[] = [];
  let field = "";
  let from = 0;
  for (const match of text.matchAll(fields)) {
    parts.push({ field, value: text.slice(from, match.index).trim() });
    field = (match[1] ?? "").toUpperCase();
    from = match.index + match[0].length;
    if (parts.length >= FIELDS_MAX) break;
  }
  parts.push({ field, value: text.slice(from).trim() });
  return parts;
}

function isName(value: string): boolean {
  return /\p{L}{2}/u.test(value) && !/^NOT ?PROVIDED$/i.test(value);
}

/** "Transferência enviada pelo Pix - NAME - •••.123.456-•• - BANK ...". */
function findPixParty(text: string): string | null {
  if (!/^(Transfer[eê]ncia|Pix|PIX) .{0,30} - /.test(text)) return null;
  const [, name = "", ...rest] = text.split(" - ");
  return rest.length > 0 && isName(name) ? name.trim() : null;
}

const CHANNEL =
  /^(?:(?:BY|TO) TRANSFER-)?(UPI|IMPS|NEFT|RTGS|MMT|INF)\b|^(APP|POS|ATM WDL|PESALINK|MPS|EFT|MOB|IB)\//;
const NO_PARTY = /^(UPI|IMPS|NEFT|RTGS|MMT|INF|CR|DR|P2A|P2M|P2P|IN|OUT|PAYMENT|SALARY)$/i;
const PARTY_PARTS_MAX = 12;

/**
 * "UPI/DR/412345678901/RAMESH K/SBIN/ramesh@oksbi": the first part that is not a channel, a number,
 * an address or a bank code.
 */
function findIndianParty(text: string): string | null {
  if (!CHANNEL.test(text)) return null;
  const mark = ["/", "*"].find((one) => text.includes(one)) ?? "-";
  const parts = text
    .replace(/-+$/, "")
    .split(mark)
    .slice(0, PARTY_PARTS_MAX)
    .map((part) => part.trim());
  if (parts.length < 3) return null;
  return (
    parts.find(
      (part, index) =>
        index > 0 &&
        /\p{L}{2}/u.test(part) &&
        !/\d/.test(part) &&
        !part.includes("@") &&
        !NO_PARTY.test(part),
    ) ?? null
  );
}
