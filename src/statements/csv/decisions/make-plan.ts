// From the head of a document to its plan: roles of the columns, date order, decimal mark, money and
// sign, text columns, account, currency. Answers and known layouts settle what rows leave open.

import { addDays, type Day } from "../../../money/day.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { Currency } from "../../../money/currency.ts";
import type { DecimalMark } from "../amounts/amount.ts";
import { hasOnlyOriginalAmount, warnOfUnsignedAmounts } from "../amounts/unsigned-amounts.ts";
import { plain } from "../shape/cells.ts";
import { addDetails } from "../rows/detail-rows.ts";
import {
  assignRoles,
  columnWithRole,
  chooseTextColumns,
  columnsWithRole,
  type Columns,
} from "../columns/columns.ts";
import type { DateOrder } from "../dates/dates.ts";
import type { Encoding } from "../shape/encoding.ts";
import {
  decideMark,
  decideOrder,
  decimalsOf,
  possibleOrders,
  type DateEvidence,
  type MarkEvidence,
} from "../columns/evidence.ts";
import { nameColumn, describeDateFormat, describeColumns, nameSign } from "./explain.ts";
import { gatherEvidence, listDatedRows } from "../columns/gather-evidence.ts";
import type { Role } from "../columns/role.ts";
import {
  listFactColumns,
  findReferenceColumn,
  isConstant,
  findStatusColumn,
  findTimeColumn,
  findUniformDecimals,
} from "../columns/optional-columns.ts";
import { normalLabel } from "../columns/labels.ts";
import { findLayout, type KnownLayout } from "../../banks/known-layouts.ts";
import { decideMoney } from "../amounts/decide-money.ts";
import {
  readAmountUnder,
  moneyColumns,
  reverseSigns,
  type MoneyContext,
  type MoneyFinding,
} from "../amounts/money.ts";
import { findAmountCandidates } from "../amounts/money-columns.ts";
import { createCurrencyReader, splitByCurrency } from "../amounts/currency-columns.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import { findBalancePair, findOutsideRows, listNumbers } from "../shape/outside-table.ts";
import { profileColumns, type Profile } from "../columns/profile.ts";
import {
  askAmountColumn,
  askDateColumn,
  askMark,
  askOrder,
  askSign,
  answerOf,
  isOwed,
  type Asked,
} from "../questions.ts";
import type { Region } from "../shape/region.ts";
import {
  currencyAsSet,
  markAsSet,
  orderAsSet,
  sayColumns,
  settingsIn,
  signAsSet,
  warnOfAnswer,
  warnOfBalance,
  type Settings,
} from "./apply-settings.ts";
import { findSplittableColumns } from "../columns/split-numbers.ts";
import {
  findDatedBalance,
  isContradicted,
  explainProof,
  findStatedBalances,
} from "../amounts/stated-balances.ts";
import type { CsvSurvey, Head } from "../survey.ts";
import type { Dialect } from "../shape/tokenize.ts";
import {
  findAccountColumn,
  decideAccount,
  decideCurrency,
} from "../columns/account-and-currency.ts";
import type { Answers, Layout, Unreadable } from "../../statement.ts";

export interface Materials {
  readonly head: Head;
  readonly region: Region;
  /** By row of the head, the account its table is headed by; null where the tables are of one account. */
  readonly holders: readonly (string | null)[] | null;
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  readonly fingerprint: string;
  readonly today: Day;
  readonly told: Answers;
  readonly recalled: Answers;
  readonly whys: readonly string[];
}

/** Standing orders are printed years ahead; a date beyond is of another calendar, or misprinted. */
const FUTURE_DAYS_MAX = 3_660;

