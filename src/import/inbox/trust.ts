// Whose mail a person has accepted: addresses, never whole domains, since a domain of mailboxes belongs to everybody who has
// one there. Only an address that its domain vouched for is ever learned, and it only counts where its domain does so again.

import { TRUSTED_SENDERS_MAX } from "../../limits.ts";
import type { Sql } from "../../sql/sql.ts";

export interface TrustedSender {
  readonly address: string;
  readonly at: number;
}

export function isTrusted(sql: Sql, address: string): boolean {
  return address !== "" && sql.first("SELECT 1 FROM trusted_senders WHERE address = ?", address) !== null;
}

/** Learns who vouched for a receipt that a person accepts; nothing where nobody did. */
export function learnTrust(sql: Sql, receipt: number, now: number): void {
  const voucher = sql.first<{ voucher: string | null }>("SELECT voucher FROM receipts WHERE id = ?", receipt)?.voucher ?? null;
  if (voucher === null) return;
  sql.run("INSERT OR REPLACE INTO trusted_senders (address, at) VALUES (?, ?)", voucher, now);
  sql.run("DELETE FROM trusted_senders WHERE address NOT IN (SELECT address FROM trusted_senders ORDER BY at DESC LIMIT ?)", TRUSTED_SENDERS_MAX);
}

/** Newest first. */
export function trustedSenders(sql: Sql): TrustedSender[] {
  return sql.all<TrustedSender>("SELECT address, at FROM trusted_senders ORDER BY at DESC, address");
}

/** Forgets that mail of the address was accepted; false where it was not. */
export function distrust(sql: Sql, address: string): boolean {
  return sql.run("DELETE FROM trusted_senders WHERE address = ?", address) > 0;
}
