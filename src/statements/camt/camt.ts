// ISO 20022 account reports (camt.052), statements (camt.053) and notifications (camt.054): every
// version, with any namespace prefix, alone or in an envelope. Read whole; each entry becomes rows,
// or a skipped or rejected record.

import { err, ok, type Result } from "../../platform/result.ts";
import type { StatementRecord, StatementRow, Unreadable } from "../statement.ts";
import { wholeFormat, type WholeStatement } from "../whole-document.ts";
import { readDetail } from "./detail.ts";
import { readEntry, type NoEntry } from "./entry.ts";
import type { XmlElement } from "./element.ts";
import { Findings } from "./findings.ts";
import {
  outlineDocument,
  cutPiece,
  type EntrySpan,
  type Outline,
  type Span,
  type StatementSpan,
} from "./outline.ts";
import type { ParsePiece } from "./parse.ts";
import { prove, findStatedBalances, type Booked } from "./prove.ts";
import { COLUMNS, buildRows } from "./rows.ts";
import { readHead, onlyDay, type StatementHead } from "./statement-head.ts";
import { headText, xmlText, type XmlText } from "../xml-text.ts";

/** Whether a document's first bytes are an ISO 20022 message. */
export function recognisesCamt(head: Uint8Array): boolean {
  const text = headText(head);
  return (
    /^\s*</.test(text) &&
    (/\bBkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)/.test(text) ||
      /["':][a-z]{4}\.\d{3}\.\d{3}\.\d{2}["']/.test(text))
  );
}

/** The format, listed in read-statement.ts. */
export const camt = wholeFormat(recognisesCamt, readCamt);

/** Reads a document; refuses one that is cut off, not well-formed, or another kind of message. */
export async function readCamt(bytes: Uint8Array): Promise<Result<WholeStatement, Unreadable>> {
  const decoded = await xmlText(bytes);
  if (!decoded.ok) return decoded;
  const outline = outlineDocument(decoded.value.text);
  if (!outline.ok) return outline;
  if (outline.value.messages === 0)
    return err({ reason: "not a statement", message: describeOther(outline.value) });
  const { pieceParser } = await import("./parse.ts");
  return readStatements(new Reader(decoded.value, outline.value, pieceParser()));
}

function describeOther({ root, version }: Outline): string {
  const found =
    version === null
      ? `an XML document <${root.slice(0, 40)}>`
      : `an ISO 20022 message of the kind ${version}`;
  return `The file is ${found}; expected an account statement (camt.052, camt.053 or camt.054).`;
}

interface Opened {
  readonly span: StatementSpan;
  readonly head: StatementHead;
}

function readStatements(reader: Reader): Result<WholeStatement, Unreadable> {
  const opened = reader.readHeads();
  if (!opened.ok) return opened;
  const labels = labelAccounts(opened.value.map(({ head }) => head));
  const accounts = [...new Set(labels)];
  const several = accounts.length > 1;
  opened.value.forEach((one, index) =>
    reader.readStatement(one, several ? (labels[index] ?? "") : null),
  );
  const { records, booked, findings, document } = reader;
  const { proof, why } = prove(booked);
  const only = several ? null : (opened.value[0]?.head ?? null);
  return ok({
    shape: accounts.toSorted().join("\n"),
    layout: {
      format: "camt",
      bank: only === null || only.bank === "" ? null : only.bank,
      encoding: document.encoding,
      delimiter: null,
      header_line: null,
      columns: COLUMNS.map(([label, role], index) => ({ index, label, role })),
      date_format: "YYYY-MM-DD",
      decimal_mark: ".",
      sign: "CdtDbtInd",
      currency: only?.currency ?? null,
      account: several ? null : (accounts.find((label) => label !== "") ?? null),
      proof,
      why: [...findings.why(), ...why],
    },
    questions: [],
    accounts: several ? accounts : [],
    records: numberReferences(records),
    stated: findStatedBalances(booked),
  });
}

/** Reads the statements of one document, and collects records, booked amounts and findings. */
class Reader {
  readonly records: StatementRecord[] = [];
  readonly booked: Booked[] = [];
  readonly findings: Findings;
  readonly document: XmlText;
  readonly #outline: Outline;
  readonly #parse: ParsePiece;
  /** The statements read so far, to skip one that is in the file twice. */
  readonly #seen = new Set<string>();

  constructor(document: XmlText, outline: Outline, parse: ParsePiece) {
    this.document = document;
    this.#outline = outline;
    this.#parse = parse;
    this.findings = new Findings(document, outline);
  }

  readHeads(): Result<readonly Opened[], Unreadable> {
    const opened: Opened[] = [];
    for (const span of this.#outline.statements) {
      const element = this.#element(span, span.entries);
      if (element === null)
        return err({
          reason: "malformed",
          message: `The statement on line ${span.line} cannot be read: its head is too long or contains invalid names.`,
        });
      opened.push({ span, head: readHead(element, span.balances) });
    }
    return ok(opened);
  }

  /** Reads a statement's entries; `label` is the account's, if the document holds several. */
  readStatement(statement: Opened, label: string | null): void {
    const { span, head } = statement;
    this.findings.statement(span, head);
    if (span.entries.length === 0)
      this.records.push(skip(span.line, "The statement has no entries."));
    if (this.#isRepeated(statement)) {
      const reason = `The statement "${head.id.slice(0, 40)}" is in the file twice.`;
      this.records.push(skip(span.line, reason));
      return;
    }
    const records = span.entries.flatMap((entry) => this.#readEntry(entry, statement, label));
    for (const record of records) this.records.push(record);
    const amounts = records.flatMap((record) =>
      record.kind === "transaction" && !record.row.pending
        ? [{ amount: record.row.amount, currency: record.row.currency }]
        : [],
    );
    this.booked.push({ kind: span.kind, head, line: span.line, label, amounts });
  }

  #isRepeated({ span, head }: Opened): boolean {
    const key = repeatKey(this.document.text, span, head);
    if (key === null) return false;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }

  /** Reads one entry into its rows, or into a skipped or rejected record. */
  #readEntry(span: EntrySpan, { span: { kind }, head }: Opened, label: string | null) {
    const { line } = span;
    const { text, faulty } = this.document;
    const left = ({ kind: fate, reason }: NoEntry): StatementRecord[] => {
      const cells = [text.slice(span.start, Math.min(span.end, span.start + RAW_CHARS_MAX))];
      return [{ kind: fate, line, cells, reason }];
    };
    const rejected = (reason: string) => left({ kind: "rejected", reason });
    if (faulty && text.slice(span.start, span.end).includes("\ufffd"))
      return rejected("The entry contains bytes that are not valid in the document's encoding.");
    const element = this.#element(span, span.details);
    if (element === null)
      return rejected("The entry cannot be parsed: it is too long or contains invalid names.");
    const details = [];
    for (const detail of span.details) {
      const parsed = this.#element(detail, []);
      if (parsed === null)
        return rejected(
          `The detail on line ${detail.line} cannot be parsed: it is too long or contains invalid names.`,
        );
      details.push(readDetail(parsed, detail.line));
    }
    const day = onlyDay(kind, head);
    const entry = readEntry(element, line, details, { kind, currency: head.currency, day });
    if (!entry.ok) return left(entry.error);
    const { rows, batch } = buildRows(entry.value, head, label);
    this.findings.entry(entry.value, batch, rows.length);
    return rows.map((row): StatementRecord => ({ kind: "transaction", row }));
  }

  #element(span: Span, without: readonly Span[]): XmlElement | null {
    const piece = cutPiece(this.document.text, span, without);
    return piece === null ? null : this.#parse(piece);
  }
}