/** Makes the plan and the layout that explains it; refuses a table without a date or an amount column. */
export async function makePlan(
  materials: Materials,
): Promise<Result<Omit<CsvSurvey, "sample">, Unreadable>> {
  const { head, region, holders } = materials;
  const asked: Asked = {
    told: materials.told,
    recalled: materials.recalled,
    questions: [],
    whys: [...materials.whys],
    warnings: [],
  };
  const set = settingsIn({ ...materials.recalled, ...materials.told });
  const dataRows = region.data.map((index) => head.rows[index] ?? []);
  const profiles = profileColumns(dataRows, region.labels);
  const known = region.header >= 0 ? findLayout(region.labels) : null;
  const assigned = assignRoles(profiles, known?.date ?? null, set.columns);
  const columns = datesTold(asked, assigned, dataRows);
  asked.whys.push(
    region.header < 0
      ? "The file has no header; columns are known by what they hold."
      : materials.dialect.fields === undefined
        ? `Line ${head.lines[region.header] ?? 0} is the header.`
        : "The labels of the lines are the header.",
  );
  if (known !== null && known.bank !== null)
    asked.whys.push(`The header is that of ${known.bank}.`);
  const hint =
    set.columns.size === 0 ? "" : " Columns of this layout are set by hand: its page shows which.";
  sayColumns(asked, profiles, set.columns);
  const [dateColumn] = columns.dates;
  if (dateColumn === undefined)
    return err({
      reason: "not a statement",
      message: `No column holds dates; the header is "${region.labels.join(", ").slice(0, 120)}".${hint}`,
    });
  asked.whys.push(
    `Dates are taken from ${nameColumn(profiles, dateColumn)}${
      columns.dates.length > 1
        ? `, not from ${columns.dates
            .slice(1)
            .map((index) => nameColumn(profiles, index))
            .join(" or ")}`
        : ""
    }.`,
  );

  if (dataRows.length === 0)
    asked.whys.push(
      head.rows.length > region.first
        ? "No row has both a date and an amount; the columns are known by their labels alone."
        : "The file has a header and no rows.",
    );
  const candidates = findAmountCandidates(columns, dataRows);
  if (candidates.length === 0)
    return err({
      reason: "not a statement",
      message: `No column holds amounts; the header is "${region.labels.join(", ").slice(0, 120)}".${hint}`,
    });
  const ownColumn = findAccountColumn(columns);
  const evidence = await gatherEvidence(
    head,
    region,
    columns,
    candidates,
    ownColumn,
    materials.today,
  );
  const order = settleOrder(asked, evidence.dates, known, evidence.sampleDate, set.order);
  const found = decideCurrency(head, region, columns, candidates);
  const mark = settleMark(
    asked,
    evidence.marks,
    known,
    set.currency ?? found.fixed,
    region.labels,
    set.mark,
  );
  const decimals = decimalsOf(evidence.marks);

  const texts = chooseTextColumns(columns);
  const status = findStatusColumn(columns, dataRows);
  const ownOf = createCurrencyReader(candidates[0]);
  const contextFor = (accountColumn: number, currencyColumn = found.column): MoneyContext => ({
    columns,
    mark,
    decimals,
    status,
    rows: listDatedRows(
      head,
      region,
      dateColumn,
      order,
      (cells, index) =>
        `${accountColumn < 0 ? (holders?.[index] ?? "") : plain(cells[accountColumn] ?? "")}|${ownOf?.(cells).join(" ") ?? (currencyColumn < 0 ? "" : (cells[currencyColumn] ?? ""))}`,
    ),
    known:
      known?.factor === undefined ? null : { factor: known.factor, bank: known.bank ?? "The bank" },
    texts: [
      ...texts.payee,
      ...texts.description,
      ...columnsWithRole(columns, "type"),
      ...columnsWithRole(columns, "category"),
    ],
  });
  const accountColumn =
    evidence.accounts.size > 1 && provesMore(contextFor(-1), contextFor(ownColumn), candidates)
      ? -1
      : ownColumn;
  // One balance through rows of several codes: these are the transactions', and the amounts are the account's.
  const through =
    found.column >= 0 &&
    found.fixed === null &&
    provesMore(contextFor(accountColumn, -1), contextFor(accountColumn), candidates);
  const context = contextFor(accountColumn, through ? -1 : found.column);
  const { rows } = context;
  const money = settleMoney(asked, context, candidates, set.sign);
  const owed = set.sign === null && isOwed(asked, context, money);
  if (owed) asked.whys.push("The balance is what is owed: what raises it is money out.");
  if (through)
    asked.whys.push(
      `The balances run through rows of several codes in ${nameColumn(profiles, found.column)}: amounts are in the account's currency.`,
    );
  const own = through
    ? { column: -1, cells: false, fixed: null }
    : decideCurrency(head, region, columns, [money.plan]);
  const currency = currencyAsSet(asked, set.currency, own);
  warnOfBalance(asked, context, { profiles, rows: dataRows }, set, money);
  const shorter =
    head.whole && region.header < 0 ? withoutLead(head, region, context, money.plan) : null;
  if (shorter !== null) return makePlan({ ...materials, region: shorter });
  const beside = findOutsideRows(head, region);
  const headed =
    accountColumn < 0 && holders !== null ? new Set(holders.flatMap((one) => one ?? [])) : null;
  if (headed !== null) asked.whys.push("Each table is of the account named above its header.");
  const split = splitByCurrency(evidence.currencies, serviceOf(known));
  const account =
    split !== null
      ? { label: null, named: null, labels: split.labels }
      : decideAccount(
          headed ?? (accountColumn < 0 ? new Set() : evidence.accounts),
          rows.length,
          beside.map(({ cells }) => cells),
        );
  const several = account.labels.length > 1;
  const fitting = money.chain !== null && !isContradicted(money.chain.proof);
  const stated =
    head.whole && !fitting
      ? findStatedBalances(context, money.plan, {
          rows: beside,
          order,
          partly: status >= 0 || several,
        })
      : null;
  // A running balance that contradicts the rows is shown, unless what the file states around them proves them.
  const around =
    stated !== null && (money.chain === null || stated.reached === stated.closing) ? stated : null;
  const dated =
    head.whole && !several && around === null && money.chain === null
      ? findDatedBalance(context, beside, order)
      : null;
  const proof = explainProof(context, money, around, rows.length);
  if (around !== null && money.chain !== null)
    asked.whys.push(explainProof(context, money, null, rows.length).why ?? "");
  if (proof.why !== null) asked.whys.push(proof.why);
  const cents = decimals <= 2 && countsCents(profiles, money.plan, currency.fixed);
  if (cents) asked.whys.push("The label says that amounts are counted in hundredths.");
  const scale = 10 ** (4 - decimals - (cents ? 2 : 0));

  const plan: CsvPlan = {
    version: 1,
    encoding: {
      name: materials.encoding.name,
      mark_bytes: materials.encoding.mark_bytes,
      faulty: materials.encoding.faulty,
    },
    dialect: materials.dialect,
    first_line: firstLine(head, region),
    header: region.header < 0 ? null : region.labels,
    width: region.width,
    widths: region.widths,
    dates: {
      columns: columns.dates,
      order,
      time: findTimeColumn(columns, dateColumn, rows),
      latest: addDays(materials.today, FUTURE_DAYS_MAX),
    },
    money: money.plan,
    mark,
    decimals,
    ...(cents ? { cents } : {}),
    fraction: findUniformDecimals(dataRows, money.plan, mark),
    ...(owed ? { owed } : {}),
    balance: isConstant(profiles[money.balance]) && money.chain === null ? -1 : money.balance,
    chain: around === null ? (money.chain?.mode ?? null) : null,
    currency,
    account: {
      column: account.labels.length > 0 ? accountColumn : -1,
      label: account.label,
      ...(split === null ? {} : { split: split.split }),
      ...(headed === null ? {} : { headings: { first: holders?.[region.first] ?? null } }),
    },
    payee: texts.payee,
    description: texts.description,
    notes: texts.notes,
    reference: findReferenceColumn(columns),
    status,
    ...spareColumns(columns, money.plan),
    ...(materials.dialect.delimiter === "," && mark === "." && region.header >= 0
      ? { splits: findSplittableColumns(dataRows, columns, moneyColumns(money.plan)) }
      : {}),
    facts: listFactColumns(columns, dateColumn),
    opening: around === null ? null : around.opening * scale,
    closing: around === null ? null : around.closing * scale,
    ...(around === null ? {} : { closing_line: around.line, closing_day: around.day }),
    ...(dated === null ? {} : { dated: { balance: dated.value * scale, day: dated.day } }),
  };
  const detailed = addDetails(
    plan,
    columnWithRole(columns, "other_amount"),
    head.rows.slice(region.first),
  );
  if (detailed.details !== undefined)
    asked.whys.push(
      "Rows without an amount below a booking are its details; the booking is the transaction, its details are kept in its notes.",
    );
  const layout: Layout = {
    format: "csv",
    fingerprint: materials.fingerprint,
    bank: known?.bank ?? null,
    encoding: plan.encoding.name,
    delimiter: plan.dialect.delimiter,
    header_line:
      region.header < 0 || materials.dialect.fields !== undefined
        ? null
        : (head.lines[region.header] ?? null),
    columns: describeColumns(columns, plan, (column) => set.columns.get(column) === "ignore"),
    date_format: describeDateFormat(evidence.sampleDate, order),
    decimal_mark: mark,
    sign: nameSign(owed ? reverseSigns(money.plan) : money.plan),
    currency: currency.fixed,
    account: several ? null : account.named,
    proof: proof.proof,
    why: asked.whys,
    ...(asked.warnings.length > 0 ? { warnings: asked.warnings } : {}),
  };
  return ok({
    layout,
    plan: detailed,
    questions: asked.questions,
    accounts: several ? account.labels : [],
  });
}

