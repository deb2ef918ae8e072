// From the head of a document to its plan: roles of the columns, date order, decimal mark, money and
// sign, text columns, account, currency. Answers and known layouts settle what rows leave open.

import type { Day } from "../../../value/day.ts";
import { err, ok, type Result } from "../../../value/result.ts";
import type { Currency } from "../../../value/currency.ts";
import type { DecimalMark } from "./amount.ts";
import { kindOf, plain } from "./cells.ts";
import { assignColumns, roleColumn, textColumns, withRole, type Columns } from "./columns.ts";
import { dateParts, dayIn, type DateOrder } from "./dates.ts";
import type { Encoding } from "./encoding.ts";
import { dateEvidence, decideMark, decideOrder, decimalsOf, markEvidence, noteAmount, noteDate, type DateEvidence, type MarkEvidence } from "./evidence.ts";
import { knownLayout, type KnownLayout } from "./layouts/known.ts";
import { amountCandidates, amountUnder, decideMoney, type MoneyContext, type MoneyFinding, type SampleRow } from "./money.ts";
import { currencyIn } from "./money-words.ts";
import type { CsvPlan, FactPlan, MoneyPlan } from "./plan.ts";
import { accountIn, balancesAround, currencyBeside, numbersIn } from "./preamble.ts";
import { profileColumns, type Profile } from "./profile.ts";
import { askAmountColumn, askMark, askOrder, askSign, answerOf, type Asked } from "./questions.ts";
import type { Region } from "./region.ts";
import { fractionDigits } from "./rows.ts";
import type { CsvSurvey, Head } from "./survey.ts";
import type { Dialect } from "./tokenize.ts";
import type { Role } from "./vocabulary.ts";
import type { Answers, Layout, Proof, Unreadable } from "../statement.ts";

export interface Materials {
  readonly head: Head;
  readonly region: Region;
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  readonly fingerprint: string;
  readonly today: Day;
  readonly told: Answers;
  readonly recalled: Answers;
  readonly whys: readonly string[];
}