const RAW_CHARS_MAX = 500;

function skip(line: number, reason: string): StatementRecord {
  return { kind: "skipped", line, cells: [], reason };
}

/** Labels each statement's account by its id, and by its currency if one id has several. */
function labelAccounts(heads: readonly StatementHead[]): string[] {
  const currencies = Map.groupBy(heads, ({ account }) => account);
  return heads.map(({ account, currency }) => {
    const several = new Set((currencies.get(account) ?? []).map((head) => head.currency)).size > 1;
    const label = several && currency !== null ? `${account} ${currency.toUpperCase()}` : account;
    return label === "" && heads.some((head) => head.account !== "")
      ? "an account without a number"
      : label;
  });
}

/** Identifies a statement that may be in the file twice; null when it has no entries or no id. */
function repeatKey(text: string, span: StatementSpan, head: StatementHead): string | null {
  const [first] = span.entries;
  const last = span.entries.at(-1);
  if (first === undefined || last === undefined || head.id === "") return null;
  return [
    span.kind,
    head.account,
    head.id,
    JSON.stringify(head.balances.map(({ code, amount, currency }) => [code, amount, currency])),
    text.slice(first.start, last.end),
  ].join("\n");
}

/**
 * Appends a number to a reference that several rows with the same date and amount share. The first
 * row keeps it bare, so that an earlier report with only that row gives it the same reference.
 */
function numberReferences(records: readonly StatementRecord[]): StatementRecord[] {
  const times = new Map<string, number>();
  return records.map((record) => {
    if (record.kind !== "transaction" || record.row.reference === null) return record;
    const { row } = record;
    const key = [row.account, row.date, row.amount, row.currency, row.reference].join("\n");
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    if (count === 1) return record;
    const numberedRow: StatementRow = { ...row, reference: `${row.reference}#${count}` };
    return { kind: "transaction", row: numberedRow };
  });
}
