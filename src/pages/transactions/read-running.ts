// The balances beside the rows of one account: they come from the imports of these rows, whose
// statements prove balances.

import * as z from "zod";
import { IMPORT } from "../../importer/imports/wire.ts";
import { parseDay } from "../../money/day.ts";
import { lastDay, parseMonth } from "../../money/month.ts";
import { parseUnits } from "../../money/money.ts";
import { encodePath } from "../ui/calls.ts";
import { read, readService } from "../ui/client.ts";
import { printBalance } from "../ui/print.ts";
import { readProvenance } from "./provenance.ts";
import type { View } from "./query.ts";
import type { LedgerPage, Ways } from "./read-ledger.ts";
import { findRunning, type Anchor } from "./running.ts";
import { accountSchema } from "../ui/wire.ts";

/** The most imports that are read for one page. */
const IMPORTS_MAX = 6;

type ShownBalance = z.infer<typeof IMPORT>["balances"][number];

/** Reads the balance after each transaction; empty unless the view is of a single account. */
export async function readRunning(
  ways: Ways,
  { query: { account }, typed, cursor }: View,
  { rows, newer }: LedgerPage,
): Promise<ReadonlyMap<number, string>> {
  const none = new Map<number, string>();
  if (account?.kind !== "manual" || typed.size !== 1) return none;
  const runs = [...new Set(rows.map((row) => readProvenance(row).run))].filter(
    (run) => run !== null,
  );
  if (runs.length === 0) return none;
  const [known, imports] = await Promise.all([
    readService(ways.service, `/manual_accounts/${account.id}`, accountSchema),
    Promise.all(
      runs
        .slice(0, IMPORTS_MAX)
        .map((run) => read(ways.api, encodePath`/api/imports/${run}`, IMPORT)),
    ),
  ]);
  if (!known.ok) return none;
  const { currency } = known.value;
  const anchors = imports
    .flatMap((one) => (one.ok && one.value.state === "done" ? [one.value] : []))
    .flatMap(({ id, balances }) =>
      balances
        .filter((one) => one.account.id === account.id && one.currency === currency)
        .flatMap((one) => listAnchors(id, one)),
    );
  const isNewest = cursor === null || newer === null;
  const found = findRunning({ rows, currency, isNewest }, anchors);
  return new Map([...found].map(([id, balance]) => [id, printBalance(balance, currency)]));
}

/** The balances that a statement proves: its last one, and those at the ends of its months. */
function listAnchors(run: string, stated: ShownBalance): Anchor[] {
  if (stated.evidence === "stated") return [];
  const ends = stated.months.map(({ month, balance }) => {
    const parsed = parseMonth(month);
    return { day: parsed === null ? null : lastDay(parsed), balance };
  });
  return [{ day: parseDay(stated.as_of), balance: stated.balance }, ...ends].flatMap(
    ({ day, balance }) => {
      const read = parseUnits(balance);
      // The balance of a debt is the amount owed.
      return day !== null && read.ok
        ? [{ day, run, balance: stated.debt ? 0 - read.value : read.value }]
        : [];
    },
  );
}
