// Finds the balances that a file states once it is read to its end: in its stored rows, and outside
// them. A running balance is taken from the last row of a day or month, in the order of the balance
// chain. From an opening and a closing balance, month ends follow by the rows' sums.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Currency } from "../../money/currency.ts";
import { parseDay, type Day } from "../../money/day.ts";
import { units } from "../../money/money.ts";
import { lastDay, monthOf, nextMonth, type Month } from "../../money/month.ts";
import type { ChainMode } from "../../statements/csv/amounts/proof.ts";
import type { StatementPlan } from "../../statements/read-statement.ts";
import type { StatedBalance } from "../../statements/statement.ts";
import type { Run } from "../imports/runs.ts";
import type { AccountRef } from "../imports/account-ref.ts";
import type { RunBalance, Stated } from "./balance.ts";

/** The accounts of a read run, each with what the file states of its balance. */
export function evidenceIn(sql: Sql, run: Run, stated: readonly StatedBalance[]): RunBalance[] {
  const labels = Object.entries(run.reading?.accounts ?? {}).flatMap(([label, account]) =>
    account === null ? [] : [{ label, account }],
  );
  const accounts = new Map(labels.map(({ account }) => [account.id, account]));
  return [...accounts.values()].map((account) => {
    const named = labels.filter((one) => one.account.id === account.id);
    const [only, ...others] = named;
    // Two labels that go to one account have two balances, and neither is the account's.
    const found =
      run.options.balance_stated === true || only === undefined || others.length > 0
        ? null
        : readStated(sql, run, account, findStated(stated, only.label));
    return { account, stated: found, choice: null, plan: null, keeps_to: null, outcome: null };
  });
}

/** The balance stated for a label; a file of one account need not name it. */
function findStated(stated: readonly StatedBalance[], label: string): StatedBalance | null {
  const found = label === "" ? stated : stated.filter(({ account }) => account === label);
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? null : only;
}

function readStated(
  sql: Sql,
  run: Run,
  account: AccountRef,
  printed: StatedBalance | null,
): Stated | null {
  const proof = run.layout?.proof ?? null;
  const broken = (proof?.breaks ?? 0) > 0 || proof?.breaks_at != null;
  const ofRows = sql.all<{ currency: Currency }>(
    `SELECT DISTINCT item ->> '$.currency' AS currency FROM rows JOIN row_texts USING (run, seq)
     WHERE run = ? AND account = ? AND item IS NOT NULL LIMIT 3`,
    run.seq,
    account.id,
  );
  const currencies = new Set([
    ...ofRows.map(({ currency }) => currency),
    ...(printed?.currency ? [printed.currency] : []),
  ]);
  const [currency = account.currency, ...others] = currencies;
  const foreign = others.length > 0 || currency !== account.currency;
  const mode = run.reading === null ? null : findChain(run.reading.plan);
  const found =
    (mode === null ? null : running(sql, run.seq, account.id, mode, broken)) ??
    (printed === null ? null : findStatedOutsideRows(sql, run.seq, account.id, printed, broken));
  if (found === null) return null;
  const { n } = sql.first<{ n: number }>(
    "SELECT COUNT(*) AS n FROM rows WHERE run = ? AND account = ? AND date = ?",
    run.seq,
    account.id,
    found.day,
  ) ?? { n: 0 };
  return {
    ...found,
    currency: others.length > 0 ? null : currency,
    rows_of_day: n,
    broken,
    foreign,
    months: broken || foreign ? [] : found.months,
  };
}

/**
 * The order of a running balance, if every table of the document has the same; null for other
 * documents.
 */
function findChain(plan: StatementPlan): ChainMode | null {
  const [first, ...others] = listTables(plan).map(({ chain }) => chain);
  if (first === undefined || first === null) return null;
  return others.every((one) => one?.order === first.order && one.within === first.within)
    ? first
    : null;
}

function listTables(plan: StatementPlan) {
  if ("csv" in plan) return [plan.csv];
  return "workbook" in plan ? plan.workbook.parts.map(({ csv }) => csv) : [];
}

type Found = Omit<Stated, "currency" | "rows_of_day" | "broken" | "foreign">;

interface Ends {
  readonly month: Month;
  readonly last: string;
  readonly first: string;
}

const SEQ_DIGITS = 12;

