// The Importer object, one for each connection and named by it. `handle` answers requests from its
// features' rows (features.ts), and its alarm does their work (life.ts). A feature is {rows, work,
// dueAt, ...} (feature.ts).

import { DurableObject } from "cloudflare:workers";
import { assert, must } from "../platform/assert.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { NOTHING_SEALED, addResealed, type Resealed } from "../platform/sealing/resealed.ts";
import { Sql } from "../platform/sql/sql.ts";
import type { TablePage } from "../platform/sql/tables.ts";
import type { WebhookHeaders } from "../platform/webhook-signature.ts";
import { answer, type Caller } from "./answer.ts";
import type { Manifest } from "./backup/layout.ts";
import type { StoredBackup } from "./backup/restores.ts";
import type { ShownRestore } from "./backup/wire.ts";
import { beginErasing } from "./erase.ts";
import type { NewAttachment } from "./changes/files/upload.ts";
import type { ShownAnswer } from "./changes/wire.ts";
import type {
  AccessToken,
  ConnectionView,
  ConnectRefusal,
  NoToken,
  Wanted,
} from "./connection/connection.ts";
import { makeCore, type Core } from "./core.ts";
import { makeFeatures, type Features } from "./features.ts";
import {
  measureConnection,
  measureQueue,
  type ConnectionHealth,
  type QueueHealth,
} from "./health.ts";
import type { Arrival } from "./imports/arrival.ts";
import type { DocumentRef, Import } from "./imports/runs.ts";
import type { InboxMessage } from "./inbox/message.ts";
import type { Delivery } from "./inbox/store.ts";
import { Life } from "./life.ts";
import type { ImportProblem } from "./problem.ts";
import type { KeyCaller, Principal } from "./route.ts";
import type { HookProblem } from "./webhooks/receiving/accept-call.ts";
import type { HookCall } from "./webhooks/receiving/store.ts";