/** Several columns of dates that differ, under labels nobody knows, are a question. */
function datesTold(asked: Asked, columns: Columns, rows: readonly (readonly string[])[]): Columns {
  const { profiles, dates, roles } = columns;
  const silent = dates.filter(
    (column) => roles[column] === null && (profiles[column]?.label ?? "") !== "",
  );
  const differ = rows.find((row) =>
    silent.some((column) => plain(row[column] ?? "") !== plain(row[silent[0] ?? 0] ?? "")),
  );
  return silent.length < 2 || silent.length < dates.length || differ === undefined
    ? columns
    : { ...columns, dates: askDateColumn(asked, profiles, dates, differ) };
}

/**
 * A headerless file may begin with a line of its own that states the period and two balances. Its date is
 * printed in another form than all others, and the rows behind it lead from one of its numbers to the next.
 */
function withoutLead(
  head: Head,
  region: Region,
  context: MoneyContext,
  plan: MoneyPlan,
): Region | null {
  const [first, second] = region.data;
  const [lead, ...rest] = context.rows;
  const column = context.columns.dates[0] ?? 0;
  if (first === undefined || second === undefined || lead === undefined || rest.length < 2)
    return null;
  const forms = new Set(rest.map((row) => dateForm(row.cells[column] ?? "")));
  const form = dateForm(lead.cells[column] ?? "");
  if (forms.size !== 1 || forms.has(form)) return null;
  const sum = rest.reduce((all, row) => all + (readAmountUnder(context, plan, row.cells) ?? 0), 0);
  if (
    sum === 0 ||
    findBalancePair(listNumbers([head.rows[first] ?? []], context.mark, context.decimals), sum) ===
      null
  )
    return null;
  return { ...region, first: second, data: region.data.slice(1) };
}

