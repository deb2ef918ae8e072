// What belongs to a person: budget accounts, connections, OAuth clients. The object's tables are
// created when somebody signs up or connects, and not before, so that a made-up name creates none.

import { DurableObject } from "cloudflare:workers";
import { readConfig } from "../../config.ts";
import { isCreated, migrate } from "../../platform/sql/migrate.ts";
import { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import type { Currency } from "../../money/currency.ts";
import { err, type Result } from "../../platform/result.ts";
import * as accounts from "./accounts.ts";
import type { Account, JoinRefusal, LeaveRefusal } from "./accounts.ts";
import { addClientId, clientIds, forgetClientIds, removeClientId } from "../clients/client-ids.ts";
import * as connections from "../clients/connections.ts";
import type { ConnectionRecord, ConnectionWanted } from "../clients/connections.ts";
import { isDeleting } from "./deletion.ts";
import { DIRECTORY } from "./directory.ts";
import { letIn, NO_TICKET, noteSomebody } from "../sign-in/newcomers.ts";
import { LOCAL_USER } from "./person.ts";
import { USER_STEPS } from "./schema.ts";
import * as store from "./store.ts";
import type { PersonRow } from "./store.ts";

/**
 * The person as a remote service describes them, and whether others connected before: then they are
 * not the first (newcomers.ts).
 */
export interface RemotePerson {
  readonly person: store.NewPerson;
  readonly othersConnected: boolean;
}

/** The object of one person, named as person.ts says. */
export class Belongings extends DurableObject<Env> {
  protected readonly sql: Sql;
  #created = false;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.sql = new Sql(context.storage);
    void context.blockConcurrencyWhile(async () => {
      if (!isCreated(this.sql)) return;
      await migrate(this.sql, USER_STEPS, Date.now());
      this.#created = true;
    });
  }

  /** Whether somebody signed up or connected here, and was not deleted since. */
  async isSomebody(): Promise<boolean> {
    return (await this.open()) !== null;
  }

  /** Makes an account the current one of a session; the account decides what may be done there. */
  async chooseAccount(sessionId: number, accountId: number): Promise<void> {
    if ((await this.open()) === null) return;
    this.sql.run("UPDATE sessions SET account_id = ? WHERE id = ?", accountId, sessionId);
  }

  /** The budget accounts that the person has access to now. */
  async accounts(): Promise<Account[]> {
    const person = await this.open();
    return person === null ? [] : accounts.listAccounts(this.sql, this.env, person, Date.now());
  }

  /** Makes another budget account, owned by the person. */
  async makeAccount(
    name: string,
    currency: Currency,
  ): Promise<Result<Account, "too many accounts">> {
    return accounts.makeAccount(
      this.sql,
      this.env,
      await this.someone(),
      { name, currency },
      Date.now(),
    );
  }

  /** Accepts an invitation to an account. */
  async joinAccount(accountId: number, secret: string): Promise<Result<Account, JoinRefusal>> {
    return accounts.joinAccount(
      this.sql,
      this.env,
      await this.someone(),
      { accountId, secret },
      Date.now(),
    );
  }

  async leaveAccount(accountId: number): Promise<Result<null, LeaveRefusal>> {
    return accounts.leaveAccount(this.sql, this.env, await this.someone(), accountId, Date.now());
  }

  /**
   * Checks the person's access to an account again: an owner has removed them, or made them an
   * owner.
   */
  async refreshAccount(accountId: number): Promise<void> {
    const person = await this.open();
    if (person !== null)
      await accounts.refreshAccount(this.sql, this.env, person, accountId, Date.now());
  }

  /**
   * The connections to this deployment's service, also those that are being made or were given up.
   */
  async connections(): Promise<ConnectionRecord[]> {
    return (await this.open()) === null
      ? []
      : connections.readConnections(this.sql, this.name, readConfig(this.env));
  }

  /**
   * Records a connection before its Importer is told. The first connection creates the person of a
   * remote service.
   */
  async beginConnection(
    wanted: ConnectionWanted,
    remote: RemotePerson | null,
  ): Promise<Result<null, "too many connections" | "nobody" | "closed">> {
    if (isDeleting(this.ctx.storage)) return err("nobody");
    if (remote !== null && (await this.open()) === null && !(await this.#isLetIn(remote)))
      return err("closed");
    if (remote !== null) await this.create();
    const now = Date.now();
    if (remote !== null) store.rememberPerson(this.sql, remote.person, now);
    if ((await this.open()) === null) return err("nobody");
    if (remote !== null) await noteSomebody(this.env);
    if (remote !== null) await this.list();
    return connections.beginConnection(this.sql, wanted, now);
  }

  /**
   * Writes the Importer's report about a recorded connection; false if it is not recorded, or its
   * person was deleted.
   */
  async settleConnection(id: string, name: string): Promise<boolean> {
    return (await this.open()) !== null && connections.settleConnection(this.sql, id, name);
  }

  /** Ends a connection as it was seen, after its Importer gave it up. */
  async endConnection(seen: ConnectionRecord): Promise<void> {
    if ((await this.open()) !== null) connections.endConnection(this.sql, seen, Date.now());
  }

  /** Makes a connection the current one of a session. */
  async chooseConnection(sessionId: number, id: string): Promise<void> {
    if ((await this.open()) !== null) connections.chooseConnection(this.sql, sessionId, id);
  }

  /** The ids of the OAuth clients that the person registered. */
  async clients(): Promise<string[]> {
    return (await this.open()) === null ? [] : clientIds(this.sql);
  }

  /**
   * Lists a client's id before the client is registered; false if the person has
   * CLIENTS_A_PERSON_MAX.
   */
  async addClient(clientId: string): Promise<boolean> {
    await this.someone();
    return addClientId(this.sql, clientId, Date.now());
  }

  /** Forgets a client's id, after the client is gone. */
  async removeClient(clientId: string): Promise<void> {
    if ((await this.open()) !== null) removeClientId(this.sql, clientId);
  }

  /**
   * Forgets old ids whose client was never registered: they are too old for a registration still
   * under way.
   */
  async forgetUnregistered(ids: readonly string[]): Promise<void> {
    if ((await this.open()) !== null) forgetClientIds(this.sql, ids, Date.now());
  }

  /** Has the directory list the person, for the administrator. */
  protected async list(): Promise<void> {
    const { user_id: id, email, name } = await this.someone();
    await this.env.DIRECTORY.getByName(DIRECTORY).remember({ id, user: this.name, email, name });
  }

  async #isLetIn({ othersConnected }: RemotePerson): Promise<boolean> {
    const config = readConfig(this.env);
    return (
      config.signUp === "open" ||
      (!othersConnected && letIn(this.env, config, this.name, NO_TICKET))
    );
  }

  /** Whether somebody ever signed up or connected here. */
  protected get created(): boolean {
    return this.#created;
  }

  protected get name(): string {
    return must(this.ctx.id.name, "a User object is always reached by name");
  }

  protected async someone(): Promise<PersonRow> {
    return must(await this.open(), "only a person who signed up does this");
  }

  /**
   * The person; null if nobody signed up. On a developer's machine the first request creates the
   * local person.
   */
  protected async open(): Promise<PersonRow | null> {
    const local = this.name === LOCAL_USER && readConfig(this.env).local;
    if ((!this.#created && !local) || isDeleting(this.ctx.storage)) return null;
    if (!this.#created) await this.create();
    const person = store.readPerson(this.sql);
    if (person !== null || !local) return person;
    store.addLocalPerson(this.sql, Date.now());
    return store.readPerson(this.sql);
  }

  protected async create(): Promise<void> {
    await this.ctx.blockConcurrencyWhile(async () => {
      await migrate(this.sql, USER_STEPS, Date.now());
      this.#created = true;
    });
  }

  /** Deletes the whole database of a person who is being deleted. */
  protected async forgetPerson(): Promise<void> {
    await this.env.DIRECTORY.getByName(DIRECTORY).forget(this.name);
    await this.ctx.blockConcurrencyWhile(async () => {
      // Another run may have been faster, and somebody may have signed up again since.
      if (!isDeleting(this.ctx.storage)) return;
      this.#created = false;
      await this.ctx.storage.deleteAll();
    });
  }
}
