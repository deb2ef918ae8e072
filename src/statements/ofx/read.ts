// OFX, QFX and QBO, read whole. SGML (1.x) and XML (2.x) share one parser. Every transaction
// becomes one record, ambiguities become questions, and a record that was cut off is rejected.

import { err, ok, type Result } from "../../platform/result.ts";
import type { DateOrder } from "../csv/dates/dates.ts";
import type { Answers, Question, StatementRecord, StatementRow, Unreadable } from "../statement.ts";
import { wholeFormat, type WholePlan, type WholeStatement } from "../whole-document.ts";
import { labelAccounts } from "./accounts.ts";
import { readBooking } from "./bookings.ts";
import { applyCorrections } from "./corrections.ts";
import type { Draft, ReadingOptions } from "./draft.ts";
import { BOOKINGS } from "./elements.ts";
import { decodeText, type Decoded } from "./encoding.ts";
import { settleIds, skipRepeated } from "./ids.ts";
import { readInvestment } from "./investments.ts";
import {
  explainBalances,
  proveStatements,
  findStatedBalances,
  type ReadStatement,
} from "./proof.ts";
import { decideMark, decideOrder, decideSign, type Decided } from "./questions.ts";
import { explainRefusal, quoteServer } from "./refusals.ts";
import { collectContents, type Contents, type Statement } from "./statements.ts";
import { readTree, firstValue, type Element, type Tree } from "./tree.ts";

const MARKS_OF_OFX =
  /OFXHEADER\s*[:=]|DATA\s*:\s*OFXSGML|<\?OFX\b|<(?:[a-z]{1,10}:)?OFX[\s>]|<(?:STMTTRN|STMTRS|STMTTRNRS|CCSTMTRS|BANKTRANLIST|BANKMSGSRSV1|CREDITCARDMSGSRSV1|INVSTMTMSGSRSV1|SIGNONMSGSRSV1)>/i;

/** Whether the first bytes are those of an OFX document, with any header or none. */
export function isOfx(head: Uint8Array): boolean {
  // UTF-16 shows as letters with NULs between them.
  return MARKS_OF_OFX.test(new TextDecoder("latin1").decode(head).replaceAll("\0", ""));
}

export const ofxFormat = wholeFormat(isOfx, readOfx);

/** Reads an OFX document of any version; refuses one that contains nothing to import. */
export async function readOfx(
  bytes: Uint8Array,
  { answers }: WholePlan,
): Promise<Result<WholeStatement, Unreadable>> {
  const decoded = await decodeText(bytes);
  const tree = readTree(decoded.text);
  if (tree.oversized)
    return err({
      reason: "too large",
      message:
        "The file has more than a million elements; a statement has fewer. Export fewer months at once.",
    });
  const contents = collectContents(tree.root);
  const refused = explainRefusal(contents);
  if (refused !== null) return err(refused);
  const statements = contents.statements.filter(({ movements }) => movements.length > 0);
  const open = decideOpenEnds(statements, answers);
  const document: OfxDocument = { decoded, tree, contents, statements, open };
  const labels = labelAccounts(statements);
  const settled = settle(readStatements(document, labels.rows), answers);
  return ok({
    shape: describeShape(document),
    layout: {
      ...describeLayout(document),
      account: labels.only,
      proof: proveStatements(settled.read, open.mark),
      why: explain(document, settled),
    },
    questions: [...open.questions, ...settled.questions],
    accounts: labels.several,
    records: [...settled.read.flatMap(listRecords), ...serverErrors(contents)],
    stated: findStatedBalances(settled.read, open.mark),
  });
}

/** A parsed document with its statements that contain transactions. */
interface OfxDocument {
  readonly decoded: Decoded;
  readonly tree: Tree;
  readonly contents: Contents;
  readonly statements: readonly Statement[];
  readonly open: OpenEnds;
}

