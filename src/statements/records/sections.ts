// What all national records have in common: statements of accounts, each with its balances and
// movements, become one document. Balances prove the movements. A count or total in the file that
// does not fit refuses it, unless balances prove every movement.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, type Units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { latestBalances, proveBalances } from "../balances.ts";
import { settleReferences } from "../mt940/references.ts";
import type { Proof, StatementRecord, StatementRow, Unreadable } from "../statement.ts";
import type { WholeStatement } from "../whole-document.ts";
import { refuseDamage } from "./fields.ts";

/** A balance in the account's view: money owed is negative. */
export interface Balance {
  readonly line: number;
  readonly day: Day | null;
  readonly amount: Units;
}

/** One statement of an account. */
export interface Section {
  readonly line: number;
  /** The bank's part of the account's number, for the layout. */
  readonly bank: string;
  readonly account: string | null;
  readonly printed_currency: string;
  /** Null for a currency that a budget cannot hold, or if the file names none. */
  readonly currency: Currency | null;
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  readonly records: readonly StatementRecord[];
  /** Joins its lines: a statement with the same lines is the same one again. */
  readonly printed: () => string;
}

/** A file of records. */
export interface RecordFile {
  /** Its name in the layout, and as a person calls it. */
  readonly format: string;
  readonly called: string;
  readonly encoding: string;
  readonly date_format: string;
  readonly sections: readonly Section[];
  /** Counts and totals that do not fit: "on line 7: ...". */
  readonly faults: readonly string[];
  readonly why: readonly string[];
}

/** Makes the document of a file's statements, or refuses it. */
export function buildStatement(file: RecordFile): Result<WholeStatement, Unreadable> {
  const { format, called, faults } = file;
  if (!file.sections.some(({ records }) => records.length > 0)) return err(refuseEmpty(file));
  const { labelOf, only, several } = labelAccounts(file.sections);
  const once = skipRepeated(file.sections);
  const proof = proveSections(once.sections);
  const [fault] = faults;
  if (fault !== undefined && !provesAll(once.sections, proof))
    return err(refuseDamage(called, fault));
  const settled = settleReferences(
    once.sections.map((section) => labelRecords(section, labelOf(section))),
  );
  return ok({
    shape: [format, ...[...new Set(file.sections.map(({ bank }) => bank))].sort()].join("|"),
    layout: {
      format,
      bank: null,
      encoding: file.encoding,
      delimiter: null,
      header_line: null,
      columns: [],
      date_format: file.date_format,
      decimal_mark: null,
      sign: "flag column",
      currency: findOnly(file.sections.map(({ currency }) => currency)),
      account: only,
      proof,
      why: [
        describeFile(file),
        ...file.why,
        ...faults.map(
          (text) =>
            `A check does not fit ${text}; the balances prove all movements, so they count.`,
        ),
        ...once.why,
        ...settled.why,
        ...describeGaps(once.sections),
      ],
    },
    questions: [],
    accounts: several,
    records: settled.records,
    stated: latestBalances(
      once.sections.flatMap((section) =>
        section.closing === null
          ? []
          : [
              {
                account: labelOf(section),
                currency: section.currency,
                day: section.closing.day,
                closing: section.closing.amount,
                opening: section.opening?.amount ?? null,
              },
            ],
      ),
    ),
  });
}

/** What a movement is made of. */
export interface Movement {
  readonly line: number;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: Currency | null;
  /** The other party; "" if the bank does not name it. */
  readonly name: string;
  /** The bank's text apart from the name. */
  readonly text: string;
  /** The kind of transaction in words; stands in where the bank prints no text. */
  readonly type: string;
  readonly notes?: string;
  readonly reference: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly cells: readonly string[];
}

/** The record of a movement: payee, description and notes as in the other formats. */
export function toRecord(movement: Movement, pending = false): StatementRecord {
  const { line, date, amount, currency, name, text, type, reference, facts, cells } = movement;
  const whole = `${name} ${text}`.trim();
  const payee = name || text || type || "unknown";
  const notes = [text === payee ? "" : text, movement.notes ?? ""].filter((part) => part !== "");
  const row: StatementRow = {
    line,
    date,
    time: null,
    amount,
    currency,
    payee,
    description: whole || type || "unknown",
    notes: notes.length === 0 ? null : notes.join("; "),
    reference: /^[\s0]*$/.test(reference) ? null : reference,
    balance: null,
    account: null,
    pending,
    facts,
    cells,
  };
  return { kind: "transaction", row };
}