/** Makes the plan and the layout that explains it; refuses a table without a date or an amount column. */
export async function makePlan(materials: Materials): Promise<Result<Omit<CsvSurvey, "sample">, Unreadable>> {
  const { head, region } = materials;
  const asked: Asked = { told: materials.told, recalled: materials.recalled, questions: [], whys: [...materials.whys] };
  const dataRows = region.data.map((index) => head.rows[index] ?? []);
  const profiles = profileColumns(dataRows, region.labels);
  const known = region.header >= 0 ? knownLayout(region.labels) : null;
  const columns = assignColumns(profiles, known?.date ?? null);
  asked.whys.push(region.header < 0 ? "The file has no header; columns are known by what they hold." : `Line ${head.lines[region.header] ?? 0} is the header.`);
  if (known !== null && known.bank !== null) asked.whys.push(`The header is that of ${known.bank}.`);
  const [dateColumn] = columns.dates;
  if (dateColumn === undefined) return err({ reason: "not a statement", message: `No column holds dates; the header is "${region.labels.join(", ").slice(0, 120)}".` });
  asked.whys.push(`Dates are taken from ${columnName(profiles, dateColumn)}${columns.dates.length > 1 ? `, not from ${columns.dates.slice(1).map((index) => columnName(profiles, index)).join(" or ")}` : ""}.`);

  if (dataRows.length === 0) asked.whys.push(head.rows.length > region.first ? "No row has both a date and an amount; the columns are known by their labels alone." : "The file has a header and no rows.");
  const candidates = amountCandidates(columns);
  if (candidates.length === 0) return err({ reason: "not a statement", message: `No column holds amounts; the header is "${region.labels.join(", ").slice(0, 120)}".` });
  const evidence = await gather(materials, columns, candidates);
  const order = settleOrder(asked, evidence.dates, known, evidence.sampleDate);
  const currency = currencyFound(materials, columns, candidates);
  const mark = settleMark(asked, evidence.marks, known, currency.fixed, region.labels);
  const decimals = decimalsOf(evidence.marks);

  const accountColumn = roleColumn(columns, "account");
  const rows = sampleRows(materials, dateColumn, order, accountColumn);
  const texts = textColumns(columns);
  const context: MoneyContext = {
    columns, rows, mark, decimals,
    known: known?.factor === undefined ? null : { factor: known.factor, bank: known.bank ?? "The bank" },
    texts: [...texts.payee, ...texts.description, ...withRole(columns, "type"), ...withRole(columns, "category")],
  };
  const money = settleMoney(asked, context, candidates);
  const beside = besideRows(materials);
  const account = accountFound(rows, beside, accountColumn);
  const around = head.whole && money.chain === null ? statedBalances(context, money.plan, beside) : null;
  const proof = proofOf(money, around, rows.length);
  if (proof.why !== null) asked.whys.push(proof.why);
  const scale = 10 ** (4 - decimals);

  const plan: CsvPlan = {
    version: 1,
    encoding: { name: materials.encoding.name, mark_bytes: materials.encoding.mark_bytes, faulty: materials.encoding.faulty },
    dialect: materials.dialect,
    first_line: firstLine(head, region),
    header: region.header < 0 ? null : region.labels,
    width: region.width,
    widths: region.widths,
    dates: { columns: columns.dates, order, time: timeColumn(columns, dateColumn, rows) },
    money: money.plan,
    mark,
    decimals,
    fraction: uniformFraction(dataRows, money.plan, mark),
    balance: repeatsItself(profiles[money.balance]) && money.chain === null ? -1 : money.balance,
    chain: money.chain?.mode ?? null,
    currency,
    account: { column: account.several || account.label !== null ? accountColumn : -1, label: account.label },
    payee: texts.payee,
    description: texts.description,
    notes: texts.notes,
    reference: referenceColumn(columns),
    status: roleColumn(columns, "status"),
    facts: factColumns(columns, dateColumn),
    opening: around === null ? null : around.opening * scale,
    closing: around === null ? null : around.closing * scale,
  };
  const layout: Layout = {
    format: "csv",
    fingerprint: materials.fingerprint,
    bank: known?.bank ?? null,
    encoding: plan.encoding.name,
    delimiter: plan.dialect.delimiter,
    header_line: region.header < 0 ? null : (head.lines[region.header] ?? null),
    columns: describeColumns(columns, plan),
    date_format: dateFormat(evidence.sampleDate, order),
    decimal_mark: mark,
    sign: signName(money.plan),
    currency: currency.fixed,
    account: account.label ?? account.beside,
    proof: proof.proof,
    why: asked.whys,
  };
  return ok({ layout, plan, questions: asked.questions, accounts: account.several ? account.labels : [] });
}

interface Gathered {
  readonly dates: DateEvidence;
  readonly marks: MarkEvidence;
  readonly sampleDate: string;
}

/** Counts evidence over the head, and beyond it while it decides nothing and the file goes on. */
async function gather(materials: Materials, columns: Columns, candidates: readonly MoneyPlan[]): Promise<Gathered> {
  const [dateColumn = 0, secondColumn = -1] = columns.dates;
  const moneyColumns = [...new Set([...candidates.flatMap((plan) => (plan.kind === "pair" ? [plan.debit, plan.credit] : [plan.column])), ...withRole(columns, "balance")])].filter((column) => column >= 0);
  const dates = dateEvidence();
  const marks = markEvidence();
  const note = (row: readonly string[]) => {
    const cell = row[dateColumn] ?? "";
    if (cell === "" || kindOf(cell) !== "date") return;
    noteDate(dates, cell, secondColumn < 0 ? "" : (row[secondColumn] ?? ""), materials.today);
    for (const column of moneyColumns) noteAmount(marks, row[column] ?? "");
  };
  const body = materials.head.rows.slice(materials.region.first);
  for (const row of body) note(row);
  const sampleDate = body.map((row) => plain(row[dateColumn] ?? "")).find((cell) => kindOf(cell) === "date") ?? "";
  if (materials.head.whole || (decideOrder(dates) !== null && decideMark(marks) !== null)) return { dates, marks, sampleDate };
  const wider = { dates: dateEvidence(), marks: markEvidence() };
  Object.assign(dates, wider.dates);
  Object.assign(marks, wider.marks);
  for await (const rows of materials.head.rest()) {
    for (const row of rows) note(row);
    if (decideOrder(dates) !== null && decideMark(marks) !== null) break;
  }
  return { dates, marks, sampleDate };
}

