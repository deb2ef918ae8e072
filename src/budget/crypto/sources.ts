// Chains and exchanges as providers of synced crypto: the source behind each neutral name, the
// crypto_sources table, and the meaning of a source's answer for the account. After a refusal the
// known balances stay and the person has to act; a server out of reach changes nothing.

import * as z from "zod";
import { CRYPTO_BALANCES_MAX } from "../../platform/limits.ts";
import type { BalanceReading } from "../../sources/reading.ts";
import type { SourceFault } from "../../sources/source-fault.ts";
import type { Secrets, Source } from "../../sources/source.ts";
import { findSourceByType } from "../../sources/sources.ts";
import { nextRising } from "../../platform/sql/rising-numbers.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import type { SourceAccess } from "../source-access.ts";
import type {
  CryptoAnswer,
  CryptoConnection,
  CryptoProvider,
  CryptoProviderName,
  ProviderBalance,
  SyncedStatus,
} from "./provider.ts";

const TYPES: Readonly<Record<CryptoProviderName, string>> = {
  exchange_a: "kraken",
  exchange_b: "coinbase",
  ethereum: "ethereum",
};
const NAME_CHARS_MAX = 45;
const SECRETS = z.record(z.string(), z.string());
const PINS = z.record(z.string(), z.string());

/** The source behind a provider's name. */
export function sourceBehind(provider: CryptoProviderName): Source {
  return must(findSourceByType(TYPES[provider]), "each provider has its source");
}

/** A source as it is stored. */
export interface KeptSource {
  /** JSON. */
  readonly settings: string;
  readonly sealed: string;
}

export interface SourceRow extends KeptSource {
  readonly account_id: number;
  readonly asked_at: number | null;
  readonly reason: string | null;
  /**
   * JSON: facts that the source learned when it was read. New settings keep them, but what the
   * settings say takes precedence.
   */
  readonly pins: string;
  /** Another one whenever settings or credentials are. */
  readonly generation: number;
}

/** Makes it the account's source, in place of the one it had. */
export function keepSource(sql: Sql, id: number, { settings, sealed }: KeptSource): void {
  sql.run(
    `INSERT INTO crypto_sources (account_id, settings, sealed) VALUES (?1, ?2, ?3)
     ON CONFLICT (account_id) DO UPDATE SET settings = ?2, sealed = ?3, generation = generation + 1, asked_at = NULL, reason = NULL`,
    id,
    settings,
    sealed,
  );
}

/** The account's source; null where the feed plays it, or there is no such account. */
export function findSource(sql: Sql, id: number): SourceRow | null {
  return sql.first<SourceRow>("SELECT * FROM crypto_sources WHERE account_id = ?", id);
}

/** A source as it is listed, without its credentials. */
export interface ListedSource {
  readonly id: number;
  readonly provider: CryptoProviderName;
  readonly settings: string;
  readonly asked_at: number | null;
  readonly reason: string | null;
}

/** Those of all accounts, of which there is a bounded number. */
export function allSources(sql: Sql): ListedSource[] {
  return sql.all<ListedSource>(
    "SELECT s.id, s.provider, o.settings, o.asked_at, o.reason FROM crypto_sources o JOIN crypto_synced s ON s.id = o.account_id ORDER BY s.id",
  );
}

interface SealedSource extends CryptoConnection {
  readonly id: number;
  readonly sealed: string;
}

/** All stored credentials, each with the account that it is sealed for. */
export function sealedSources(sql: Sql): SealedSource[] {
  return sql.all<SealedSource>(
    "SELECT s.id, s.provider, s.provider_id AS providerId, o.sealed FROM crypto_sources o JOIN crypto_synced s ON s.id = o.account_id",
  );
}

/** The same credentials, sealed by the key in use; others that came meanwhile stay as they are. */
export function resealSource(
  sql: Sql,
  { id, sealed: before }: Pick<SealedSource, "id" | "sealed">,
  sealed: string,
): void {
  sql.run(
    "UPDATE crypto_sources SET sealed = ? WHERE account_id = ? AND sealed = ?",
    sealed,
    id,
    before,
  );
}

/** Answers for the accounts that have a source, and asks `others` for the rest. */
export function sourceProvider(
  sql: Sql,
  access: SourceAccess<CryptoConnection>,
  others: CryptoProvider,
): CryptoProvider {
  return async (connection) => {
    const { provider, providerId } = connection;
    const row = sql.first<SourceRow>(
      "SELECT o.* FROM crypto_synced s JOIN crypto_sources o ON o.account_id = s.id WHERE s.provider = ? AND s.provider_id = ?",
      provider,
      providerId,
    );
    if (row === null) return others(connection);
    const opened = await access.open(connection, row.sealed);
    if (opened === null)
      return recordOutcome(
        sql,
        row,
        "The credentials open with no key of this deployment: set them again.",
        { status: "relink", balances: null },
      );
    if (!opened.current)
      resealSource(
        sql,
        { id: row.account_id, sealed: row.sealed },
        await access.seal(connection, opened.plain),
      );
    const secrets: Secrets = SECRETS.parse(JSON.parse(opened.plain));
    const read = await sourceBehind(provider).read({
      settings: JSON.parse(row.settings),
      secrets,
      fetching: access.fetching,
      pins: PINS.parse(JSON.parse(row.pins)),
      now: Date.now(),
      rising: (name, atLeast) => nextRising(sql, name, atLeast),
    });
    if (!read.ok) return recordFault(sql, row, read.error);
    const balances =
      read.value.kind === "balances" ? read.value.balances.flatMap(toProviderBalance) : [];
    if (balances.length > CRYPTO_BALANCES_MAX)
      return recordOutcome(
        sql,
        row,
        `It holds ${balances.length} different coins, more than ${CRYPTO_BALANCES_MAX}.`,
        { status: "unsupported", balances: null },
      );
    const pins = JSON.stringify(read.value.pins ?? {});
    return recordOutcome(sql, { ...row, pins }, null, { status: "active", balances });
  };
}

/** The account's status after a fault; null for a fault that passes by itself. */
const STATUS_OF: Readonly<Record<SourceFault["kind"], SyncedStatus | null>> = {
  refused: "relink",
  gone: "relink",
  malformed: "unsupported",
  "too large": "unsupported",
  "forbidden address": "unsupported",
  unreachable: null,
  slow: null,
  limited: null,
};

function recordFault(sql: Sql, row: SourceRow, { kind, message }: SourceFault): CryptoAnswer {
  const status = STATUS_OF[kind];
  recordOutcome(sql, row, message, null);
  if (status === null) throw new Error(`A provider of crypto gave no answer: ${message}`);
  return { status, balances: null };
}

/**
 * Records when the source was asked, the outcome and what it learned, unless the source was changed
 * meanwhile.
 */
function recordOutcome<Answer>(
  sql: Sql,
  { account_id: id, generation, pins }: SourceRow,
  reason: string | null,
  answer: Answer,
): Answer {
  sql.run(
    "UPDATE crypto_sources SET asked_at = ?, reason = ?, pins = ? WHERE account_id = ? AND generation = ?",
    Date.now(),
    reason,
    pins,
    id,
    generation,
  );
  return answer;
}

/** A coin that is no longer held is not shown. */
function toProviderBalance({ unit, name, amount, asOf }: BalanceReading): ProviderBalance[] {
  return amount === "0"
    ? []
    : [
        {
          symbol: unit,
          name: (name ?? unit.toUpperCase()).slice(0, NAME_CHARS_MAX),
          displayName: null,
          balance: amount,
          asOf,
        },
      ];
}
