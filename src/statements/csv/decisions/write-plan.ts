// The plan and the layout, written from what the steps decided. Nothing here decides.

import { addDays } from "../../../money/day.ts";
import { normalLabel } from "../columns/labels.ts";
import type { Layout } from "../../statement.ts";
import { feeColumns, moneyColumns, reverseSigns } from "../amounts/money.ts";
import { chooseTextColumns, columnWithRole, type Columns } from "../columns/columns.ts";
import {
  findReferenceColumn,
  findTimeColumn,
  findUniformDecimals,
  isConstant,
  listFactColumns,
} from "../columns/optional-columns.ts";
import { findParties } from "../columns/find-parties.ts";
import { holdsAmounts } from "../columns/profile.ts";
import type { Role } from "../columns/role.ts";
import { findSplittableColumns } from "../columns/split-numbers.ts";
import parts from "../../words/label-parts.json" with { type: "json" };
import type { CsvPlan, MoneyPlan, SectionsPlan } from "../plan.ts";
import { addDetails } from "../rows/detail-rows.ts";
import { describeColumns, describeDateFormat, nameColumn, nameSign } from "./explain.ts";
import type { Balances } from "./settle-balances.ts";
import type { Materials, Table } from "./settle-columns.ts";
import type { Format, Money } from "./settle-money.ts";
import type { StatusDecision } from "./settle-status.ts";
import { settle, type Notes, type Settled } from "./settled.ts";
import { marksUnposted } from "./unposted.ts";

/** Everything that was decided about a file. */
export interface Decisions {
  readonly materials: Materials;
  readonly table: Table;
  readonly format: Format;
  readonly money: Money;
  readonly balances: Balances;
  readonly status: StatusDecision;
  readonly sections: SectionsPlan | null;
}

/** Standing orders are printed years ahead; a later date is of another calendar, or misprinted. */
const FUTURE_DAYS_MAX = 3_660;

/**
 * The plan, with a sentence for what only the read pass sees: hundredths, and rows that are
 * details.
 */
export function writePlan(decisions: Decisions): Settled<CsvPlan> {
  const { materials, table, format, money, balances } = decisions;
  const { head, region, encoding, dialect } = materials;
  const { columns, rows, dateColumn } = table;
  const { plan, chain } = money.finding;
  const cents = format.decimals <= 2 && countsHundredths(decisions);
  const written: CsvPlan = {
    version: 1,
    encoding: { name: encoding.name, mark_bytes: encoding.mark_bytes, faulty: encoding.faulty },
    dialect,
    first_line: findFirstLine(materials),
    header: region.header < 0 ? null : region.labels,
    width: region.width,
    widths: region.widths,
    dates: {
      columns: columns.dates,
      order: format.order,
      time: findTimeColumn(columns, dateColumn, money.context.rows),
      latest: addDays(materials.today, FUTURE_DAYS_MAX),
      ...(marksUnposted(table, money) && { unposted: true as const }),
    },
    money: plan,
    mark: format.mark,
    decimals: format.decimals,
    ...(cents && { cents }),
    fraction: findUniformDecimals(rows, plan, format.mark),
    ...(money.owed && { owed: money.owed }),
    balance: findBalanceColumn(decisions),
    ...(money.context.before === true && { balance_before: true as const }),
    chain: balances.stated === null ? (chain?.mode ?? null) : null,
    currency: money.currency,
    account: balances.account,
    ...chooseTextColumns(columns),
    ...listParties(decisions),
    reference: findReferenceColumn(columns),
    status: decisions.status.column,
    ...(decisions.status.words !== null && { status_words: decisions.status.words }),
    ...(decisions.sections !== null && { sections: decisions.sections }),
    ...listSpareColumns(columns, plan),
    ...(dialect.delimiter === "," &&
      format.mark === "." &&
      region.header >= 0 && { splits: findSplittableColumns(rows, columns, moneyColumns(plan)) }),
    facts: listFactColumns(columns, dateColumn),
    ...scaleBalances(balances, 10 ** (4 - format.decimals - (cents ? 2 : 0))),
  };
  const amounts = columnWithRole(columns, "other_amount");
  const detailed = addDetails(written, amounts, head.rows.slice(region.first));
  const reasons: string[] = [];
  if (written.dates.unposted === true)
    reasons.push(
      `Rows without a day in ${nameColumn(columns.profiles, dateColumn)} are not booked yet: they are pending.`,
    );
  if (cents) reasons.push("The label says that amounts are in hundredths.");
  if (detailed.details !== undefined)
    reasons.push(
      "Rows without an amount below a booking are its details: the booking is the transaction, and its notes keep the details.",
    );
  return settle(detailed, { reasons });
}