function settleOrder(asked: Asked, evidence: DateEvidence, known: KnownLayout | null, sample: string): DateOrder {
  const decided = decideOrder(evidence);
  if (decided !== null) {
    asked.whys.push(decided.why);
    return decided.value;
  }
  if (known?.order !== undefined) {
    asked.whys.push(`Dates are read as ${known.bank ?? "the banks with this header"} ${known.bank === null ? "print" : "prints"} them, ${known.order === "mdy" ? "month" : known.order === "dmy" ? "day" : "year"} first; the file itself allows more.`);
    return known.order;
  }
  if (evidence.total === 0) return "ymd";
  return askOrder(asked, evidence, sample);
}

function settleMark(asked: Asked, evidence: MarkEvidence, known: KnownLayout | null, currency: Currency | null, labels: readonly string[]): DecimalMark {
  const decided = decideMark(evidence);
  if (decided !== null) {
    asked.whys.push(decided.why);
    return decided.value;
  }
  if (known?.mark !== undefined) {
    asked.whys.push(`Decimals are read as ${known.bank ?? "the banks with this header"} ${known.bank === null ? "print" : "prints"} them, after a ${known.mark === "." ? "dot" : "comma"}.`);
    return known.mark;
  }
  if (evidence.doubtDots + evidence.dots === 0 && /[\u3040-\u9fff\uac00-\ud7a3]/u.test(labels.join(""))) {
    asked.whys.push("Commas part thousands, as everywhere in East Asia.");
    return ".";
  }
  return askMark(asked, evidence, currency);
}

function settleMoney(asked: Asked, context: MoneyContext, candidates: readonly MoneyPlan[]): MoneyFinding {
  const chosen = answerOf(asked, "amount_column");
  const picked = chosen === null ? candidates : candidates.filter((plan) => plan.kind === "signed" && String(plan.column) === chosen);
  const pool = picked.length === 0 ? candidates : picked;
  const decided = decideMoney(context, pool);
  const [first] = pool;
  let money: MoneyFinding = decided ?? { plan: first ?? { kind: "signed", column: 0, factor: 1 }, balance: -1, chain: null, sign: "none", why: [] };
  if (money.sign !== "balance" && pool.length > 1 && pool.every((plan) => plan.kind === "signed") && chosen === null && !sameAmounts(context, pool)) askAmountColumn(asked, context, pool);
  asked.whys.push(...money.why);
  if (money.chain !== null && money.sign === "balance") {
    asked.whys.push(`The running balance proves amounts and signs: ${money.chain.proof.rows_proven} of ${money.chain.proof.rows_checked} rows in the part looked at, ${money.chain.mode.order}.`);
  }
  if (money.sign === "columns" && money.plan.kind === "pair") asked.whys.push(`Money out stands in ${pairName(context, money.plan.debit)}, money in in ${pairName(context, money.plan.credit)}.`);
  if (money.sign === "none") money = { ...money, plan: askSign(asked, context, money.plan) };
  return money;
}

/** Columns that say the same on every row are no question. */
function sameAmounts(context: MoneyContext, plans: readonly MoneyPlan[]): boolean {
  const [first, ...others] = plans;
  if (first === undefined) return true;
  return context.rows.every((row) => others.every((plan) => amountUnder(context, plan, row.cells) === amountUnder(context, first, row.cells)));
}

function pairName(context: MoneyContext, column: number): string {
  return column < 0 ? "no column" : columnName(context.columns.profiles, column);
}

function columnName(profiles: readonly Profile[], index: number): string {
  const label = profiles[index]?.label ?? "";
  return label === "" ? `column ${index + 1}` : `"${label}"`;
}

function sampleRows(materials: Materials, dateColumn: number, order: DateOrder, accountColumn: number): readonly SampleRow[] {
  const { head, region } = materials;
  const rows: SampleRow[] = [];
  for (let index = region.first; index < head.rows.length; index += 1) {
    const cells = head.rows[index] ?? [];
    const parts = dateParts(plain(cells[dateColumn] ?? ""));
    const day = parts === null ? null : dayIn(parts, order);
    if (day === null) continue;
    rows.push({ cells, date: day, line: head.lines[index] ?? 0, account: accountColumn < 0 ? "" : plain(cells[accountColumn] ?? "") });
  }
  return rows;
}