/** An error of the bank's server counts as a rejected record, so that it stays visible. */
function serverErrors({ faults }: Contents): StatementRecord[] {
  return faults.flatMap((fault): StatementRecord[] =>
    fault.severity === "ERROR"
      ? [
          {
            kind: "rejected",
            line: fault.line,
            cells: [fault.code, fault.message],
            reason: `the bank's server did not return a statement: ${quoteServer(fault)}`,
          },
        ]
      : [],
  );
}

/** The sentences that explain how the document was read. */
function explain({ decoded, tree, contents, statements, open }: OfxDocument, settled: Settled) {
  return [
    contents.intu === "" ? "The file is OFX." : "The file is OFX for Intuit's programs (QFX, QBO).",
    decoded.why,
    ...open.whys,
    ...settled.whys,
    ...explainBalances(settled.read, open.mark),
    ...contents.faults.flatMap((fault) =>
      fault.severity === "WARN" ? [`The bank's server warned: ${quoteServer(fault)}`] : [],
    ),
    ...(tree.whole && statements.every(({ whole }) => whole)
      ? []
      : ["The file is cut off; everything before the cut was read."]),
  ];
}

/** The decisions about ambiguous values, and the questions for those that stay open. */
interface OpenEnds {
  readonly mark: ReadingOptions["mark"];
  readonly order: ReadingOptions["order"];
  /** By the statement's position. */
  readonly signs: readonly ReadingOptions["sign"][];
  readonly questions: readonly Question[];
  readonly whys: readonly string[];
}

function decideOpenEnds(statements: readonly Statement[], answers: Answers): OpenEnds {
  const elements = statements.flatMap(({ movements }) => movements.map(({ element }) => element));
  const balances = statements.flatMap(({ ledger }) => (ledger === null ? [] : [ledger.amount]));
  const mark = decideMark(
    [...findValues(elements, AMOUNTS), ...balances],
    statements.map(({ currency }) => currency),
    answers,
  );
  const order = decideOrder(findValues(elements, DATES), answers);
  const signs = statements.map((statement) => decideSign(statement, mark.value, answers));
  const all: readonly Decided<unknown>[] = [mark, order, ...signs];
  const questions = new Map(
    all.flatMap(({ question }) => (question === null ? [] : [[question.id, question] as const])),
  );
  return {
    mark: mark.value,
    order: order.value,
    signs: signs.map(({ value }) => value),
    questions: [...questions.values()],
    whys: [...new Set(all.flatMap(({ why }) => why ?? []))],
  };
}

const AMOUNTS: ReadonlySet<string> = new Set(["TRNAMT", "TOTAL"]);
const DATES: ReadonlySet<string> = new Set(["DTPOSTED", "DTTRADE", "DTUSER", "DTTRAN"]);

/** The values of these names in the elements and their parts, in order. */
function findValues(elements: readonly Element[], names: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const visit = (element: Element) => {
    for (const name of element.names) if (names.has(name)) found.push(firstValue(element, name));
    for (const part of element.parts) visit(part);
  };
  for (const element of elements) visit(element);
  return found;
}

function readStatements(
  { tree, contents, statements, open }: OfxDocument,
  labels: readonly (string | null)[],
): ReadStatement[] {
  return statements.map((statement, place) => {
    const label = labels[place] ?? null;
    const manner: ReadingOptions = {
      mark: open.mark,
      order: open.order,
      sign: open.signs[place] ?? "as_printed",
      currency: statement.currency,
      label,
      securities: contents.securities,
      closed: tree.closed,
    };
    const drafts = statement.movements.map((movement) =>
      BOOKINGS.has(movement.element.name)
        ? readBooking(movement, manner)
        : readInvestment(movement, manner),
    );
    return { statement, label, drafts: withoutSameTime(drafts) };
  });
}

interface Settled {
  readonly read: readonly ReadStatement[];
  readonly questions: readonly Question[];
  readonly whys: readonly string[];
}