const CENTS = /\b(cents?|pence|minor|minor units)$/;
/** Currencies whose smallest unit is the unit itself. */
const WHOLE_CURRENCIES: ReadonlySet<string> = new Set(["jpy", "krw", "clp", "vnd", "isk"]);

/** "Amount in cents" above whole numbers. */
function countsCents(
  profiles: readonly Profile[],
  plan: MoneyPlan,
  currency: Currency | null,
): boolean {
  const columns = moneyColumns(plan);
  return (
    !WHOLE_CURRENCIES.has(currency ?? "") &&
    columns.every(
      (column) =>
        column >= 0 &&
        profiles[column]?.fractions === 0 &&
        CENTS.test(normalLabel(profiles[column]?.label ?? "")),
    )
  );
}

/** What a service's own balances are called by: "Wise" of "Wise transaction history". */
function serviceOf(known: KnownLayout | null): string {
  return (known?.bank ?? "").replace(/ (transaction history|statement|export)$/i, "");
}

const SPARE: readonly (Role | null)[] = [
  "amount",
  "debit",
  "credit",
  "original_amount",
  "other_amount",
  "fee",
];

/** The columns whose labels name amounts that are not the transaction's. */
function spareColumns(columns: Columns, plan: MoneyPlan): Pick<CsvPlan, "spare"> {
  const spare = columns.roles.flatMap((role, column) =>
    SPARE.includes(role) && !moneyColumns(plan).includes(column) && column !== plan.fee
      ? [column]
      : [],
  );
  return spare.length === 0 ? {} : { spare };
}

/** "dddd-dd-dd" of a date, to tell one form of printing from another. */
function dateForm(cell: string): string {
  return plain(cell).replace(/\d/g, "d");
}

/** One chain of balances through all rows says that the "account" column names no account of one's own. */
function provesMore(
  one: MoneyContext,
  other: MoneyContext,
  candidates: readonly MoneyPlan[],
): boolean {
  const proven = (context: MoneyContext) =>
    decideMoney(context, candidates)?.chain?.proof.rows_proven ?? 0;
  return proven(one) > proven(other);
}

function settleOrder(
  asked: Asked,
  evidence: DateEvidence,
  known: KnownLayout | null,
  sample: string,
  set: DateOrder | null,
): DateOrder {
  const decided = decideOrder(evidence);
  if (set !== null) return orderAsSet(asked, set, evidence, decided, known);
  if (decided !== null) {
    if (evidence.doubtful > 0) warnOfAnswer(asked, "date_order", decided);
    asked.whys.push(decided.why);
    return decided.value;
  }
  const possible = possibleOrders(evidence);
  // A layout settles day or month; it does not make a year of the last number where the first may be one.
  if (
    known?.order !== undefined &&
    possible.includes(known.order) &&
    (known.order === "ymd" || !possible.includes("ymd"))
  ) {
    asked.whys.push(
      `Dates are read as ${known.bank ?? "the banks with this header"} ${known.bank === null ? "print" : "prints"} them, ${known.order === "mdy" ? "month" : known.order === "dmy" ? "day" : "year"} first; the file itself allows more.`,
    );
    return known.order;
  }
  if (evidence.total === 0) return "ymd";
  return askOrder(asked, evidence, sample);
}