/** The rows that are no records, and the records that are no transactions: where balances stand. */
function besideRows(materials: Materials): readonly (readonly string[])[] {
  const { head, region } = materials;
  const data = new Set(region.data);
  const before = head.rows.slice(0, region.header >= 0 ? region.header : region.first);
  const after = head.rows.slice(region.first).filter((row, index) => !data.has(region.first + index) && row.some((cell) => kindOf(cell) === "amount"));
  return [...before, ...after.slice(0, 20), ...after.slice(-20)];
}

function accountFound(rows: readonly SampleRow[], beside: readonly (readonly string[])[], column: number): { label: string | null; beside: string | null; labels: readonly string[]; several: boolean } {
  const labels = column < 0 ? [] : [...new Set(rows.map((row) => row.account).filter((label) => label !== ""))];
  const [only] = labels;
  return { label: labels.length === 1 && only !== undefined ? only : null, beside: accountIn(beside.slice(0, 60)), labels, several: labels.length > 1 };
}

function currencyFound(materials: Materials, columns: Columns, candidates: readonly MoneyPlan[]): CsvPlan["currency"] {
  const column = roleColumn(columns, "currency");
  const { head, region } = materials;
  const rows = region.data.map((index) => head.rows[index] ?? []);
  const codes = new Set(rows.map((row) => currencyIn((row[column] ?? "").toUpperCase())).filter((code) => code !== null));
  const [only] = codes;
  const moneyColumns = candidates.flatMap((plan) => (plan.kind === "pair" ? [plan.debit, plan.credit] : [plan.column])).filter((index) => index >= 0);
  const cells = new Set(rows.slice(0, 200).flatMap((row) => moneyColumns.map((index) => currencyIn(row[index] ?? ""))).filter((code) => code !== null));
  const [inCell] = cells;
  const labels = [...moneyColumns, ...withRole(columns, "balance")].map((index) => currencyIn(columns.profiles[index]?.label ?? "")).find((code) => code !== null) ?? null;
  const before = currencyBeside(head.rows.slice(0, Math.max(0, region.header)));
  const fixed = codes.size === 1 && only !== undefined ? only : codes.size > 1 ? null : cells.size === 1 && inCell !== undefined ? inCell : (labels ?? before);
  return { column: codes.size > 0 ? column : -1, cells: cells.size > 1, fixed };
}

function statedBalances(context: MoneyContext, plan: MoneyPlan, beside: readonly (readonly string[])[]): { opening: number; closing: number } | null {
  let sum = 0;
  for (const row of context.rows) sum += amountUnder(context, plan, row.cells) ?? 0;
  return balancesAround(numbersIn(beside, context.mark, context.decimals), sum);
}

function proofOf(money: MoneyFinding, around: { opening: number; closing: number } | null, rows: number): { proof: Proof; why: string | null } {
  if (money.chain !== null) {
    const { proof } = money.chain;
    const why = proof.breaks_at === null ? null : `The chain of balances breaks at line ${proof.breaks_at}.`;
    return { proof, why };
  }
  if (around === null) return { proof: { kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null }, why: null };
  return {
    proof: { kind: "opening and closing balance", rows_checked: rows, rows_proven: rows, breaks_at: null },
    why: "The rows add up to the difference between two balances stated in the file.",
  };
}

function firstLine(head: Head, region: Region): number {
  const line = head.lines[region.first];
  if (line !== undefined) return line;
  return (head.lines[head.lines.length - 1] ?? 0) + 1;
}

function timeColumn(columns: Columns, dateColumn: number, rows: readonly SampleRow[]): number {
  const time = roleColumn(columns, "time");
  if (time >= 0) return time;
  const telling = rows.slice(0, 50).some((row) => {
    const printed = dateParts(plain(row.cells[dateColumn] ?? ""))?.time ?? null;
    return printed !== null && !/^0?0:00(:00)?$/.test(printed);
  });
  return telling ? dateColumn : -1;
}