/** Settles ids, corrections and repeated statements across each account's statements. */
function settle(read: readonly ReadStatement[], answers: Answers): Settled {
  const whys: string[] = [];
  const questions: Question[] = [];
  const out: ReadStatement[] = [...read];
  for (const places of groupByLabel(read).values()) {
    const corrected = applyCorrections(
      places.flatMap((place) => read[place]?.drafts ?? []),
      answers,
    );
    questions.push(...corrected.questions);
    whys.push(...corrected.why);
    let from = 0;
    const own = places.map((place) =>
      corrected.drafts.slice(from, (from += read[place]?.drafts.length ?? 0)),
    );
    skipRepeated(own).forEach((drafts, index) => {
      const place = places[index] ?? 0;
      const { drafts: settled, why } = settleIds(drafts);
      whys.push(...why);
      const one = read[place];
      if (one !== undefined) out[place] = { ...one, drafts: settled };
    });
  }
  return { read: out, questions, whys };
}

function groupByLabel(
  read: readonly ReadStatement[],
): ReadonlyMap<string | null, readonly number[]> {
  const places = new Map<string | null, number[]>();
  for (const [place, { label }] of read.entries()) {
    const own = places.get(label);
    if (own === undefined) places.set(label, [place]);
    else own.push(place);
  }
  return places;
}

const SAME_TIME_ROWS_MIN = 3;

/** A time that all transactions share is that of the bank's export, not of the transactions. */
function withoutSameTime(drafts: readonly Draft[]): readonly Draft[] {
  const rows = drafts.flatMap(({ record }) => (record.kind === "transaction" ? [record.row] : []));
  const [first] = rows;
  if (
    rows.length < SAME_TIME_ROWS_MIN ||
    first === undefined ||
    first.time === null ||
    rows.some((row) => row.time !== first.time)
  )
    return drafts;
  const untimed = (row: StatementRow): StatementRecord => ({
    kind: "transaction",
    row: { ...row, time: null },
  });
  return drafts.map((draft) =>
    draft.record.kind === "transaction" ? { ...draft, record: untimed(draft.record.row) } : draft,
  );
}

/** A statement's records; if the file breaks off between two records, one more says so. */
function listRecords({ statement, drafts }: ReadStatement): StatementRecord[] {
  const records = drafts.map(({ record }) => record);
  const last = statement.movements.at(-1)?.element;
  if (statement.whole || last === undefined || last.ending === null) return records;
  return [
    ...records,
    {
      kind: "rejected",
      line: last.line,
      cells: [],
      reason: "the file breaks off after this record; the rest is missing",
    },
  ];
}

/**
 * Identifies the layout by the bank and the kinds of its accounts; account numbers are no part of
 * it.
 */
function describeShape({ contents: { org, fid, intu }, statements }: OfxDocument): string {
  const kinds = statements.map(({ kind, account }) =>
    `${account?.bank ?? ""}/${account?.type ?? ""}/${kind ?? ""}`.toLowerCase(),
  );
  return ["ofx", org.toLowerCase(), fid, intu, ...[...new Set(kinds)].sort()].join("|");
}

function describeLayout({
  decoded,
  contents: { org },
  statements,
  open,
}: OfxDocument): Omit<WholeStatement["layout"], "account" | "proof" | "why"> {
  const currencies = new Set(statements.map(({ currency }) => currency));
  const [currency = null] = currencies;
  return {
    format: "ofx",
    bank: org === "" ? null : org,
    encoding: decoded.encoding,
    delimiter: null,
    header_line: null,
    columns: [],
    date_format: open.order === null ? "YYYYMMDD" : YEAR_LAST_FORMATS[open.order],
    decimal_mark: open.mark,
    sign: printedSign(open.signs),
    currency: currencies.size === 1 ? currency : null,
  };
}

const YEAR_LAST_FORMATS: Readonly<Record<DateOrder, string>> = {
  dmy: "DD/MM/YYYY",
  mdy: "MM/DD/YYYY",
  ymd: "MM/DD/YYYY",
};

function printedSign(signs: readonly ReadingOptions["sign"][]): string {
  if (signs.includes("by_type")) return "flag column";
  return signs.includes("turned") ? "positive" : "negative";
}
