// The receipt addresses of one connection: where shops and banks send mail for it. Mail is taken by the hash of the
// address's secret; the secret itself is kept sealed for its place, so that a page can show the address again.
//
// Invariant: an address has one secret that holds, and those it had before until their time is over. Each change is
// one transaction after everything that waits, so a kill leaves the address as it was or as it was wanted.

import type { Mailbox } from "../../config.ts";
import { ADDRESSES_MAX, EARLIER_ADDRESSES_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { hashSecret } from "../../platform/credentials/credential.ts";
import type { Sealer } from "../../platform/sealing/seal.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Resealed } from "../../platform/sealing/resealed.ts";
import { addressText, newAddressSecret } from "./recipient.ts";

/** The purpose that addresses are sealed for. */
export const ADDRESS_PURPOSE = "receipt addresses";

const LAST_USED_STEP_MS = 60_000;

/**
 * The policy for a receipt that comes before the bank's row: it waits for the row, or is inserted
 * now and merged with the row later.
 */
export const ADDRESS_MODES = ["wait", "insert"] as const;

export interface AddressOptions {
  readonly mode: (typeof ADDRESS_MODES)[number];
  /** The account that receipts go to; null where a person or the sender's earlier mail says it. */
  readonly account_id: number | null;
  /** The account is one for cash: no bank's row is waited for. */
  readonly cash: boolean;
}

/** An address as it is shown; `address` is null where it cannot be: no mailbox is configured, or its key is gone. */
export interface ReceiptAddress extends AddressOptions {
  readonly id: number;
  readonly label: string;
  readonly address: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  /** What it was before and is taken still, the newest first. */
  readonly earlier: readonly { readonly address: string | null; readonly ends_at: string }[];
}

export type AddressRefusal =
  | { readonly kind: "no such address" }
  | { readonly kind: "too many"; readonly message: string }
  | { readonly kind: "not offered"; readonly message: string };

/** What is said where no mailbox is configured. */
export const NOT_OFFERED =
  "No mail can be received here yet. Whoever runs this deployment sets RECEIPT_ADDRESS " +
  '(such as "receipts@example.com") in wrangler.toml and routes that mailbox to it.';

interface AddressRow {
  readonly id: number;
  readonly label: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly mode: AddressOptions["mode"];
  readonly account: number | null;
  readonly cash: number;
}

interface SecretRow {
  readonly hash: string;
  readonly address: number;
  readonly sealed: string;
  readonly ends_at: number | null;
}

/** The addresses of the connection named. */
export class Addresses {
  readonly #sql: Sql;
  readonly #connection: string;

  constructor(sql: Sql, connection: string) {
    this.#sql = sql;
    this.#connection = connection;
  }

  /** All of them, the oldest first. */
  async list(sealer: Sealer, mailbox: Mailbox | null, now: number): Promise<ReceiptAddress[]> {
    const rows = this.#sql.all<AddressRow>(
      "SELECT id, label, created_at, last_used_at, mode, account, cash FROM addresses ORDER BY id",
    );
    return Promise.all(rows.map((row) => this.#shown(row, sealer, mailbox, now)));
  }

  /** Makes another one; its id. */
  async create(
    label: string,
    sealer: Sealer,
    now: number,
  ): Promise<Result<number, AddressRefusal>> {
    const secret = await this.#newSecret(sealer);
    return this.#sql.atomically<number, AddressRefusal>(() => {
      const { count } = this.#sql.first<{ count: number }>(
        "SELECT count(*) AS count FROM addresses",
      ) ?? { count: 0 };
      if (count >= ADDRESSES_MAX)
        return err({
          kind: "too many",
          message: `A connection has at most ${ADDRESSES_MAX} receipt addresses.`,
        });
      this.#sql.run("INSERT INTO addresses (label, created_at) VALUES (?, ?)", label, now);
      const { id } = this.#sql.first<{ id: number }>("SELECT last_insert_rowid() AS id") ?? {
        id: 0,
      };
      this.#keep(id, secret, now);
      return ok(id);
    });
  }

  /** The addresses that no mail can come by. */
  withoutSecret(): number[] {
    return this.#sql
      .all<{ id: number }>(
        "SELECT id FROM addresses WHERE id NOT IN (SELECT address FROM address_secrets) ORDER BY id",
      )
      .map(({ id }) => id);
  }

  /** Gives the address another secret, which holds at once; every one before ends `graceMs` from now at the latest. */
  async rotate(
    id: number,
    graceMs: number,
    sealer: Sealer,
    now: number,
  ): Promise<Result<number, AddressRefusal>> {
    const secret = await this.#newSecret(sealer);
    return this.#sql.atomically<number, AddressRefusal>(() => {
      if (this.#sql.first("SELECT 1 FROM addresses WHERE id = ?", id) === null)
        return err({ kind: "no such address" });
      const end = now + graceMs;
      this.#sql.run(
        "UPDATE address_secrets SET ends_at = ? WHERE address = ? AND (ends_at IS NULL OR ends_at > ?)",
        end,
        id,
        end,
      );
      this.#sql.run("DELETE FROM address_secrets WHERE address = ? AND ends_at <= ?", id, now);
      const { count } = this.#sql.first<{ count: number }>(
        "SELECT count(*) AS count FROM address_secrets WHERE address = ?",
        id,
      ) ?? { count: 0 };
      if (count > EARLIER_ADDRESSES_MAX) {
        return err({
          kind: "too many",
          message: `${EARLIER_ADDRESSES_MAX} earlier forms of this address are still taken: wait, or end them with a grace of 0 days.`,
        });
      }
      this.#keep(id, secret, now);
      return ok(id);
    });
  }

  /** Says what becomes of receipts that come by it from now on. */
  setOptions(
    id: number,
    { mode, account_id: account, cash }: AddressOptions,
  ): Result<number, AddressRefusal> {
    const changed = this.#sql.run(
      "UPDATE addresses SET mode = ?, account = ?, cash = ? WHERE id = ?",
      mode,
      account,
      cash ? 1 : 0,
      id,
    );
    return changed > 0 ? ok(id) : err({ kind: "no such address" });
  }

  /** Ends an address and all that it was before; false where there is none. */
  remove(id: number): boolean {
    return this.#sql.transaction(() => {
      this.#sql.run("DELETE FROM address_secrets WHERE address = ?", id);
      return this.#sql.run("DELETE FROM addresses WHERE id = ?", id) > 0;
    });
  }

  /** For a connection that ends. */
  removeAll(): void {
    this.#sql.transaction(() =>
      this.#sql.run("DELETE FROM address_secrets; DELETE FROM addresses"),
    );
  }

  /** The id of the address that the secret is, or was and is taken still; its use is recorded at most once a minute. */
  async check(secret: string, now: number): Promise<number | null> {
    const hash = await hashSecret(secret);
    // The index compares digests, not secrets.
    const row = this.#sql.first<{ id: number; last_used_at: number | null }>(
      "SELECT id, last_used_at FROM address_secrets JOIN addresses ON id = address WHERE hash = ? AND (ends_at IS NULL OR ends_at > ?)",
      hash,
      now,
    );
    if (row === null) return null;
    if (now - (row.last_used_at ?? 0) >= LAST_USED_STEP_MS)
      this.#sql.run("UPDATE addresses SET last_used_at = ? WHERE id = ?", now, row.id);
    return row.id;
  }

  /** Seals again, by the key in use, what an older one sealed. A row that changes meanwhile is left as it then is. */
  async reseal(sealer: Sealer): Promise<Resealed> {
    const rows = this.#sql.all<{ hash: string; sealed: string }>(
      "SELECT hash, sealed FROM address_secrets",
    );
    const stale = rows.filter(({ sealed }) => !sealer.isCurrent(sealed));
    let lost = 0;
    for (const { hash, sealed } of stale) {
      const opened = await sealer.open(this.#place(hash), sealed);
      if (!opened.ok) {
        lost += 1;
        continue;
      }
      const fresh = await sealer.seal(this.#place(hash), opened.value.plain);
      this.#sql.run(
        "UPDATE address_secrets SET sealed = ? WHERE hash = ? AND sealed = ?",
        fresh,
        hash,
        sealed,
      );
    }
    const failed =
      lost === 0
        ? []
        : [`${lost} receipt addresses open with neither key: they are taken, but cannot be shown`];
    return { resealed: stale.length - lost, current: rows.length - stale.length, failed };
  }

  async #shown(
    row: AddressRow,
    sealer: Sealer,
    mailbox: Mailbox | null,
    now: number,
  ): Promise<ReceiptAddress> {
    const secrets = this.#sql.all<SecretRow>(
      "SELECT hash, address, sealed, ends_at FROM address_secrets WHERE address = ? AND (ends_at IS NULL OR ends_at > ?) ORDER BY created_at DESC, hash",
      row.id,
      now,
    );
    const shown = await Promise.all(
      secrets.map(async (secret) => ({
        ends_at: secret.ends_at,
        address: await this.#text(secret, sealer, mailbox),
      })),
    );
    return {
      id: row.id,
      label: row.label,
      address: shown.find(({ ends_at }) => ends_at === null)?.address ?? null,
      created_at: new Date(row.created_at).toISOString(),
      last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
      mode: row.mode,
      account_id: row.account,
      cash: row.cash === 1,
      earlier: shown.flatMap(({ address, ends_at }) =>
        ends_at === null ? [] : [{ address, ends_at: new Date(ends_at).toISOString() }],
      ),
    };
  }

  async #text(
    { hash, sealed }: SecretRow,
    sealer: Sealer,
    mailbox: Mailbox | null,
  ): Promise<string | null> {
    if (mailbox === null) return null;
    const opened = await sealer.open(this.#place(hash), sealed);
    return opened.ok
      ? addressText(mailbox, { connection: this.#connection, secret: opened.value.plain })
      : null;
  }

  async #newSecret(sealer: Sealer): Promise<{ hash: string; sealed: string }> {
    const secret = newAddressSecret();
    const hash = await hashSecret(secret);
    return { hash, sealed: await sealer.seal(this.#place(hash), secret) };
  }

  #keep(address: number, { hash, sealed }: { hash: string; sealed: string }, now: number): void {
    this.#sql.run(
      "INSERT INTO address_secrets (hash, address, sealed, created_at) VALUES (?, ?, ?, ?)",
      hash,
      address,
      sealed,
      now,
    );
  }

  #place(hash: string): string {
    return `address/${this.#connection}/${hash}`;
  }
}
