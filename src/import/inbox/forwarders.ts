// Whose forwards a person has accepted: addresses, never whole domains, since a domain of mailboxes belongs to everybody who has
// one there. Only an address that its domain vouched for is ever learned, and it only counts where its domain does so again.

import { TRUSTED_FORWARDERS_MAX } from "../../limits.ts";
import type { Sql } from "../../sql/sql.ts";

export interface TrustedForwarder {
  readonly address: string;
  readonly at: number;
}

export function isTrusted(sql: Sql, address: string): boolean {
  return address !== "" && sql.first("SELECT 1 FROM trusted_forwarders WHERE address = ?", address) !== null;
}

/** Learns who forwarded a receipt that a person accepts; nothing where nobody vouched for the forward. */
export function learnForwarder(sql: Sql, receipt: number, now: number): void {
  const address = sql.first<{ forwarder: string | null }>("SELECT forwarder FROM receipts WHERE id = ?", receipt)?.forwarder ?? null;
  if (address === null) return;
  sql.run("INSERT OR REPLACE INTO trusted_forwarders (address, at) VALUES (?, ?)", address, now);
  sql.run("DELETE FROM trusted_forwarders WHERE address NOT IN (SELECT address FROM trusted_forwarders ORDER BY at DESC LIMIT ?)", TRUSTED_FORWARDERS_MAX);
}

/** Newest first. */
export function trustedForwarders(sql: Sql): TrustedForwarder[] {
  return sql.all<TrustedForwarder>("SELECT address, at FROM trusted_forwarders ORDER BY at DESC, address");
}

/** Forgets that forwards of the address were accepted; false where they were not. */
export function distrust(sql: Sql, address: string): boolean {
  return sql.run("DELETE FROM trusted_forwarders WHERE address = ?", address) > 0;
}