/** One connection. */
export class Importer extends DurableObject<Env> {
  readonly #core: Core;
  readonly #features: Features;
  readonly #life: Life;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#core = makeCore({
      ctx,
      env,
      connection: must(ctx.id.name, "an Importer is named"),
      sql: new Sql(ctx.storage),
      arm: () => this.#life.arm(),
      resume: () => this.#life.resume(),
      end: () => this.#life.end(),
    });
    this.#features = makeFeatures(this.#core);
    this.#life = new Life(ctx, this.#core, this.#features);
    void ctx.blockConcurrencyWhile(() => this.#life.reopen());
  }

  /** Answers one request under /api for this connection; the caller has checked who makes it. */
  async handle(request: Request, caller: Caller): Promise<Response> {
    return answer(this.#features.rows, request, caller, async ({ method, path }) => {
      await this.#life.open();
      const waits =
        method !== "GET" && path !== "/restore" && this.#features.backups.restores.isRestoring();
      return waits ? err({ kind: "restoring" }) : ok(undefined);
    });
  }

  /** What a backup's manifest says of this connection. */
  async backupPart(): Promise<Manifest["parts"]["importer"]> {
    await this.#life.open();
    return this.#features.backups.part();
  }

  /** A page of a table, for a backup. */
  async backupPage(table: string, after: TablePage["next"]): Promise<TablePage> {
    await this.#life.open();
    return this.#features.backups.page(table, after);
  }

  /** The R2 key of a backup that was made by itself. */
  async findBackup(id: number): Promise<string | null> {
    await this.#life.open();
    return this.#features.backups.findKey(id);
  }

  /** Restores a backup that is in the bucket. */
  async restore(stored: StoredBackup): Promise<Result<ShownRestore, ImportProblem>> {
    await this.#life.open();
    return this.#features.backups.restores.begin(stored);
  }

  /** Imports a stored document (imports/feature.ts). */
  async receive(
    arrival: Arrival,
    account: string | null,
  ): Promise<Result<Import[], ImportProblem>> {
    await this.#life.open();
    if (this.#features.backups.restores.isRestoring()) return err({ kind: "restoring" });
    return this.#features.imports.receive(arrival, account);
  }

  /** The document of an import; null if there is no such import. */
  async findDocument(id: string): Promise<DocumentRef | null> {
    await this.#life.open();
    return this.#features.imports.get(id)?.document ?? null;
  }

  /**
   * Stores the row of a message that is in R2. It throws if the bytes are missing; the sender then
   * tries again. `fresh`: its bytes came for the first time.
   */
  async receiveMail(delivery: Delivery): Promise<{ message: InboxMessage; fresh: boolean }> {
    await this.#life.open();
    // The mail server keeps the message and sends it again.
    assert(
      !this.#features.backups.restores.isRestoring(),
      "no mail is received while a backup is restored",
    );
    return this.#features.inbox.receive(delivery);
  }

  /** The R2 key of a raw message. */
  async mailKey(id: string): Promise<string | null> {
    await this.#life.open();
    return this.#features.inbox.rawKey(id);
  }

  /** Stores that a file will be in the bucket under the name that is returned. */
  async expectFile(bytes: number): Promise<string> {
    await this.#life.open();
    return this.#features.changes.expectFile(bytes);
  }

  /** Attaches a file that is in the bucket to a transaction. */
  async attachFile(
    file: NewAttachment,
    principal: Principal | null,
  ): Promise<Result<ShownAnswer, ImportProblem>> {
    await this.#life.open();
    if (this.#features.backups.restores.isRestoring()) return err({ kind: "restoring" });
    return this.#features.changes.attachFile(file, principal);
  }

  /** The reading of a message, a KeptReading as JSON. */
  async mailReading(id: string): Promise<string | null> {
    await this.#life.open();
    const reading = await this.#features.inbox.reading(id);
    return reading === null ? null : JSON.stringify(reading);
  }

  /** How many messages need the user. */
  async mailAsking(): Promise<number> {
    await this.#life.open();
    return this.#features.inbox.asking();
  }

  /** Handles a call of the hook with this secret. */
  async callHook(
    secret: string,
    headers: WebhookHeaders,
    body: Uint8Array,
  ): Promise<Result<HookCall, HookProblem>> {
    if (!this.#life.created || this.#features.backups.restores.isRestoring())
      return err({ kind: "no such hook" });
    return this.#features.hooks.call(secret, headers, body);
  }

  /** The import key of this connection with this secret, or null. */
  async checkKey(secret: string): Promise<KeyCaller | null> {
    return this.#life.created ? this.#features.access.checkKey(secret) : null;
  }

  /**
   * Makes an import key for a tool that a person let in; its text, or null if the budget is no
   * longer connected or has too many keys.
   */
  async makeKey(label: string, reads: boolean): Promise<string | null> {
    if ((await this.connection()) === null) return null;
    await this.#life.open();
    return (await this.#features.access.createKey(label, reads))?.token ?? null;
  }

  /** The receipt address with this secret; null if this connection has none. */
  async checkAddress(secret: string): Promise<number | null> {
    return this.#life.created ? this.#features.access.checkAddress(secret) : null;
  }

  /**
   * Connects this object to a budget, or authorizes it again. Not called `connect`: the platform's
   * stubs already have a method of that name, for sockets.
   */
  async connectBudget(wanted: Wanted): Promise<Result<ConnectionView, ConnectRefusal>> {
    await this.#life.open();
    return this.#core.credentials.connect(wanted);
  }

  /** Null if it was never connected, or no longer is. */
  async connection(): Promise<ConnectionView | null> {
    return this.#life.isThere() ? this.#core.credentials.connection() : null;
  }

  /**
   * Revokes and deletes its tokens, import keys and receipt addresses. Imported and waiting data
   * stays.
   */
  async disconnect(): Promise<void> {
    if (this.#life.isThere()) await this.#core.credentials.disconnect();
  }

  /** Deletes everything of this connection: its person or its budget was deleted. */
  async erase(): Promise<void> {
    if (!this.#life.created) return;
    beginErasing(this.ctx.storage, Date.now());
    await this.#core.credentials.disconnect();
    await this.ctx.storage.setAlarm(Date.now());
  }

  /** Clears the mark "authorize again" and tries once more. */
  async retry(): Promise<void> {
    if (!this.#life.isThere()) return;
    await this.#life.open();
    await this.#core.credentials.retry();
  }

  /**
   * The access token for requests of this connection; only for importer/connection/upstream.ts,
   * which sends it nowhere else.
   */
  async accessToken(): Promise<Result<AccessToken, NoToken>> {
    return this.#life.token(async ({ credentials }) => credentials.accessToken());
  }

  /** After a 401 for the token of `generation`. */
  async renew(generation: number): Promise<Result<AccessToken, NoToken>> {
    return this.#life.token(async ({ credentials }) => credentials.renew(generation));
  }

  /** A list of the budget's names; it may be a minute old, but not older than a write of ours. */
  async readNames(path: string): Promise<Response> {
    const { names, tools } = this.#core;
    const { base, fetch } = tools().upstream;
    return names.read(base, path, fetch, Date.now());
  }

  /** A page writes to the budget by itself: names that were read before may be wrong. */
  forgetNames(): void {
    this.#core.names.forget();
  }

  /** Seals again everything that is not sealed by the current key. */
  async reseal(): Promise<Resealed> {
    if (!this.#life.created) return NOTHING_SEALED;
    let sum = addResealed(
      await this.#features.access.reseal(),
      await this.#core.credentials.reseal(),
    );
    for (const feature of this.#features.all)
      if (feature !== this.#features.access && feature.reseal !== undefined)
        sum = addResealed(sum, await feature.reseal());
    return sum;
  }

  /** How the connection stands, without anything of its money; null if it was never used. */
  async health(): Promise<ConnectionHealth | null> {
    if (!this.#life.isThere()) return null;
    await this.#life.open();
    return measureConnection(this.#core.sql);
  }

  /**
   * The heartbeat: sets the alarm again, in case the platform dropped it while work waits, or a
   * kill left it too late. Tells what waits; null if this object was never used.
   */
  async wake(): Promise<QueueHealth | null> {
    await this.#life.wake();
    return this.#life.isThere() && this.#life.created ? measureQueue(this.#core.sql) : null;
  }

  override async alarm(): Promise<void> {
    await this.#life.alarm();
  }
}
