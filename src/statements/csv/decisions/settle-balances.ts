// Whose rows they are and what proves them: the accounts, the balances stated outside the table,
// and the proof of the rows looked at.

import type { Currency } from "../../../money/currency.ts";
import type { Proof } from "../../statement.ts";
import { splitByCurrency } from "../amounts/currency-columns.ts";
import {
  explainProof,
  findDatedBalance,
  findStatedBalances,
  isContradicted,
  type DatedBalance,
  type Stated,
} from "../amounts/stated-balances.ts";
import { decideAccount } from "../columns/account-and-currency.ts";
import type { DateOrder } from "../dates/dates.ts";
import type { CsvPlan } from "../plan.ts";
import { findOutsideRows } from "../shape/outside-table.ts";
import type { Materials, Table } from "./settle-columns.ts";
import type { Money } from "./settle-money.ts";
import { settle, type Settled } from "./settled.ts";

/** Evidence from the rows about the accounts of the file. */
export interface AccountEvidence {
  /** The labels in the account column. */
  readonly accounts: ReadonlySet<string>;
  /** The currencies of each account, where the columns of amounts name theirs. */
  readonly currencies: ReadonlyMap<string, ReadonlySet<Currency>>;
  /** The currencies of each account's rows. */
  readonly rowCurrencies: ReadonlyMap<string, ReadonlySet<Currency>>;
}

export interface Balances {
  /** The file's name of its account; null if it names none or several. */
  readonly accountName: string | null;
  /** The accounts' labels; more than one where the file is of several. */
  readonly labels: readonly string[];
  readonly account: CsvPlan["account"];
  /** The balances around the rows, in the amounts' smallest unit. */
  readonly stated: Stated | null;
  readonly dated: DatedBalance | null;
  readonly proof: Proof;
}

/** Decides accounts and proof of a table whose money is decided. */
export function settleBalances(
  { head, region, holders }: Materials,
  { known }: Table,
  money: Money,
  order: DateOrder,
  evidence: AccountEvidence,
): Settled<Balances> {
  const { context, finding, accountColumn } = money;
  const reasons: string[] = [];
  const outside = findOutsideRows(head, region);
  const headings = accountColumn < 0 && holders !== null ? listNames(holders) : null;
  if (headings !== null) reasons.push("Each table belongs to the account named above its header.");
  const service = nameService(known?.bank ?? "");
  const split =
    splitByCurrency(evidence.currencies, service) ??
    (isProvenApart(money) ? splitByCurrency(evidence.rowCurrencies, service) : null);
  if (split !== null && evidence.currencies.size === 0)
    reasons.push("Each currency has a running balance of its own, so each is an account.");
  const inColumn = accountColumn < 0 ? new Set<string>() : evidence.accounts;
  const account =
    split !== null
      ? { label: null, named: null, labels: split.labels }
      : decideAccount(
          headings ?? inColumn,
          context.rows.length,
          outside.map(({ cells }) => cells),
        );
  const several = account.labels.length > 1;
  const isProven = finding.chain !== null && !isContradicted(finding.chain.proof);
  const partly = context.status >= 0 || several;
  const found =
    head.whole && !isProven
      ? findStatedBalances(context, finding.plan, { rows: outside, order, partly })
      : null;
  // A running balance that contradicts the rows is shown, unless the stated balances prove them.
  const proves = finding.chain === null || found?.reached === found?.closing;
  const stated = proves ? found : null;
  const mayBeDated = head.whole && !several && stated === null && finding.chain === null;
  const proof = explainProof(context, finding, stated, context.rows.length);
  if (stated !== null && finding.chain !== null)
    reasons.push(explainProof(context, finding, null, context.rows.length).why ?? "");
  if (proof.why !== null) reasons.push(proof.why);
  return settle(
    {
      accountName: several ? null : account.named,
      labels: account.labels,
      account: {
        column: account.labels.length > 0 ? accountColumn : -1,
        label: account.label,
        ...(!head.whole && !several && nameOnly(account)),
        ...(split !== null && { split: split.split }),
        ...(headings !== null && { headings: { first: holders?.[region.first] ?? null } }),
      },
      stated,
      dated: mayBeDated ? findDatedBalance(context, outside, order) : null,
      proof: proof.proof,
    },
    { reasons },
  );
}

/** The account that only lines outside the table name. */
function nameOnly({ label, named }: { label: string | null; named: string | null }) {
  return label === null && named !== null ? { named } : {};
}

/** Whether each currency has a running balance of its own, as a wallet's pockets do. */
function isProvenApart({ finding, currency }: Money): boolean {
  const proven = finding.chain?.proof.rows_proven ?? 0;
  return currency.column >= 0 && currency.fixed === null && proven > 0;
}

function listNames(holders: readonly (string | null)[]): ReadonlySet<string> {
  return new Set(holders.flatMap((holder) => holder ?? []));
}

/** The name of a service in the names of its balances: "Wise" of "Wise transaction history". */
function nameService(bank: string): string {
  return bank.replace(/ (transaction history|statement|export)$/i, "");
}
