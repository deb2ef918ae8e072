// The connections of one person, in their own database: the list of their Importer objects, and the
// one that each session works with. The Importer itself decides whether it is connected and to
// whom.
//
// Order of writes (importer/connection/connecting.ts): a connection is recorded here before its
// Importer is connected, and ended here after the Importer was disconnected. If the Worker dies in
// between, a record remains, never an invisible connection; the next look at the list asks the
// Importer and corrects the record.

import type { Config } from "../../config.ts";
import { CONNECTIONS_A_PERSON_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { LOCAL_PERSON, LOCAL_USER } from "../people/person.ts";

/**
 * connecting: the Importer may not know yet. disconnected: the person ended it; its imports remain.
 */
export type ConnectionRecordState = "connecting" | "connected" | "disconnected";

/** A connection that the person made or is making. */
export interface ConnectionRecord {
  /** The name of its Importer object. */
  readonly id: string;
  /** "embedded", or the remote service's base address. */
  readonly service: string;
  /** The person and the budget account there. */
  readonly userId: number;
  readonly accountId: number;
  /** The budget's name when it was last connected. */
  readonly name: string;
  readonly state: ConnectionRecordState;
  readonly createdAt: number;
}

/** A connection that is about to be made. */
export type ConnectionWanted = Omit<ConnectionRecord, "state" | "createdAt">;

interface Row {
  readonly id: string;
  readonly service: string;
  readonly user_id: number;
  readonly account_id: number;
  readonly name: string;
  readonly state: "connecting" | "connected";
  readonly created_at: number;
  readonly disconnected_at: number | null;
}

const EMBEDDED = "embedded";

/** The name under which connections to this deployment's service are recorded. */
export function getServiceName({ budgetApiUrl }: Config): string {
  return budgetApiUrl ?? EMBEDDED;
}

/**
 * The connection that a developer's machine is configured with (LOCAL_TOKEN, BUDGET_API_TOKEN);
 * null for everybody else.
 */
export function configuredConnection(user: string, config: Config): ConnectionRecord | null {
  if (user !== LOCAL_USER || !config.local) return null;
  if (config.budgetApiUrl === null) return configured(config, LOCAL_PERSON.id, 1, "Demo budget");
  return config.budgetApiToken === null
    ? null
    : configured(config, 0, 0, new URL(config.budgetApiUrl).host);
}

function configured(
  config: Config,
  userId: number,
  accountId: number,
  name: string,
): ConnectionRecord {
  return {
    id: "1",
    service: getServiceName(config),
    userId,
    accountId,
    name,
    state: "connected",
    createdAt: 0,
  };
}

/**
 * The connections of a person (the name of their object) to this deployment's service: the
 * configured one, then the oldest first.
 */
export function readConnections(sql: Sql, user: string, config: Config): ConnectionRecord[] {
  const one = configuredConnection(user, config);
  return [...(one === null ? [] : [one]), ...listConnections(sql, getServiceName(config))];
}

/** The connections to this service, the oldest first. */
export function listConnections(sql: Sql, service: string): ConnectionRecord[] {
  return sql
    .all<Row>(
      "SELECT id, service, user_id, account_id, name, state, created_at, disconnected_at FROM connections WHERE service = ? ORDER BY created_at, id",
      service,
    )
    .map(
      ({
        user_id: userId,
        account_id: accountId,
        created_at: createdAt,
        disconnected_at: endedAt,
        ...rest
      }) => ({
        ...rest,
        userId,
        accountId,
        createdAt,
        state: endedAt === null ? rest.state : "disconnected",
      }),
    );
}

/**
 * Records that a connection is about to be made. An existing record stays but becomes newer, so
 * that a look that began earlier does not forget it.
 */
export function beginConnection(
  sql: Sql,
  wanted: ConnectionWanted,
  now: number,
): Result<null, "too many connections"> {
  return sql.transaction(() => {
    const others = sql.count("connections WHERE id <> ? AND disconnected_at IS NULL", wanted.id);
    if (others >= CONNECTIONS_A_PERSON_MAX) return err("too many connections");
    sql.run(
      `INSERT INTO connections (id, service, user_id, account_id, name, state, created_at) VALUES (?, ?, ?, ?, ?, 'connecting', ?)
       ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, state = 'connecting', disconnected_at = NULL
         WHERE state = 'connecting' OR disconnected_at IS NOT NULL`,
      wanted.id,
      wanted.service,
      wanted.userId,
      wanted.accountId,
      wanted.name,
      now,
    );
    sql.run(
      `DELETE FROM connections WHERE id IN
         (SELECT id FROM connections WHERE disconnected_at IS NOT NULL ORDER BY disconnected_at DESC LIMIT -1 OFFSET ?)`,
      CONNECTIONS_A_PERSON_MAX,
    );
    return ok(null);
  });
}

/**
 * Writes the Importer's report about a recorded connection, even if it seemed to have ended; false
 * if it is not recorded.
 */
export function settleConnection(sql: Sql, id: string, name: string): boolean {
  return (
    sql.run(
      "UPDATE connections SET name = ?, state = 'connected', disconnected_at = NULL WHERE id = ?",
      name,
      id,
    ) > 0
  );
}

/**
 * Ends a connection as it was seen, unless it has changed since; one that was never made is
 * forgotten.
 */
export function endConnection(
  sql: Sql,
  { id, state, createdAt }: ConnectionRecord,
  now: number,
): void {
  sql.transaction(() => {
    if (state === "connecting")
      sql.run(
        "DELETE FROM connections WHERE id = ? AND state = ? AND created_at = ?",
        id,
        state,
        createdAt,
      );
    else
      sql.run(
        "UPDATE connections SET disconnected_at = ? WHERE id = ? AND state = 'connected' AND created_at = ? AND disconnected_at IS NULL",
        now,
        id,
        createdAt,
      );
  });
}

/** Makes a connection the current one of a session; one that is not in the list is left alone. */
export function chooseConnection(sql: Sql, sessionId: number, id: string): void {
  sql.run("UPDATE sessions SET connection = ? WHERE id = ?", id, sessionId);
}

/** The one that a session chose; the oldest where it chose none, or one that is no more. */
export function currentConnection(
  known: readonly ConnectionRecord[],
  chosen: string | null,
): ConnectionRecord | null {
  const connected = known.filter(({ state }) => state === "connected");
  return connected.find(({ id }) => id === chosen) ?? connected[0] ?? null;
}
