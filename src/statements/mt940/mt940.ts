// MT940 and MT942: bank statements in SWIFT's tags, as banks write them. Read whole: lines become
// messages, messages become pages of statements, and each :61: becomes one record. The format
// settles everything except amounts in a currency that no budget can hold; those become a question.

import { err, ok, type Result } from "../../platform/result.ts";
import { decodeTagged, splitLines, tooManyLines } from "../charset.ts";
import type { Answers, Question, StatementRecord, Unreadable } from "../statement.ts";
import { wholeFormat, type WholePlan, type WholeStatement } from "../whole-document.ts";
import { convertGermanLetters } from "./din66003.ts";
import { isTagged, splitMessages, type Message } from "./fields.ts";
import { readPageFields, type Movement, type Page } from "./pages.ts";
import { settleReferences } from "./references.ts";
import { explainBalances, provePages, findStatedBalances, type ReadPage } from "./prove.ts";
import { readMovement, type ReadingOptions, type ReadMovement } from "./rows.ts";

const HEAD_LINES_MAX = 60;
const MARKS =
  /^\s*(:60[FM]?:[CD]|:61:\d{6}|:62[FM]?:[CD]|:28C?:|:25P?:|:20:|:86:|\{1:F\d\d[A-Z]{6})/i;

/** Whether a statement's tag begins one of the first lines. */
export function isMt940(head: Uint8Array): boolean {
  const text = new TextDecoder("latin1")
    .decode(head)
    .replaceAll("\0", "")
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "");
  const lines = splitLines(restoreLines(text)).slice(0, HEAD_LINES_MAX);
  return lines.some(
    (line) =>
      (isTagged(line) || line.includes("{1:F")) && MARKS.test(line.replace(/^[^:{]{0,4}/, "")),
  );
}

export const mt940 = wholeFormat(isMt940, readMt940);

/** German banking dialogues (HBCI) write "@@" for a line end. */
function restoreLines(text: string): string {
  return text.includes("@@:") && !/[\r\n]/.test(text.trim()) ? text.replaceAll("@@", "\n") : text;
}

/** Reads a file of messages; refuses one without transactions. */
export async function readMt940(
  bytes: Uint8Array,
  { answers }: WholePlan,
): Promise<Result<WholeStatement, Unreadable>> {
  const decoded = await decodeTagged(bytes);
  const text = restoreLines(decoded.text);
  const large = tooManyLines(text);
  if (large !== null) return err(large);
  const printed = splitLines(text);
  const asPrinted = splitMessages(printed).map(readPageFields);
  const [first] = asPrinted;
  const letters = convertGermanLetters(printed, first?.account ?? "", first?.message.bank ?? null);
  const pages = letters.changed ? splitMessages(letters.lines).map(readPageFields) : asPrinted;
  if (pages.every(({ movements }) => movements.length === 0)) return err(refuseEmpty(pages));
  const foreign = decideForeign(pages, answers);
  const accounts = labelAccounts(pages);
  const open = findOpenEnd(pages, /[\r\n]\s*$/.test(decoded.text.slice(-64)));
  const read = skipRepeated(
    pages.map((page) =>
      readPage(page, page === open?.page ? open : null, {
        foreign: foreign.value,
        label: accounts.labelOf(page),
      }),
    ),
  );
  const settled = settleReferences(read.pages.map(({ records }) => records));
  const why = [
    describeKind(pages),
    decoded.why,
    ...(letters.changed
      ? ["Characters such as { and ] are read as German letters (DIN 66003)."]
      : []),
    "C is money in, D is money out; RC and RD reverse them.",
    ...foreign.why,
    ...read.why,
    ...explainEnd(pages, open, printed.findLast((line) => line.trim() !== "") ?? ""),
    ...settled.why,
    ...explainBalances(read.pages),
  ];
  return ok({
    shape: describeShape(pages),
    layout: {
      ...describeLayout(decoded.encoding, pages),
      account: accounts.only,
      proof: provePages(read.pages),
      why,
    },
    questions: foreign.questions,
    accounts: accounts.several,
    records: settled.records,
    stated: findStatedBalances(read.pages, accounts.labelOf),
  });
}

function describeLayout(
  encoding: string,
  pages: readonly Page[],
): Omit<WholeStatement["layout"], "account" | "proof" | "why"> {
  const currencies = new Set(pages.map(({ currency }) => currency));
  const [currency = null] = currencies;
  return {
    format: "mt940",
    bank: null,
    encoding,
    delimiter: null,
    header_line: null,
    columns: [],
    date_format: "YYMMDD",
    decimal_mark: ",",
    sign: "flag column",
    currency: currencies.size === 1 ? currency : null,
  };
}

function describeKind(pages: readonly Page[]): string {
  const intraday = pages.filter(({ message }) => message.intraday).length;
  const head = `The file holds ${pages.length} ${pages.length === 1 ? "message" : "messages"} of SWIFT's statement format, `;
  if (intraday === 0) return `${head}MT940.`;
  return `${head}${intraday === pages.length ? "MT942" : `${intraday} of them MT942`}. A report during the day (MT942) lists the bookings so far; the bank may print them differently in the day's statement.`;
}

function refuseEmpty(pages: readonly Page[]): Unreadable {
  const dates = pages
    .flatMap(({ opening, closing }) => [opening?.day, closing?.day])
    .filter((day) => day !== undefined && day !== null)
    .toSorted();
  const [from] = dates;
  const period = from === undefined ? "" : ` from ${from} to ${dates.at(-1) ?? from}`;
  return {
    reason: "empty",
    message: `The file is an MT940 statement${period} without transactions (:61:), so there is nothing to import.`,
  };
}

interface PageOptions {
  readonly foreign: Foreign;
  readonly label: string | null;
}

/** The file's last message, if nothing ends it. */
interface OpenEnd {
  readonly page: Page;
  /** Whether it belongs to a statement that should have been closed. */
  readonly framed: boolean;
  /** Whether its last transaction may be cut off. */
  readonly cut: boolean;
}

/** Warns about what the end of the file leaves unproven. */
function explainEnd(pages: readonly Page[], open: OpenEnd | null, lastLine: string): string[] {
  const last = pages.at(-1);
  if (last === undefined) return [];
  const { fields, intraday } = last.message;
  const closing = fields.findLast(({ tag }) => tag.startsWith("62"));
  if (closing !== undefined && last.closing === null)
    return [
      `The last closing balance, on line ${closing.line}, cannot be read: the file may be cut off.`,
    ];
  if (lastLine.includes("{1:"))
    return ["The file breaks off after the envelope of another message."];
  if (open === null) return [];
  if (last.movements.length === 0)
    return ["The file breaks off in a message without transactions; the rest may be missing."];
  if (open.cut) return [];
  if (intraday)
    return [
      "The last report has no totals (:90D:, :90C:), so a cut at the end of the file would not show.",
    ];
  return open.framed
    ? [MISSING_CLOSING]
    : ["No statement has a closing balance, so a cut at the end of the file would not show."];
}

const MISSING_CLOSING =
  "The last statement has no closing balance: transactions after its last one may be missing, and the text of the last one may be cut.";

/**
 * A last message without a closing balance: the program or bank prints none, or the file was cut
 * off. Its last transaction counts if its line is complete and it has everything that all others
 * have; a sentence mentions the missing proof.
 */
function findOpenEnd(pages: readonly Page[], lineEnds: boolean): OpenEnd | null {
  const page = pages.at(-1);
  if (page === undefined || page.message.ended || !isOpen(page.message)) return null;
  // A file that never closes its pages, or has no pages at all, cannot show that it was cut.
  const framed =
    page.message.fields.some(({ tag }) => tag.startsWith("60")) ||
    pages.slice(0, -1).some((other) => !isOpen(other.message));
  const whole = lineEnds && isLastComplete(pages.flatMap(({ movements }) => movements));
  return { page, framed, cut: framed && !page.message.intraday && !whole };
}

/**
 * Whether the last transaction has a narrative with the subfields that all others have. If it is
 * the only one, whether it has any narrative.
 */
function isLastComplete(movements: readonly Movement[]): boolean {
  const partsOf = ({ narratives }: Movement) =>
    new Set(
      narratives.length === 0
        ? []
        : [
            "",
            ...[
              ...narratives
                .flat()
                .join("")
                .matchAll(/\?(\d\d)/g),
            ].map(([, code = ""]) => code),
          ],
    );
  const [last, first, ...others] = movements.map(partsOf).toReversed();
  if (last === undefined || first === undefined) return last !== undefined && last.size > 0;
  return [...first].every((part) => last.has(part) || others.some((other) => !other.has(part)));
}

function readPage(
  page: Page,
  open: OpenEnd | null,
  { foreign, label }: PageOptions,
): { page: Page; read: readonly ReadMovement[] } {
  const { movements } = page;
  const manner: ReadingOptions = {
    currency: page.currency,
    label,
    cut: open?.cut === true,
    open_end: open !== null,
  };
  const unknown = page.printed_currency !== "" && page.currency === null;
  const read = movements.map((movement) => readMovement(movement, manner));
  if (!unknown || foreign === "account") return { page, read };
  const reason = `the amount is in ${page.printed_currency}, which a budget cannot hold`;
  return {
    page,
    read: read.map(({ record, remark }): ReadMovement =>
      record.kind === "transaction"
        ? {
            record: { kind: "rejected", line: record.row.line, cells: record.row.cells, reason },
            remark: null,
          }
        : { record, remark },
    ),
  };
}

/** Whether the message has neither a closing balance nor totals. */
function isOpen({ fields }: Message): boolean {
  return !fields.some(({ tag }) => /^(62|64|65|90)/.test(tag));
}

type Foreign = "account" | "leave_out";

/** Decides what to do with a currency that is no longer in use. */
function decideForeign(
  pages: readonly Page[],
  answers: Answers,
): { value: Foreign; questions: readonly Question[]; why: readonly string[] } {
  const page = pages.find(
    ({ printed_currency, currency, movements }) =>
      printed_currency !== "" && currency === null && movements.length > 0,
  );
  if (page === undefined) return { value: "account", questions: [], why: [] };
  const code = page.printed_currency;
  const answer = Object.hasOwn(answers, "currency") ? answers["currency"] : undefined;
  if (answer === "account" || answer === "leave_out")
    return { value: answer, questions: [], why: ['You answered the question "currency".'] };
  const example = `:61:${(page.movements[0]?.field.lines[0] ?? "").slice(0, 40)}`;
  const choices = [
    {
      value: "account",
      label: "Import them, with the same numbers in the account's currency",
      example,
    },
    { value: "leave_out", label: "Leave them out", example: "" },
  ];
  return {
    value: "leave_out",
    questions: [
      {
        id: "currency",
        ask: `A statement in the file is in ${code}, a currency that a budget cannot hold. What should happen with its rows?`,
        note: "The numbers would be taken as they are, without conversion.",
        concerns: [{ begins: ":61:", label: "As printed" }],
        choices,
      },
    ],
    why: [],
  };
}

function labelAccounts(pages: readonly Page[]): {
  labelOf: (page: Page) => string | null;
  only: string | null;
  several: readonly string[];
} {
  const used = pages.filter(({ movements }) => movements.length > 0);
  const currencies = new Map<string | null, Set<string>>();
  for (const { account, printed_currency } of used)
    currencies.set(account, (currencies.get(account) ?? new Set()).add(printed_currency));
  const nameOf = ({ account, printed_currency }: Page) =>
    (currencies.get(account)?.size ?? 0) > 1
      ? `${account ?? "?"} ${printed_currency}`.trim()
      : (account ?? "?");
  const names = [...new Set(used.map(nameOf))];
  const several = names.length > 1;
  const [only = null] = names;
  return {
    labelOf: (page) => (several ? nameOf(page) : null),
    only: several || only === "?" ? null : only,
    several: several ? names : [],
  };
}

/** Reads a page that is in the file twice only once. */
function skipRepeated(pages: readonly { page: Page; read: readonly ReadMovement[] }[]): {
  pages: readonly ReadPage[];
  why: readonly string[];
} {
  const seen = new Map<string, number>();
  const remarks = { "no entry date": 0, "no such value date": 0, "no such entry date": 0 };
  let repeated = 0;
  const kept = pages.map(({ page, read }): ReadPage => {
    // A single page cannot be there twice.
    const key = pages.length < 2 ? "" : describeFields(page);
    const line = page.number === "" ? undefined : seen.get(key);
    seen.set(key, seen.get(key) ?? page.message.line);
    if (line === undefined) {
      for (const { remark } of read) if (remark !== null) remarks[remark] += 1;
      return { page, records: read.map(({ record }) => record) };
    }
    repeated += 1;
    const skip = (record: StatementRecord): StatementRecord => ({
      kind: "skipped",
      ...locate(record),
      reason: `the same statement is on line ${line}`,
    });
    return {
      page: { ...page, opening: null, closing: null },
      records: read.map(({ record }) => skip(record)),
    };
  });
  const counted: readonly (readonly [number, string])[] = [
    [repeated, `${repeated} statements are in the file twice and are read once.`],
    [
      remarks["no entry date"],
      `${remarks["no entry date"]} transactions have no entry date; their value date is used.`,
    ],
    [
      remarks["no such value date"],
      `${remarks["no such value date"]} value dates do not exist (banks that count 30 days per month print them); the entry date is used.`,
    ],
    [
      remarks["no such entry date"],
      `${remarks["no such entry date"]} entry dates do not exist; the value date is used.`,
    ],
  ];
  return { pages: kept, why: counted.flatMap(([count, text]) => (count > 0 ? [text] : [])) };
}

function describeFields({ message }: Page): string {
  return message.fields.map(({ tag, lines }) => `${tag}:${lines.join("\n").trim()}`).join("\n");
}

function locate(record: StatementRecord): { line: number; cells: readonly string[] } {
  return record.kind === "transaction"
    ? { line: record.row.line, cells: record.row.cells }
    : { line: record.line, cells: record.cells };
}

/** Identifies the layout by the banks: their BICs, or the bank's part of the account number. */
function describeShape(pages: readonly Page[]): string {
  const banks = pages.map(({ message, account }) => message.bank ?? findBank(account ?? ""));
  const kinds = new Set(pages.map(({ message }) => (message.intraday ? "942" : "940")));
  return ["mt940", ...[...kinds].sort(), ...[...new Set(banks)].sort()].join("|");
}

function findBank(account: string): string {
  const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{8}/.exec(account)?.[0];
  if (iban !== undefined) return `${iban.slice(0, 2)}${iban.slice(4)}`;
  return account.includes("/") ? (account.split("/")[0] ?? "") : "";
}
