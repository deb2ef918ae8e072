// Adds the new accounts and the messages of a connection's answer. An account is in the budget only
// once. An account that another connection to the same server feeds stays with that connection. An
// account of a removed connection continues where it stopped. An account whose link the user ended
// does not come back.

import { PROVIDER_ACCOUNTS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { dayOfInstant } from "../../money/day.ts";
import type { ProviderAccount } from "../linked/provider.ts";
import { addAccounts, askFetch, countLinked } from "../linked/store.ts";
import { requestJob } from "../jobs/queue.ts";
import { findBank, noteAnswer } from "./store.ts";

/**
 * Adds new accounts and requests their transactions, inside the caller's transaction. Does nothing
 * for a connection that is not in the banks table.
 */
export function welcome(
  sql: Sql,
  itemId: string,
  accounts: readonly ProviderAccount[],
  messages: readonly string[],
  now: number,
): void {
  const bank = findBank(sql, itemId);
  if (bank === null) return;
  const said = [...messages];
  const fresh = accounts.filter(({ id }) => !isKnown(sql, itemId, id));
  const elsewhere = fresh.filter(({ id }) => isElsewhere(sql, itemId, bank.host, id));
  if (elsewhere.length > 0)
    said.push(
      `Connected already, by another connection to ${bank.host}: ${elsewhere.map(({ name }) => name).join(", ")}.`,
    );
  const added = fresh.filter(
    (account) => !elsewhere.includes(account) && !adopt(sql, itemId, bank.host, account.id),
  );
  const room = Math.max(0, PROVIDER_ACCOUNTS_MAX - countLinked(sql));
  if (added.length > room)
    said.push(
      `${added.length - room} accounts are not added: a budget has at most ${PROVIDER_ACCOUNTS_MAX} linked accounts.`,
    );
  const news = added
    .slice(0, room)
    .map((account) => ({
      ...account,
      linkedItemId: itemId,
      providerId: account.id,
      institution: account.institution ?? bank.host,
    }));
  addAccounts(sql, news, bank.created_by, dayOfInstant(now));
  noteAnswer(sql, itemId, said, now);
  const waiting = sql.all<{ id: number }>(
    "SELECT id FROM linked_accounts WHERE linked_item_id = ? AND status = 'syncing' AND fetch_due_at IS NULL AND last_fetch IS NULL",
    itemId,
  );
  if (waiting.length === 0) return;
  askFetch(
    sql,
    waiting.map(({ id }) => id),
    null,
    now,
  );
  requestJob(sql, "fetch linked accounts", now);
}

function isKnown(sql: Sql, itemId: string, providerId: string): boolean {
  const known = `SELECT 1 FROM linked_accounts WHERE linked_item_id = ?1 AND provider_id = ?2
    UNION ALL SELECT 1 FROM bank_accounts_ended WHERE item_id = ?1 AND provider_id = ?2`;
  return sql.first(known, itemId, providerId) !== null;
}

function isElsewhere(sql: Sql, itemId: string, host: string, providerId: string): boolean {
  return (
    sql.first(
      `SELECT 1 FROM linked_accounts a JOIN banks b ON b.item_id = a.linked_item_id
     WHERE a.provider_id = ? AND b.host = ? AND b.item_id <> ? AND b.state <> 'removed'`,
      providerId,
      host,
      itemId,
    ) !== null
  );
}

/**
 * Takes over the account of a removed connection to the same server; false if there is no such
 * account.
 */
function adopt(sql: Sql, itemId: string, host: string, providerId: string): boolean {
  const adopted = sql.all(
    `UPDATE linked_accounts SET linked_item_id = ?1, status = 'syncing', last_fetch = NULL WHERE id = (
       SELECT a.id FROM linked_accounts a JOIN banks b ON b.item_id = a.linked_item_id
       WHERE a.provider_id = ?2 AND b.host = ?3 AND b.state = 'removed' ORDER BY a.id DESC LIMIT 1) RETURNING id`,
    itemId,
    providerId,
    host,
  );
  return adopted.length > 0;
}