function settleMark(
  asked: Asked,
  evidence: MarkEvidence,
  known: KnownLayout | null,
  currency: Currency | null,
  labels: readonly string[],
  set: DecimalMark | null,
): DecimalMark {
  const decided = decideMark(evidence);
  const doubtful = evidence.dots + evidence.commas + evidence.doubtDots + evidence.doubtCommas > 0;
  if (set !== null) return markAsSet(asked, set, decided, doubtful, known);
  if (decided !== null) {
    if (doubtful) warnOfAnswer(asked, "decimal_mark", decided);
    asked.whys.push(decided.why);
    return decided.value;
  }
  if (known?.mark !== undefined) {
    asked.whys.push(
      `Decimals are read as ${known.bank ?? "the banks with this header"} ${known.bank === null ? "print" : "prints"} them, after a ${known.mark === "." ? "dot" : "comma"}.`,
    );
    return known.mark;
  }
  if (
    evidence.doubtDots + evidence.dots === 0 &&
    /[\u3040-\u9fff\uac00-\ud7a3]/u.test(labels.join(""))
  ) {
    asked.whys.push("Commas part thousands, as everywhere in East Asia.");
    return ".";
  }
  return askMark(asked, evidence, currency);
}

function settleMoney(
  asked: Asked,
  context: MoneyContext,
  candidates: readonly MoneyPlan[],
  set: Settings["sign"],
): MoneyFinding {
  const chosen = answerOf(asked, "amount_column");
  const picked =
    chosen === null
      ? candidates
      : candidates.filter((plan) => plan.kind === "signed" && String(plan.column) === chosen);
  const pool = picked.length === 0 ? candidates : picked;
  const decided = decideMoney(context, pool);
  const [first] = pool;
  let money: MoneyFinding = decided ?? {
    plan: first ?? { kind: "signed", column: 0, factor: 1, fee: -1 },
    balance: -1,
    chain: null,
    sign: "none",
    why: [],
  };
  if (
    money.sign !== "balance" &&
    pool.length > 1 &&
    pool.every((plan) => plan.kind === "signed") &&
    chosen === null &&
    !sameAmounts(context, pool)
  )
    askAmountColumn(asked, context, pool);
  if (chosen === null && set === null && hasOnlyOriginalAmount(context, pool))
    askAmountColumn(asked, context, pool);
  if (set !== null) return signAsSet(asked, context, set, money);
  asked.whys.push(...money.why);
  if (money.chain !== null && money.sign === "balance") {
    const {
      mode,
      proof: { rows_proven: proven, rows_checked: checked },
    } = money.chain;
    const share = `${proven} of ${checked} rows in the part looked at, ${mode.order}.`;
    asked.whys.push(
      proven === checked
        ? `The running balance proves amounts and signs: ${share}`
        : `Amounts and signs are read as the running balance fits best: ${share}`,
    );
  }
  if (money.plan.kind === "worded" && money.sign === "balance")
    asked.whys.push(
      `What the words in ${nameColumn(context.columns.profiles, money.plan.side)} mean was learned from the balances.`,
    );
  if (money.sign === "columns" && money.plan.kind === "pair")
    asked.whys.push(
      `Money out stands in ${pairName(context, money.plan.debit)}, money in in ${pairName(context, money.plan.credit)}.`,
    );
  if (money.sign === "none") {
    const alike = warnOfUnsignedAmounts(context, money.plan);
    if (alike !== null) asked.warnings.push(alike);
    money = { ...money, plan: askSign(asked, context, money.plan) };
  }
  return money;
}

/** Columns that say the same on every row are no question. */
function sameAmounts(context: MoneyContext, plans: readonly MoneyPlan[]): boolean {
  const [first, ...others] = plans;
  if (first === undefined) return true;
  return context.rows.every((row) =>
    others.every(
      (plan) =>
        readAmountUnder(context, plan, row.cells) === readAmountUnder(context, first, row.cells),
    ),
  );
}

function pairName(context: MoneyContext, column: number): string {
  return column < 0 ? "no column" : nameColumn(context.columns.profiles, column);
}

function firstLine(head: Head, region: Region): number {
  const line = head.lines[region.first];
  if (line !== undefined) return line;
  return (head.lines[head.lines.length - 1] ?? 0) + 1;
}