function running(
  sql: Sql,
  run: number,
  account: number,
  mode: ChainMode,
  broken: boolean,
): Found | null {
  // If the file, or a day's rows, run backwards, the last row in time is the first of the file.
  const forward = (mode.order === "oldest first") !== (mode.within === "turned");
  const place = forward ? "seq" : `${10 ** SEQ_DIGITS - 1} - seq`;
  const at = `date || printf('%0${SEQ_DIGITS}d', ${place})`;
  const ends = sql.all<Ends>(
    `SELECT substr(date, 1, 7) AS month, MAX(${at}) AS last, MIN(${at}) AS first
     FROM rows WHERE run = ? AND account = ? AND balance IS NOT NULL GROUP BY month ORDER BY month`,
    run,
    account,
  );
  const rowAt = (end: string) => {
    const seq = Number(end.slice(10));
    const row = sql.first<{ balance: number; amount: number }>(
      "SELECT balance, amount FROM rows WHERE run = ? AND seq = ?",
      run,
      forward ? seq : 10 ** SEQ_DIGITS - 1 - seq,
    );
    return {
      day: parseDay(end.slice(0, 10)),
      balance: row?.balance ?? 0,
      amount: row?.amount ?? 0,
    };
  };
  const [first, last] = [ends[0], ends.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [beginning, end] = [rowAt(first.first), rowAt(last.last)];
  if (beginning.day === null || end.day === null) return null;
  const known = new Map(ends.map((one) => [one.month, rowAt(one.last).balance]));
  const rowByRow = mode.within === "as the file" || mode.within === "turned";
  const { rows } = sql.first<{ rows: number }>(
    "SELECT COUNT(*) AS rows FROM (SELECT 1 FROM rows WHERE run = ? AND account = ? AND balance IS NOT NULL LIMIT 2)",
    run,
    account,
  ) ?? { rows: 0 };
  return {
    day: end.day,
    closing: units(end.balance),
    opening: rowByRow && !broken ? units(beginning.balance - beginning.amount) : null,
    first_day: beginning.day,
    evidence: rows > 1 ? "running balance" : "stated",
    months: monthsUntil(beginning.day, end.day).reduce<
      { month: Month; balance: Stated["closing"] }[]
    >((months, month) => {
      const balance = known.get(month) ?? months.at(-1)?.balance;
      return balance === undefined ? months : [...months, { month, balance: units(balance) }];
    }, []),
  };
}

function findStatedOutsideRows(
  sql: Sql,
  run: number,
  account: number,
  printed: StatedBalance,
  broken: boolean,
): Found | null {
  const sums = sql.all<{ month: Month; sum: number; first: Day; last: Day }>(
    `SELECT substr(date, 1, 7) AS month, SUM(amount) AS sum, MIN(date) AS first, MAX(date) AS last FROM rows
     WHERE run = ? AND account = ? AND pending = 0 AND state <> 'duplicate' AND date IS NOT NULL
     GROUP BY month ORDER BY month`,
    run,
    account,
  );
  const [first, last] = [sums[0], sums.at(-1)];
  if (first === undefined || last === undefined) return null;
  const total = sums.reduce((all, { sum }) => all + sum, 0);
  const proven = !broken && printed.opening !== null && printed.opening + total === printed.closing;
  const day = printed.day ?? (proven ? last.last : null);
  if (day === null) return null;
  const shared = {
    day,
    closing: printed.closing,
    opening: proven ? printed.opening : null,
    first_day: first.first,
  };
  if (!proven || last.last > day)
    return {
      ...shared,
      evidence: "stated",
      months:
        lastDay(monthOf(day)) === day ? [{ month: monthOf(day), balance: printed.closing }] : [],
    };
  const months = monthsUntil(first.first, day).map((month) => {
    const later = sums.reduce((all, one) => (one.month > month ? all + one.sum : all), 0);
    return { month, balance: units(printed.closing - later) };
  });
  return { ...shared, evidence: "opening and closing balance", months };
}

/** The months that ended between two days; the last day's month only if that day is its last. */
function monthsUntil(first: Day, last: Day): Month[] {
  const months: Month[] = [];
  for (let month = monthOf(first); lastDay(month) <= last; month = nextMonth(month))
    months.push(month);
  return months;
}
