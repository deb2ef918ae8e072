// The Client object: one OAuth client, named by its client id. It stores the redirect addresses,
// the scopes and the hash of the secret. It also remembers every budget that authorized the client,
// so that removing the client ends its access in each of them.
//
// Order of writes: a budget is remembered before its grant is created, and forgotten after the
// budget confirmed that the client's grants are gone. If the Worker dies in between, the budget is
// told again, which changes nothing. Invariant: an object that was never registered writes nothing,
// and a removed one never comes back.

import { DurableObject } from "cloudflare:workers";
import { CLIENT_ALARM_RETRY_MS, CLIENT_BUDGETS_STEP } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { isCreated, migrate } from "../../platform/sql/migrate.ts";
import { Sql } from "../../platform/sql/sql.ts";
import { assert, must } from "../../platform/assert.ts";
import { hashSecret, mint, parseCredential } from "../../platform/credentials/credential.ts";
import { sameSecret } from "../../platform/digest.ts";
import { scopesIn, type Scope } from "../../platform/credentials/scope.ts";
import { CLIENT_STEPS } from "./client-schema.ts";
import { OWN_CLIENT_ID } from "../../platform/credentials/own-client.ts";
import type { ClientKind } from "./redirect-uri.ts";
import { isClientId, readRegistration, type Owner, type Registration } from "./registration.ts";

/** A client without its secret. Times are milliseconds since 1970. */
export interface ClientDescription {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
  readonly kind: ClientKind;
  readonly owner: Owner;
  readonly createdAt: number;
  /** When its secret was made; null for a public client. */
  readonly secretSince: number | null;
}

interface ClientRow {
  readonly name: string;
  readonly redirect_uris: string;
  readonly scopes: string;
  readonly kind: ClientKind;
  readonly secret_hash: string | null;
  readonly secret_since: number | null;
  readonly owner_user: string;
  readonly owner_id: number;
  readonly created_at: number;
  readonly deleted_at: number | null;
}

