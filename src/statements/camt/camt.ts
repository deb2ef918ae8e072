// ISO 20022 account reports (camt.052), statements (camt.053) and notifications (camt.054), every version, with any
// prefix, alone or in an envelope. The whole document is read; each entry ends as rows, rejected or skipped.

import { err, ok, type Result } from "../../platform/result.ts";
import type { StatementRecord, StatementRow, Unreadable } from "../statement.ts";
import { wholeFormat, type WholeStatement } from "../whole-document.ts";
import { detailOf } from "./detail.ts";
import { entryOf } from "./entry.ts";
import { Findings } from "./findings.ts";
import { outlineOf, pieceOf, type EntrySpan, type Outline, type StatementSpan } from "./outline.ts";
import type { ParsePiece } from "./parse.ts";
import { prove, statedIn, type Booked } from "./prove.ts";
import { COLUMNS, rowsOf } from "./rows.ts";
import { headOf, onlyDay, type StatementHead } from "./statement-head.ts";
import { headText, xmlText, type XmlText } from "../xml-text.ts";

/** Whether a document's first bytes are those of an ISO 20022 message. */
export function recognisesCamt(head: Uint8Array): boolean {
  const text = headText(head);
  return (
    /^\s*</.test(text) &&
    (/\bBkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)/.test(text) ||
      /["':][a-z]{4}\.\d{3}\.\d{3}\.\d{2}["']/.test(text))
  );
}

/** The format, for the list of read-statement.ts. */
export const camt = wholeFormat(recognisesCamt, readCamt);

/** Reads a document; refuses one that is cut off, not well-formed, or another message. */
export async function readCamt(bytes: Uint8Array): Promise<Result<WholeStatement, Unreadable>> {
  const decoded = await xmlText(bytes);
  if (!decoded.ok) return decoded;
  const outline = outlineOf(decoded.value.text);
  if (!outline.ok) return outline;
  if (outline.value.messages === 0)
    return err({ reason: "not a statement", message: otherMessage(outline.value) });
  const { pieceParser } = await import("./parse.ts");
  return statementsOf(decoded.value, outline.value, pieceParser());
}

function otherMessage({ root, version }: Outline): string {
  const found =
    version === null
      ? `an XML document <${root.slice(0, 40)}>`
      : `an ISO 20022 message of the kind ${version}`;
  return `The file is ${found}; account statements are camt.052, camt.053 and camt.054.`;
}

interface Opened {
  readonly span: StatementSpan;
  readonly head: StatementHead;
}

function statementsOf(
  document: XmlText,
  outline: Outline,
  parse: ParsePiece,
): Result<WholeStatement, Unreadable> {
  const opened: Opened[] = [];
  for (const span of outline.statements) {
    const piece = pieceOf(document.text, span, span.entries);
    const element = piece === null ? null : parse(piece);
    if (element === null)
      return err({
        reason: "malformed",
        message: `The statement on line ${span.line} cannot be read: what stands beside its entries is too long, or names what no statement has.`,
      });
    opened.push({ span, head: headOf(element, span.balances) });
  }
  const labels = labelsOf(opened.map(({ head }) => head));
  const accounts = [...new Set(labels)];
  const several = accounts.length > 1;
  const findings = new Findings(document, outline);
  const records: StatementRecord[] = [];
  const booked: Booked[] = [];
  const seen = new Set<string>();
  opened.forEach(({ span, head }, index) => {
    const label = labels[index] ?? "";
    findings.statement(span, head);
    if (span.entries.length === 0)
      records.push(skipped(span.line, "The statement has no entries."));
    const key = repeatKey(document.text, span, head);
    if (key !== null && seen.has(key)) {
      records.push(
        skipped(
          span.line,
          `The statement "${head.id.slice(0, 40)}" stands in the file a second time.`,
        ),
      );
      return;
    }
    if (key !== null) seen.add(key);
    const amounts: Booked["amounts"][number][] = [];
    for (const entry of span.entries) {
      const read = entryRecords(
        document,
        entry,
        { span, head },
        several ? label : null,
        parse,
        findings,
      );
      records.push(...read);
      for (const record of read) {
        if (record.kind === "transaction" && !record.row.pending)
          amounts.push({ amount: record.row.amount, currency: record.row.currency });
      }
    }
    booked.push({ kind: span.kind, head, line: span.line, label: several ? label : null, amounts });
  });
  const { proof, why } = prove(booked);
  const [first] = opened;
  const only = several ? null : (first?.head ?? null);
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
    records: numbered(records),
    stated: statedIn(booked),
  });
}

/** What became of one entry: its rows, or the reason why there are none. */
function entryRecords(
  document: XmlText,
  span: EntrySpan,
  statement: Opened,
  label: string | null,
  parse: ParsePiece,
  findings: Findings,
): StatementRecord[] {
  const { line } = span;
  const cells = (): string[] => [
    document.text.slice(span.start, Math.min(span.end, span.start + RAW_CHARS_MAX)),
  ];
  const rejected = (reason: string): StatementRecord[] => [
    { kind: "rejected", line, cells: cells(), reason },
  ];
  if (document.faulty && document.text.slice(span.start, span.end).includes("\ufffd"))
    return rejected("The entry holds bytes that are no text in the document's encoding.");
  const piece = pieceOf(document.text, span, span.details);
  const element = piece === null ? null : parse(piece);
  if (element === null)
    return rejected("The entry cannot be taken apart: it is too long, or names what no entry has.");
  const details = [];
  for (const detail of span.details) {
    const text = pieceOf(document.text, detail, []);
    const parsed = text === null ? null : parse(text);
    if (parsed === null)
      return rejected(
        `Its detail on line ${detail.line} cannot be taken apart: it is too long, or names what no detail has.`,
      );
    details.push(detailOf(parsed, detail.line));
  }
  const {
    head,
    span: { kind },
  } = statement;
  const entry = entryOf(element, line, details, {
    kind,
    currency: head.currency,
    day: onlyDay(kind, head),
  });
  if (!entry.ok)
    return [{ kind: entry.error.kind, line, cells: cells(), reason: entry.error.reason }];
  const { rows, batch } = rowsOf(entry.value, head, label);
  findings.entry(entry.value, batch, rows.length);
  return rows.map((row) => ({ kind: "transaction", row }));
}

const RAW_CHARS_MAX = 500;

function skipped(line: number, reason: string): StatementRecord {
  return { kind: "skipped", line, cells: [], reason };
}

/** The account's id a statement; with its currency where one id has several. */
function labelsOf(heads: readonly StatementHead[]): string[] {
  const currencies = Map.groupBy(heads, ({ account }) => account);
  return heads.map(({ account, currency }) => {
    const several = new Set((currencies.get(account) ?? []).map((head) => head.currency)).size > 1;
    const label = several && currency !== null ? `${account} ${currency.toUpperCase()}` : account;
    return label === "" && heads.some((head) => head.account !== "")
      ? "an account without a number"
      : label;
  });
}

/** What a statement that is sent twice in one file has in common with itself; null where there are no entries. */
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
 * A reference that several rows of equal date and amount share is told apart by a number from the second on: the
 * first keeps it bare, so that an earlier report with only that one gives it the same.
 */
function numbered(records: readonly StatementRecord[]): StatementRecord[] {
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