/** The decimals that every amount in the money columns shows, -1 where they differ. */
function uniformFraction(rows: readonly (readonly string[])[], plan: MoneyPlan, mark: DecimalMark): number {
  const seen = new Set<number>();
  const columns = plan.kind === "pair" ? [plan.debit, plan.credit] : [plan.column];
  for (const row of rows.slice(0, 500)) {
    for (const column of columns) {
      const cell = row[column] ?? "";
      if (/\d/.test(cell) && fractionDigits(cell, mark) > 0) seen.add(fractionDigits(cell, mark));
      else if (/\d/.test(cell) && /\d$/.test(cell)) seen.add(0);
    }
  }
  const [only] = seen;
  return seen.size === 1 && only !== undefined ? only : -1;
}

/** The bank's own transaction id: by its label alone, so that every export of the layout agrees. */
function referenceColumn(columns: Columns): number {
  const strong = roleColumn(columns, "reference");
  if (strong >= 0 && (columns.weights[strong] ?? 0) >= 60 && tellsApart(columns.profiles[strong])) return strong;
  return -1;
}

function tellsApart(profile: Profile | undefined): boolean {
  return profile !== undefined && !(profile.filled >= 3 && profile.distinct === 1);
}

const FACT_NAMES: Readonly<Partial<Record<Role, string>>> = {
  value_date: "value_date", transaction_date: "transaction_date", booking_date: "booking_date", purchase_date: "purchase_date", original_amount: "original_amount",
  original_currency: "original_currency", rate: "rate", fee: "fee", category: "category", type: "type", side: "side",
  counterparty_account: "counterparty_account", weak_reference: "reference", card: "card", status: "status", account_name: "account_name", bank: "bank",
};

function factColumns(columns: Columns, dateColumn: number): readonly FactPlan[] {
  const facts: FactPlan[] = [];
  const taken = new Set<string>();
  columns.roles.forEach((role, column) => {
    const name = role === null ? undefined : FACT_NAMES[role];
    if (name === undefined || column === dateColumn || taken.has(name)) return;
    taken.add(name);
    facts.push({ name, column, date: name.endsWith("_date") });
  });
  return facts;
}

function describeColumns(columns: Columns, plan: CsvPlan): Layout["columns"] {
  const named = new Map<number, string>();
  columns.roles.forEach((role, index) => named.set(index, role ?? "not used"));
  for (const index of plan.description) named.set(index, "description");
  for (const index of plan.payee) named.set(index, "payee");
  if (plan.balance >= 0) named.set(plan.balance, "balance");
  const [date] = plan.dates.columns;
  if (date !== undefined) named.set(date, "date");
  if (plan.money.kind === "pair") {
    if (plan.money.debit >= 0) named.set(plan.money.debit, "debit");
    if (plan.money.credit >= 0) named.set(plan.money.credit, "credit");
  } else named.set(plan.money.column, "amount");
  if (plan.money.kind === "side") named.set(plan.money.side, "side");
  return columns.profiles.map((profile) => ({ index: profile.index, label: profile.label, role: (named.get(profile.index) ?? "not used").replaceAll("_", " ") }));
}

function signName(plan: MoneyPlan): string {
  if (plan.kind === "pair") return "separate columns";
  if (plan.kind === "side") return "flag column";
  return plan.factor === 1 ? "negative" : "positive";
}

/** The balance of the day of download, printed on every row, is no running balance. */
function repeatsItself(profile: Profile | undefined): boolean {
  return profile !== undefined && profile.rows > 2 && profile.distinct === 1;
}

/** How the dates look, "DD.MM.YYYY", from one of them. */
function dateFormat(sample: string, order: DateOrder): string | null {
  const parts = dateParts(sample);
  if (parts === null) return null;
  const [a, b, c] = parts.digits;
  const yearPart = (digits: number) => (digits === 4 ? "YYYY" : "YY");
  if (a === 4) return ["YYYY", "MM", "DD"].join(parts.separator);
  if (b === 0) return ["DD", "MMM", yearPart(c)].join(parts.separator);
  if (a === 0) return `MMM DD ${yearPart(c)}`;
  const names: Readonly<Record<DateOrder, readonly string[]>> = { dmy: ["DD", "MM", yearPart(c)], mdy: ["MM", "DD", yearPart(c)], ymd: ["YY", "MM", "DD"] };
  return names[order].join(parts.separator);
}

