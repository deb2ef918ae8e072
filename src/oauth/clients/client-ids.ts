// The ids of the OAuth clients that a person registered, in their own database: listed before a
// client is registered, forgotten after it is gone (clients.ts).

import { CLIENTS_A_PERSON_MAX, JOINING_MS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** The oldest first. */
export function clientIds(sql: Sql): string[] {
  return sql
    .all<{ client_id: string }>("SELECT client_id FROM clients ORDER BY created_at, client_id")
    .map((row) => row.client_id);
}

/** False where the person has CLIENTS_A_PERSON_MAX. */
export function addClientId(sql: Sql, clientId: string, now: number): boolean {
  const count = sql.count("clients");
  if (count >= CLIENTS_A_PERSON_MAX) return false;
  sql.run("INSERT OR IGNORE INTO clients (client_id, created_at) VALUES (?, ?)", clientId, now);
  return true;
}

export function removeClientId(sql: Sql, clientId: string): void {
  sql.run("DELETE FROM clients WHERE client_id = ?", clientId);
}

/**
 * Forgets old ids whose client was never registered: they are too old for a registration still
 * under way.
 */
export function forgetClientIds(sql: Sql, clientIds: readonly string[], now: number): void {
  sql.run(
    "DELETE FROM clients WHERE client_id IN (SELECT value FROM json_each(?)) AND created_at <= ?",
    JSON.stringify(clientIds),
    now - JOINING_MS_MAX,
  );
}