function listParties({ materials, table }: Decisions): Pick<CsvPlan, "parties"> {
  const { head, region } = materials;
  const outside = head.rows.slice(
    0,
    Math.max(0, region.header >= 0 ? region.header : region.first),
  );
  const isSet = (column: number) => table.settings.columns.has(column);
  const parties = findParties(table.columns, table.rows, outside, isSet);
  return parties === null ? {} : { parties };
}

/** The layout that explains a plan to a person. */
export function writeLayout(
  { materials, table, format, money, balances }: Decisions,
  plan: CsvPlan,
  sampleDate: string,
  { reasons, warnings }: Notes,
): Layout {
  const { head, region, dialect } = materials;
  const hasHeaderLine = region.header >= 0 && dialect.fields === undefined;
  const isIgnored = (column: number) => table.settings.columns.get(column) === "ignore";
  return {
    format: "csv",
    fingerprint: materials.fingerprint,
    bank: table.known?.bank ?? null,
    encoding: plan.encoding.name,
    delimiter: plan.dialect.delimiter,
    header_line: hasHeaderLine ? (head.lines[region.header] ?? null) : null,
    columns: describeColumns(table.columns, plan, isIgnored),
    date_format: describeDateFormat(sampleDate, format.order),
    decimal_mark: format.mark,
    sign: nameSign(money.owed ? reverseSigns(plan.money) : plan.money),
    currency: money.currency.fixed,
    account: balances.accountName,
    proof: balances.proof,
    why: reasons,
    ...(warnings.length > 0 && { warnings }),
  };
}

function findFirstLine({ head, region }: Materials): number {
  return head.lines[region.first] ?? (head.lines[head.lines.length - 1] ?? 0) + 1;
}

/**
 * A balance that is the same on every row is that of the day of download, not a running balance.
 */
function findBalanceColumn({ table, money: { finding } }: Decisions): number {
  const isDownload = isConstant(table.columns.profiles[finding.balance]) && finding.chain === null;
  return isDownload ? -1 : finding.balance;
}

/** The stated balances in units of a ten-thousandth. */
function scaleBalances(
  { stated, dated }: Balances,
  scale: number,
): Pick<CsvPlan, "opening" | "closing" | "closing_line" | "closing_day" | "dated"> {
  return {
    opening: stated === null ? null : stated.opening * scale,
    closing: stated === null ? null : stated.closing * scale,
    ...(stated !== null && { closing_line: stated.line, closing_day: stated.day }),
    ...(dated !== null && { dated: { balance: dated.value * scale, day: dated.day } }),
  };
}

/** Currencies whose smallest unit is the unit itself. */
const WHOLE_CURRENCIES: ReadonlySet<string> = new Set(["jpy", "krw", "clp", "vnd", "isk"]);

/** Whether the labels say that whole numbers are counted in hundredths: "Amount in cents". */
function countsHundredths({ table, money }: Decisions): boolean {
  const { profiles } = table.columns;
  const namesHundredths = (label: string) =>
    parts.hundredths.some((word) => ` ${normalLabel(label)}`.endsWith(` ${word}`));
  return (
    !WHOLE_CURRENCIES.has(money.currency.fixed ?? "") &&
    moneyColumns(money.finding.plan).every((column) => {
      const profile = profiles[column];
      return profile !== undefined && profile.fractions === 0 && namesHundredths(profile.label);
    })
  );
}

const SPARE: readonly (Role | null)[] = [
  "amount",
  "debit",
  "credit",
  "original_amount",
  "other_amount",
  "fee",
];

/** The columns of amounts that are not the transaction's, by their labels or their decimals. */
function listSpareColumns({ roles, profiles }: Columns, plan: MoneyPlan): Pick<CsvPlan, "spare"> {
  const used = [...moneyColumns(plan), ...feeColumns(plan)];
  const holdsDecimals = (column: number) => {
    const profile = profiles[column];
    return profile !== undefined && holdsAmounts(profile) && profile.fractions > 0;
  };
  const spare = roles.flatMap((role, column) =>
    (SPARE.includes(role) || (role === null && holdsDecimals(column))) && !used.includes(column)
      ? [column]
      : [],
  );
  return spare.length === 0 ? {} : { spare };
}