/** One OAuth client. */
export class Client extends DurableObject<Env> {
  readonly #sql: Sql;
  #created = false;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql = new Sql(context.storage);
    void context.blockConcurrencyWhile(async () => {
      if (!isCreated(this.#sql)) return;
      await migrate(this.#sql, CLIENT_STEPS, Date.now());
      this.#created = true;
      const owes = this.#row() === null && this.#budgets(1).length > 0;
      if (owes && (await context.storage.getAlarm()) === null)
        await context.storage.setAlarm(Date.now() + 1);
    });
  }

  /** Registers this client, once; the secret of a confidential one is known only now. */
  async register(
    given: Registration & { readonly owner: Owner },
  ): Promise<{ clientId: string; secret: string | null }> {
    const clientId = this.#name();
    assert(
      isClientId(clientId) && clientId !== OWN_CLIENT_ID,
      "a client's object is named by its id, and our own has none",
    );
    const checked = readRegistration(given);
    if (!checked.ok) throw new Error(`Invariant broken: ${checked.error.errMsg}`);
    const { name, redirectUris, scopes, kind } = checked.value;
    const secret = kind === "confidential" ? await mint("cs", clientId) : null;
    const now = Date.now();
    await this.ctx.blockConcurrencyWhile(async () => {
      await migrate(this.#sql, CLIENT_STEPS, now);
      this.#created = true;
    });
    const added = this.#sql.run(
      `INSERT OR IGNORE INTO client (id, name, redirect_uris, scopes, kind, secret_hash, secret_since, owner_user, owner_id, created_at)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      name,
      JSON.stringify(redirectUris),
      JSON.stringify(scopes),
      kind,
      secret?.hash ?? null,
      secret === null ? null : now,
      given.owner.user,
      given.owner.userId,
      now,
    );
    assert(added > 0, "a client is registered once");
    return { clientId, secret: secret?.text ?? null };
  }

  /** The client without its secret; null if it was never registered, or was removed. */
  async describe(): Promise<ClientDescription | null> {
    const row = this.#row();
    return row === null ? null : this.#described(row);
  }

  /**
   * Replaces the secret, of which the old one is refused from now on; null for a client without a
   * secret.
   */
  async rotateSecret(): Promise<string | null> {
    const { text, hash } = await mint("cs", this.#name());
    if (this.#row()?.kind !== "confidential") return null;
    this.#sql.run(
      "UPDATE client SET secret_hash = ?, secret_since = ? WHERE deleted_at IS NULL",
      hash,
      Date.now(),
    );
    return text;
  }

  /** Whether `secret` is this confidential client's; false for a public one, or none. */
  async checkSecret(secret: string): Promise<boolean> {
    const credential = parseCredential(secret);
    const given =
      credential?.kind === "cs" && credential.object === this.#name() ? credential.secret : "";
    const hash = await hashSecret(given);
    const row = this.#row();
    return (await sameSecret(hash, row?.secret_hash ?? "none")) && given !== "";
  }

  /**
   * Removes the client: it is refused from now on, and its grants end in every budget, the first
   * CLIENT_BUDGETS_STEP of them before this returns.
   */
  async remove(): Promise<void> {
    if (this.#row() === null) return;
    this.#sql.run(
      "UPDATE client SET deleted_at = ?, secret_hash = NULL WHERE deleted_at IS NULL",
      Date.now(),
    );
    await this.alarm();
  }

  /**
   * Records that a person authorized this client for a budget, by the consent form with this hash,
   * before the grant is created. False if the client is gone, or the form was used before; the form
   * is remembered until `expiresAt`.
   */
  async noteConsent(accountId: string, form: string, expiresAt: number): Promise<boolean> {
    if (this.#row() === null) return false;
    return this.#sql.transaction(() => {
      this.#sql.run("DELETE FROM used_forms WHERE expires_at <= ?", Date.now());
      const isNew = this.#sql.first(
        "INSERT OR IGNORE INTO used_forms (hash, expires_at) VALUES (?, ?) RETURNING hash",
        form,
        expiresAt,
      );
      if (isNew === null) return false;
      this.#sql.run("INSERT OR IGNORE INTO budgets (account_id) VALUES (?)", accountId);
      return true;
    });
  }

  /**
   * Tells the remembered budgets that the client was removed. Never throws: the platform would drop
   * the alarm.
   */
  override async alarm(): Promise<void> {
    if (!this.#created || this.#row() !== null) return;
    // The alarm is set first: whatever ends this run early, another run follows.
    if (this.#budgets(1).length > 0)
      await this.ctx.storage.setAlarm(Date.now() + CLIENT_ALARM_RETRY_MS);
    const told = await Promise.all(
      this.#budgets(CLIENT_BUDGETS_STEP).map(async (accountId) => this.#tell(accountId)),
    );
    const left = this.#budgets(1).length > 0;
    if (!left) await this.ctx.storage.deleteAlarm();
    else if (told.every(Boolean)) await this.ctx.storage.setAlarm(Date.now() + 1);
  }

  async #tell(accountId: string): Promise<boolean> {
    try {
      await this.env.BUDGET.getByName(accountId).endClient(this.#name());
      this.#sql.run("DELETE FROM budgets WHERE account_id = ?", accountId);
      return true;
    } catch (thrown) {
      logFault({ event: "client removal", budget: accountId, error: String(thrown) });
      return false;
    }
  }

  #budgets(count: number): string[] {
    return this.#sql
      .all<{ account_id: string }>("SELECT account_id FROM budgets LIMIT ?", count)
      .map((row) => row.account_id);
  }

  /** The client as it is registered; null when it never was, or was removed. */
  #row(): ClientRow | null {
    return this.#created
      ? this.#sql.first<ClientRow>("SELECT * FROM client WHERE deleted_at IS NULL")
      : null;
  }

  #described(row: ClientRow): ClientDescription {
    const redirectUris: unknown = JSON.parse(row.redirect_uris);
    return {
      clientId: this.#name(),
      name: row.name,
      redirectUris: Array.isArray(redirectUris) ? redirectUris.map(String) : [],
      scopes: scopesIn(JSON.parse(row.scopes)),
      kind: row.kind,
      owner: { user: row.owner_user, userId: row.owner_id },
      createdAt: row.created_at,
      secretSince: row.secret_since,
    };
  }

  #name(): string {
    return must(this.ctx.id.name, "a Client object is always reached by name");
  }
}
