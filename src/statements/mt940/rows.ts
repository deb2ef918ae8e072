// Reads one transaction (:61: with its :86:) into one record. The description is the text that the
// bank prints. The payee comes from the narrative's parts, otherwise from the lines around it.

import type { Currency } from "../../money/currency.ts";
import { parseCurrency } from "../../money/currency.ts";
import { MT940_FIELD_CHARS_MAX } from "../../platform/limits.ts";
import { foldBlanks } from "../charset.ts";
import type { StatementRecord } from "../statement.ts";
import { readInformation, type Information } from "./information.ts";
import type { Movement } from "./pages.ts";
import { parseStatementLine, type StatementLine } from "./statement-line.ts";

/** The options for reading the transactions of a page. */
export interface ReadingOptions {
  readonly currency: Currency | null;
  readonly label: string | null;
  /** Whether the file ends with the page's last transaction, before anything closes the page. */
  readonly cut: boolean;
  /** Whether the file ends there without a page that could be closed. */
  readonly open_end: boolean;
}

export interface ReadMovement {
  readonly record: StatementRecord;
  readonly remark: StatementLine["remark"];
}

/** Reads a transaction into a row, or into a rejected record. */
export function readMovement(
  { field, narratives, last }: Movement,
  manner: ReadingOptions,
): ReadMovement {
  const cells = [
    `:61:${field.lines.join("\n").trimEnd()}`,
    ...narratives.map((lines) => `:86:${lines.join("\n").trimEnd()}`),
  ];
  const reject = (reason: string, shown = cells): ReadMovement => ({
    record: { kind: "rejected", line: field.line, cells: shown, reason },
    remark: null,
  });
  const size = cells.reduce((all, cell) => all + cell.length, 0);
  if (size > MT940_FIELD_CHARS_MAX)
    return reject(
      `the record has ${size} characters; at most ${MT940_FIELD_CHARS_MAX} are read`,
      [],
    );
  if (last && manner.cut)
    return reject("the file breaks off with this record, which may be incomplete");
  const bare = last && manner.open_end && narratives.length === 0;
  const movement = parseStatementLine(field, manner.currency, bare);
  if (typeof movement === "string") return reject(movement);
  const misplaced = narratives.length > 0 ? null : findMisplacedNarrative(field.lines);
  const information = readInformation(misplaced === null ? narratives : [misplaced], movement);
  const beneath = readSupplement(misplaced === null ? movement.supplement : []);
  return {
    record: {
      kind: "transaction",
      row: {
        line: field.line,
        date: movement.date,
        time: null,
        amount: movement.amount,
        currency: manner.currency,
        ...chooseTexts(movement, information, beneath),
        reference: movement.bank_reference === "" ? null : movement.bank_reference,
        balance: null,
        account: manner.label,
        pending: movement.mark === "EC" || movement.mark === "ED",
        facts: collectFacts(movement, information, beneath),
        cells,
      },
    },
    remark: movement.remark,
  };
}

function chooseTexts(
  { name, reference, type }: StatementLine,
  information: Information,
  beneath: Supplement,
): { payee: string; description: string; notes: string | null } {
  const around = name || beneath.text;
  const text = information.text || foldBlanks(`${around} ${reference}`) || type || "MT940";
  const payee =
    information.name ||
    name ||
    information.remittance ||
    around ||
    information.facts["type"] ||
    text;
  return {
    payee,
    description: name !== "" && !text.includes(name) ? `${name} ${text}` : text,
    notes: chooseNotes(information, payee),
  };
}

const MISPLACED = /^[:\s]*(?:(?:25|86):)?(?=\d{3}\?\d\d)/;

/** Finds a structured narrative whose damaged tag left it among the lines of :61:. */
function findMisplacedNarrative(lines: readonly string[]): readonly string[] | null {
  const at = lines.findIndex((line, index) => index > 0 && MISPLACED.test(line));
  return at < 0
    ? null
    : lines.slice(at).map((line, index) => (index === 0 ? line.replace(MISPLACED, "") : line));
}

function chooseNotes({ remittance, facts }: Information, payee: string): string | null {
  if (remittance !== "" && remittance !== payee) return remittance;
  const type = facts["type"] ?? "";
  return type === "" || type === payee ? null : type;
}

interface Supplement {
  readonly text: string;
  readonly facts: Readonly<Record<string, string>>;
}

const ORIGINAL = /([A-Z]{3})\s?([\d.,]{1,20})/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;

/**
 * Reads the lines below :61:: an account, codes between slashes (original amount, fee, rate) or
 * text.
 */
function readSupplement(lines: readonly string[]): Supplement {
  const facts: Record<string, string> = {};
  const texts: string[] = [];
  for (const line of lines) {
    if (IBAN.test(line)) facts["counterparty_account"] = line;
    else if (/^\/(OCMT|CHGS|EXCH|OAMT)\//.test(line)) Object.assign(facts, readCodes(line));
    else texts.push(line);
  }
  return { text: texts.join(" "), facts };
}

function readCodes(line: string): Record<string, string> {
  const valueOf = (code: string) =>
    new RegExp(`/${code}/([^/]{1,40})`, "u").exec(line)?.[1]?.trim() ?? "";
  return {
    original: valueOf("OCMT") || valueOf("OAMT"),
    fee: valueOf("CHGS"),
    rate: valueOf("EXCH"),
  };
}

function collectFacts(
  { value_date, mark, type, reference }: StatementLine,
  information: Information,
  beneath: Supplement,
): Record<string, string> {
  const facts: Record<string, string> = {};
  const add = (name: string, value: string) => {
    if (value !== "") facts[name] ??= value;
  };
  let original = "";
  add("value_date", value_date ?? "");
  for (const known of [information.facts, beneath.facts]) {
    for (const name of Object.keys(known)) {
      const printed = known[name] ?? "";
      if (name !== "original") add(name, printed);
      else if (original === "") original = printed;
    }
  }
  const [, currency = "", amount = ""] = ORIGINAL.exec(original) ?? [];
  if (parseCurrency(currency) === null) add("original_amount", original);
  else {
    add("original_amount", amount);
    add("original_currency", currency);
  }
  add("swift_type", type);
  add("reversal", mark === "RC" || mark === "RD" ? "yes" : "");
  const isKeyword = /^(KREF|EREF|MREF)\+?$/.test(reference);
  if (!isKeyword && reference !== facts["counterparty_account"])
    add("customer_reference", reference);
  add("supplement", beneath.text);
  return facts;
}