function labelRecords(
  { records, printed_currency: printed, currency }: Section,
  label: string | null,
): readonly StatementRecord[] {
  const unknown = printed !== "" && currency === null;
  if (label === null && !unknown) return records;
  return records.map((record): StatementRecord => {
    if (record.kind !== "transaction") return record;
    const { line, cells } = record.row;
    return unknown
      ? {
          kind: "rejected",
          line,
          cells,
          reason: `the amount is in ${printed}, which a budget cannot hold`,
        }
      : { kind: "transaction", row: { ...record.row, account: label } };
  });
}

function labelAccounts(sections: readonly Section[]): {
  labelOf: (section: Section) => string | null;
  only: string | null;
  several: readonly string[];
} {
  const used = sections.filter(({ records }) => records.length > 0);
  const currencies = new Map<string | null, Set<string>>();
  for (const { account, printed_currency } of used)
    currencies.set(account, (currencies.get(account) ?? new Set()).add(printed_currency));
  const nameOf = ({ account, printed_currency }: Section) =>
    (currencies.get(account)?.size ?? 0) > 1
      ? `${account ?? "?"} ${printed_currency}`.trim()
      : (account ?? "?");
  const names = [...new Set(used.map(nameOf))];
  const several = names.length > 1;
  const [only = "?"] = names;
  return {
    labelOf: (section) => (several ? nameOf(section) : null),
    only: several || only === "?" ? null : only,
    several: several ? names : [],
  };
}

/** Reads a statement that is in the file twice only once. */
function skipRepeated(sections: readonly Section[]): {
  sections: readonly Section[];
  why: readonly string[];
} {
  if (sections.length < 2) return { sections, why: [] };
  const seen = new Map<string, number>();
  let repeated = 0;
  const kept = sections.map((section): Section => {
    const printed = section.printed();
    const line = seen.get(printed);
    seen.set(printed, line ?? section.line);
    if (line === undefined || section.records.length === 0) return section;
    repeated += 1;
    const reason = `the same statement is on line ${line}`;
    const records = section.records.map((record): StatementRecord => {
      const { line: own, cells } = record.kind === "transaction" ? record.row : record;
      return { kind: "skipped", line: own, cells, reason };
    });
    return { ...section, opening: null, closing: null, records };
  });
  return {
    sections: kept,
    why: repeated === 0 ? [] : [`${repeated} statements are in the file twice and are read once.`],
  };
}

function proveSections(sections: readonly Section[]): Proof {
  return proveBalances(
    sections.map((section) => ({
      // Balances prove nothing if movements are missing.
      opening: isWhole(section) ? (section.opening?.amount ?? null) : null,
      closing: section.closing?.amount ?? null,
      amounts: amountsOf(section),
      line: section.closing?.line ?? section.line,
    })),
  );
}

function isWhole({ records }: Section): boolean {
  return records.every(({ kind }) => kind !== "rejected");
}

function amountsOf({ records }: Section): Units[] {
  return records.flatMap((record) =>
    record.kind === "transaction" && !record.row.pending ? [record.row.amount] : [],
  );
}

function provesAll(sections: readonly Section[], proof: Proof): boolean {
  const movements = sections.reduce((all, section) => all + amountsOf(section).length, 0);
  return sections.every(isWhole) && proof.breaks_at === null && proof.rows_proven === movements;
}

const GAPS_SHOWN = 3;

/** Finds statements that do not begin with the closing balance of the one before. */
function describeGaps(sections: readonly Section[]): string[] {
  const before = new Map<string, Balance>();
  const gaps = sections.flatMap(({ account, printed_currency, opening, closing }) => {
    const key = `${account ?? ""} ${printed_currency}`;
    const last = before.get(key);
    if (closing !== null) before.set(key, closing);
    if (last === undefined || opening === null || last.amount === opening.amount) return [];
    return [
      `The statement on line ${last.line} closes with ${printUnits(last.amount, 2)}, but the next one, on line ${opening.line}, opens with ${printUnits(opening.amount, 2)}: a statement between them may be missing.`,
    ];
  });
  return gaps.slice(0, GAPS_SHOWN);
}

function describeFile({ called, sections }: RecordFile): string {
  const { length } = sections;
  return `The file holds ${length} ${length === 1 ? "statement" : "statements"} in the records of ${called}; each record says whether it is money in or out.`;
}

function refuseEmpty({ called, sections }: RecordFile): Unreadable {
  const days = sections
    .flatMap(({ opening, closing }) => [opening?.day, closing?.day])
    .filter((day) => day !== undefined && day !== null)
    .toSorted();
  const [from] = days;
  const period = from === undefined ? "" : ` from ${from} to ${days.at(-1) ?? from}`;
  return {
    reason: "empty",
    message: `The file is a statement in the records of ${called}${period} without movements, so there is nothing to import.`,
  };
}

function findOnly<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}
