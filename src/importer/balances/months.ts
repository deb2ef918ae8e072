// Writes the month ends that statements prove into the service's balance history. A month is
// written if it is empty, if the service itself recorded it, or if it has our own figure; the
// figure of a person or of another source stays. A month that no statement proves any more becomes
// what it was.

import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import { parseUnits, printUnits, units } from "../../money/money.ts";
import { monthOfInstant, type Month } from "../../money/month.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import type { AccountRef } from "../imports/account-ref.ts";
import { heldUnits } from "./balance.ts";
import type { BalanceService, MonthSeen } from "./service.ts";
import {
  forgetWritten,
  keepWritten,
  provenMonths,
  writtenMonths,
  type WrittenMonth,
} from "./store.ts";

export interface Settled {
  readonly kind: "settled";
  /** A sentence if the service refused them. */
  readonly problem: string | null;
}

/**
 * Makes an account's history show what its statements prove, or returns why the service could not
 * be asked.
 */
export async function settleMonths(
  sql: Sql,
  account: AccountRef,
  debt: boolean,
  service: BalanceService,
  now: number,
): Promise<Settled | NoAnswer> {
  const proven = new Map(
    [...provenMonths(sql, account.id)]
      .filter(([month]) => month < monthOfInstant(now))
      .map(([month, balance]) => [month, heldUnits(debt, balance)]),
  );
  const written = writtenMonths(sql, account.id);
  if (proven.size === 0 && written.size === 0) return { kind: "settled", problem: null };
  const found = await service.history(account.id);
  if (found.kind === "refused" || found.kind === "unauthorized")
    return { kind: "settled", problem: `The balance history could not be read: ${found.message}.` };
  if (found.kind !== "history") return found;
  const entries = new Map(found.months.map((entry) => [entry.month, entry]));
  const wanted = decideMonths(account, proven, written, entries);
  const kept = [...entries.values()].filter(
    ({ month, balance, currency }) =>
      proven.has(month) &&
      !wanted.writes.some((one) => one.month === month) &&
      (balance !== proven.get(month) || currency !== account.currency),
  ).length;
  if (wanted.writes.length > 0) {
    // The previous figure is stored before it is overwritten.
    sql.transaction(() => wanted.writes.forEach((one) => keepWritten(sql, account.id, one)));
    const reply = await service.putMonths(
      account.id,
      wanted.writes.map(({ month, balance }) => ({ month, balance, currency: account.currency })),
    );
    if (reply.kind === "refused" || reply.kind === "unauthorized")
      return { kind: "settled", problem: `The balance history was not written: ${reply.message}.` };
    if (reply.kind !== "put") return reply;
    sql.transaction(() =>
      wanted.writes.forEach((one) => keepWritten(sql, account.id, { ...one, arrived: true })),
    );
  }
  for (const { month, entry } of wanted.deletes) {
    const reply = await service.deleteMonth(entry);
    if (reply.kind !== "put" && reply.kind !== "refused") return reply;
    forgetWritten(sql, account.id, month);
  }
  for (const month of wanted.forgets) forgetWritten(sql, account.id, month);
  const others = kept === 1 ? "One month of the history has" : `${kept} months of the history have`;
  const problem =
    kept === 0 ? null : `${others} another balance, which somebody else wrote: that stays.`;
  return { kind: "settled", problem };
}

interface Wanted {
  readonly writes: readonly WrittenMonth[];
  readonly deletes: readonly { readonly month: Month; readonly entry: number }[];
  /** Months that are no longer ours: somebody overwrote or deleted them. */
  readonly forgets: readonly Month[];
}

function decideMonths(
  account: AccountRef,
  proven: ReadonlyMap<Month, number>,
  written: ReadonlyMap<Month, WrittenMonth>,
  entries: ReadonlyMap<Month, MonthSeen>,
): Wanted {
  const writes: WrittenMonth[] = [];
  const deletes: { month: Month; entry: number }[] = [];
  const forgets: Month[] = [];
  for (const [month, balance] of proven) {
    const entry = entries.get(month);
    const own = written.get(month);
    if (entry?.balance === balance && entry.currency === account.currency) continue;
    const ours =
      entry === undefined ||
      (entry.currency === account.currency && (entry.recorded || isOwn(entry, own)));
    // Somebody deleted our figure: that counts as their decision.
    if (!ours || (entry === undefined && own?.arrived === true && own.balance === text(balance)))
      continue;
    const shown = entry === undefined ? null : text(entry.balance);
    const before = own === undefined ? shown : own.before;
    writes.push({ month, balance: text(balance), before, arrived: false });
  }
  for (const [month, own] of written) {
    if (proven.has(month)) continue;
    const entry = entries.get(month);
    if (entry === undefined || !isOwn(entry, own)) forgets.push(month);
    else if (own.before === null) deletes.push({ month, entry: entry.id });
    else if (text(entry.balance) !== own.before)
      writes.push({ month, balance: own.before, before: own.before, arrived: false });
  }
  return { writes, deletes, forgets };
}

/** Our figure is there; or the previous one is, if the object was killed before ours left. */
function isOwn({ balance }: MonthSeen, own: WrittenMonth | undefined): boolean {
  return (
    own !== undefined &&
    [own.balance, own.before].some((one) => one !== null && parsePrinted(one) === balance)
  );
}

function text(balance: number): string {
  return printUnits(units(balance));
}

function parsePrinted(printed: string): number {
  const read = parseUnits(printed);
  return must(read.ok ? read.value : null, "a balance that we stored can be read");
}
