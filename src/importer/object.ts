// The Importer object, one for each connection and named by it. `handle` answers requests from its
// features' rows, and its alarm does their work: it takes the earliest due time of the list, then
// lets each feature do a step (posting/queue.ts). A feature is {rows, work, dueAt, ...}
// (feature.ts).
//
// The alarm never throws (the platform would drop it after six tries) unless it cannot be set
// again; after a fault it rests a while (alarm-rest.ts). Whoever leaves work to do sets the alarm
// as the last write. The tables are created by the first call of somebody who may create them,
// never for a credential with a made-up connection.

import { DurableObject } from "cloudflare:workers";
import { assert, must } from "../platform/assert.ts";
import { ALARM_STEPS_MAX } from "../platform/limits.ts";
import { logFault } from "../platform/log.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { NOTHING_SEALED, addResealed, type Resealed } from "../platform/sealing/resealed.ts";
import { isCreated, migrate } from "../platform/sql/migrate.ts";
import { earliest } from "../platform/outbox/runner.ts";
import { Sql } from "../platform/sql/sql.ts";
import type { TablePage } from "../platform/sql/tables.ts";
import type { WebhookHeaders } from "../platform/webhook-signature.ts";
import { answer, type Caller } from "./answer.ts";
import { Backups } from "./backup/backups.ts";
import type { Manifest } from "./backup/layout.ts";
import type { StoredBackup } from "./backup/restores.ts";
import { BACKUP_ROUTES } from "./backup/routes.ts";
import type { ShownRestore } from "./backup/wire.ts";
import { beginErasing, eraseStep, isErasing, markUse } from "./erase.ts";
import { Changes } from "./changes/feature.ts";
import type { NewAttachment } from "./changes/files/upload.ts";
import { CHANGE_ROUTES } from "./changes/routes.ts";
import type { ShownAnswer } from "./changes/wire.ts";
import { findConfiguredToken } from "./connection/configured.ts";
import type {
  AccessToken,
  ConnectionView,
  ConnectRefusal,
  NoToken,
  Wanted,
} from "./connection/connection.ts";
import { NOT_CONNECTED } from "./connection/fault-words.ts";
import { makeCore, type Core } from "./core.ts";
import type { Feature } from "./feature.ts";
import {
  measureConnection,
  measureQueue,
  type ConnectionHealth,
  type QueueHealth,
} from "./health.ts";
import type { Arrival } from "./imports/arrival.ts";
import { Imports } from "./imports/feature.ts";
import { PREVIEW_ROUTES } from "./imports/preview-routes.ts";
import { Previews } from "./imports/previews.ts";
import { IMPORT_ROUTES } from "./imports/routes.ts";
import type { DocumentRef, Import } from "./imports/runs.ts";
import { correctSchedules, correctTimes } from "./imports/stored-times.ts";
import { Inbox } from "./inbox/feature.ts";
import { LEARNED_ROUTES } from "./inbox/learned-routes.ts";
import type { InboxMessage } from "./inbox/message.ts";
import { INBOX_ROUTES } from "./inbox/routes.ts";
import type { Delivery } from "./inbox/store.ts";
import { Access } from "./keys/feature.ts";
import { ACCESS_ROUTES } from "./keys/routes.ts";
import { Views } from "./views/feature.ts";
import { VIEW_ROUTES } from "./views/routes.ts";
import { Layouts } from "./layouts/feature.ts";
import { LAYOUT_ROUTES } from "./layouts/routes.ts";
import { Matching } from "./matching/feature.ts";
import { MATCHING_ROUTES } from "./matching/routes.ts";
import { Pause } from "./posting/alarm-rest.ts";
import { Queue } from "./posting/queue.ts";
import type { ImportProblem } from "./problem.ts";
import { bind, type BoundRow, type KeyCaller, type Principal } from "./route.ts";
import { Schedules } from "./schedules/feature.ts";
import { SCHEDULE_ROUTES } from "./schedules/routes.ts";
import { steps } from "./schema.ts";
import { Export } from "./export/feature.ts";
import { EXPORT_ROUTES } from "./export/routes.ts";
import type { HookProblem } from "./webhooks/receiving/accept-call.ts";
import { Hooks } from "./webhooks/receiving/feature.ts";
import { HOOK_ROUTES } from "./webhooks/receiving/routes.ts";
import type { HookCall } from "./webhooks/receiving/store.ts";
import { Endpoints } from "./webhooks/sending/feature.ts";
import { WEBHOOK_ROUTES } from "./webhooks/sending/routes.ts";

/** One connection. */
export class Importer extends DurableObject<Env> {
  readonly #core: Core;
  readonly #imports: Imports;
  readonly #changes: Changes;
  readonly #inbox: Inbox;
  readonly #access: Access;
  readonly #hooks: Hooks;
  readonly #endpoints: Endpoints;
  readonly #backups: Backups;
  /** In the order in which the alarm lets them work. */
  readonly #features: readonly Feature[];
  readonly #rows: readonly BoundRow[];
  readonly #queue: Queue;
  readonly #pause = new Pause();
  readonly #isConfigured: boolean;
  /** Whether this object was ever used. */
  #created = false;
  #working: Promise<void> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const connection = must(ctx.id.name, "an Importer is named");
    const core = makeCore({
      ctx,
      env,
      connection,
      sql: new Sql(ctx.storage),
      arm: () => this.#arm(),
      resume: () => this.#resume(),
      end: () => this.#end(),
    });
    this.#core = core;
    this.#isConfigured = findConfiguredToken(connection, core.config) !== null;
    const schedules = new Schedules(core);
    this.#imports = new Imports(core);
    const changes = new Changes(core, async (run) => this.#imports.undo(run));
    this.#changes = changes;
    const matching = new Matching(core, changes);
    this.#inbox = new Inbox(core, changes);
    this.#access = new Access(core);
    this.#hooks = new Hooks(core);
    this.#endpoints = new Endpoints(core);
    this.#backups = new Backups(core, async () => this.#access.renewAddresses());
    this.#features = [
      this.#access,
      changes,
      this.#imports,
      matching,
      this.#inbox,
      this.#endpoints,
      this.#hooks,
      schedules,
      this.#backups,
    ];
    this.#rows = [
      ...bind(IMPORT_ROUTES, this.#imports),
      ...bind(PREVIEW_ROUTES, new Previews(core, this.#imports)),
      ...bind(MATCHING_ROUTES, matching),
      ...bind(CHANGE_ROUTES, changes),
      ...bind(INBOX_ROUTES, this.#inbox),
      ...bind(LEARNED_ROUTES, this.#inbox),
      ...bind(SCHEDULE_ROUTES, schedules),
      ...bind(HOOK_ROUTES, this.#hooks),
      ...bind(WEBHOOK_ROUTES, this.#endpoints),
      ...bind(ACCESS_ROUTES, this.#access),
      ...bindStateless(core),
      ...bind(BACKUP_ROUTES, this.#backups),
    ];
    this.#queue = new Queue({
      runs: core.runs,
      tools: core.tools,
      chores: async () => this.#note(await core.credentials.work()),
      announce: core.announce,
      markUse: (sha256) => markUse(core.bucket, connection, sha256),
      features: this.#features,
    });
    void ctx.blockConcurrencyWhile(() => this.#reopen());
  }

  /** Answers one request under /api for this connection; the caller has checked who makes it. */
  async handle(request: Request, caller: Caller): Promise<Response> {
    return answer(this.#rows, request, caller, async ({ method, path }) => {
      await this.#open();
      const waits = method !== "GET" && path !== "/restore" && this.#backups.restores.isRestoring();
      return waits ? err({ kind: "restoring" }) : ok(undefined);
    });
  }

  /** What a backup's manifest says of this connection. */
  async backupPart(): Promise<Manifest["parts"]["importer"]> {
    await this.#open();
    return this.#backups.part();
  }

  /** A page of a table, for a backup. */
  async backupPage(table: string, after: TablePage["next"]): Promise<TablePage> {
    await this.#open();
    return this.#backups.page(table, after);
  }

  /** The R2 key of a backup that was made by itself. */
  async findBackup(id: number): Promise<string | null> {
    await this.#open();
    return this.#backups.findKey(id);
  }

  /** Restores a backup that is in the bucket. */
  async restore(stored: StoredBackup): Promise<Result<ShownRestore, ImportProblem>> {
    await this.#open();
    return this.#backups.restores.begin(stored);
  }

  /** Imports a stored document (imports/feature.ts). */
  async receive(
    arrival: Arrival,
    account: string | null,
  ): Promise<Result<Import[], ImportProblem>> {
    await this.#open();
    if (this.#backups.restores.isRestoring()) return err({ kind: "restoring" });
    return this.#imports.receive(arrival, account);
  }

  /** The document of an import; null if there is no such import. */
  async findDocument(id: string): Promise<DocumentRef | null> {
    await this.#open();
    return this.#imports.get(id)?.document ?? null;
  }

  /**
   * Stores the row of a message that is in R2. It throws if the bytes are missing; the sender then
   * tries again. `fresh`: its bytes came for the first time.
   */
  async receiveMail(delivery: Delivery): Promise<{ message: InboxMessage; fresh: boolean }> {
    await this.#open();
    // The mail server keeps the message and sends it again.
    assert(!this.#backups.restores.isRestoring(), "no mail is received while a backup is restored");
    return this.#inbox.receive(delivery);
  }

  /** The R2 key of a raw message. */
  async mailKey(id: string): Promise<string | null> {
    await this.#open();
    return this.#inbox.rawKey(id);
  }

  /** Stores that a file will be in the bucket under the name that is returned. */
  async expectFile(bytes: number): Promise<string> {
    await this.#open();
    return this.#changes.expectFile(bytes);
  }

  /** Attaches a file that is in the bucket to a transaction. */
  async attachFile(
    file: NewAttachment,
    principal: Principal | null,
  ): Promise<Result<ShownAnswer, ImportProblem>> {
    await this.#open();
    if (this.#backups.restores.isRestoring()) return err({ kind: "restoring" });
    return this.#changes.attachFile(file, principal);
  }

  /** The reading of a message, a KeptReading as JSON. */
  async mailReading(id: string): Promise<string | null> {
    await this.#open();
    const reading = await this.#inbox.reading(id);
    return reading === null ? null : JSON.stringify(reading);
  }

  /** How many messages need the user. */
  async mailAsking(): Promise<number> {
    await this.#open();
    return this.#inbox.asking();
  }

  /** Handles a call of the hook with this secret. */
  async callHook(
    secret: string,
    headers: WebhookHeaders,
    body: Uint8Array,
  ): Promise<Result<HookCall, HookProblem>> {
    if (!this.#created || this.#backups.restores.isRestoring())
      return err({ kind: "no such hook" });
    return this.#hooks.call(secret, headers, body);
  }

  /** The import key of this connection with this secret, or null. */
  async checkKey(secret: string): Promise<KeyCaller | null> {
    return this.#created ? this.#access.checkKey(secret) : null;
  }

  /**
   * Makes an import key for a tool that a person let in; its text, or null if the budget is no
   * longer connected or has too many keys.
   */
  async makeKey(label: string, reads: boolean): Promise<string | null> {
    if ((await this.connection()) === null) return null;
    await this.#open();
    return (await this.#access.createKey(label, reads))?.token ?? null;
  }

  /** The receipt address with this secret; null if this connection has none. */
  async checkAddress(secret: string): Promise<number | null> {
    return this.#created ? this.#access.checkAddress(secret) : null;
  }

  /**
   * Connects this object to a budget, or authorizes it again. Not called `connect`: the platform's
   * stubs already have a method of that name, for sockets.
   */
  async connectBudget(wanted: Wanted): Promise<Result<ConnectionView, ConnectRefusal>> {
    await this.#open();
    return this.#core.credentials.connect(wanted);
  }

  /** Null if it was never connected, or no longer is. */
  async connection(): Promise<ConnectionView | null> {
    return this.#isThere() ? this.#core.credentials.connection() : null;
  }

  /**
   * Revokes and deletes its tokens, import keys and receipt addresses. Imported and waiting data
   * stays.
   */
  async disconnect(): Promise<void> {
    if (this.#isThere()) await this.#core.credentials.disconnect();
  }

  /** Deletes everything of this connection: its person or its budget was deleted. */
  async erase(): Promise<void> {
    if (!this.#created) return;
    beginErasing(this.ctx.storage, Date.now());
    await this.#core.credentials.disconnect();
    await this.ctx.storage.setAlarm(Date.now());
  }

  /** Clears the mark "authorize again" and tries once more. */
  async retry(): Promise<void> {
    if (!this.#isThere()) return;
    await this.#open();
    await this.#core.credentials.retry();
  }

  /**
   * The access token for requests of this connection; only for importer/connection/upstream.ts,
   * which sends it nowhere else.
   */
  async accessToken(): Promise<Result<AccessToken, NoToken>> {
    return this.#token(async ({ credentials }) => credentials.accessToken());
  }

  /** After a 401 for the token of `generation`. */
  async renew(generation: number): Promise<Result<AccessToken, NoToken>> {
    return this.#token(async ({ credentials }) => credentials.renew(generation));
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
    if (!this.#created) return NOTHING_SEALED;
    let sum = addResealed(await this.#access.reseal(), await this.#core.credentials.reseal());
    for (const feature of this.#features)
      if (feature !== this.#access && feature.reseal !== undefined)
        sum = addResealed(sum, await feature.reseal());
    return sum;
  }

  /** How the connection stands, without anything of its money; null if it was never used. */
  async health(): Promise<ConnectionHealth | null> {
    if (!this.#isThere()) return null;
    await this.#open();
    return measureConnection(this.#core.sql);
  }

  /**
   * The heartbeat: sets the alarm again, in case the platform dropped it while work waits, or a
   * kill left it too late. Tells what waits; null if this object was never used.
   */
  async wake(): Promise<QueueHealth | null> {
    await this.#wake();
    return this.#isThere() && this.#created ? measureQueue(this.#core.sql) : null;
  }

  async #wake(): Promise<void> {
    if (!this.#created) return;
    correctSchedules(this.#core.sql, Date.now());
    const due = this.#dueAt(Date.now());
    if (due === null) return;
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm === null || alarm > due) await this.#arm();
  }

  override async alarm(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
    await this.#working;
  }

  async #work(): Promise<void> {
    try {
      if (isErasing(this.ctx.storage)) {
        await this.#erase();
        return;
      }
      await this.#open();
      correctTimes(this.#core.sql, Date.now());
      if (this.#backups.restores.isRestoring()) {
        this.#note(await this.#core.credentials.work());
        await this.#backups.restores.work();
        return;
      }
      this.#note(this.#endpoints.send());
      await this.#queue.work();
      this.#note(this.#endpoints.send());
    } catch (error) {
      logFault({ event: "importer alarm failed", error: String(error) });
      this.#pause.failed();
    } finally {
      this.#pause.end(Date.now(), Math.random());
      await this.#arm();
    }
  }

  async #erase(): Promise<void> {
    const { sql, bucket, connection, credentials } = this.#core;
    for (let step = 0; step < ALARM_STEPS_MAX; step += 1) {
      this.#note(await credentials.work());
      const owed = credentials.dueAt();
      const owes = owed !== null;
      const room = { storage: this.ctx.storage, sql, bucket, connection, owes };
      if (!(await eraseStep(room))) {
        this.#created = false;
        return;
      }
      if (owed !== null && owed > Date.now()) return;
    }
  }

  #note(wentWell: boolean): void {
    if (!wentWell) this.#pause.failed();
  }

  async #arm(): Promise<void> {
    const now = Date.now();
    const due = this.#dueAt(now);
    if (due !== null) await this.ctx.storage.setAlarm(this.#pause.after(Math.max(now, due), now));
  }

  #dueAt(now: number): number | null {
    if (!this.#created) return null;
    if (isErasing(this.ctx.storage)) return this.#core.credentials.dueAt() ?? now;
    correctTimes(this.#core.sql, now);
    const { restores } = this.#backups;
    const work = restores.isRestoring() ? restores.dueAt() : this.#queue.dueAt(now);
    return earliest([work, this.#core.credentials.dueAt()]);
  }

  /** The connection has tokens again: waiting work is tried at once. */
  async #resume(): Promise<void> {
    for (const feature of this.#features) feature.hurry?.();
    await this.#arm();
  }

  /** Ends all keys and addresses. */
  #end(): void {
    this.#core.sql.transaction(() => {
      for (const feature of this.#features) feature.end?.();
    });
  }

  /** What an object that was used before does when it is made again. */
  async #reopen(): Promise<void> {
    if (!isCreated(this.#core.sql)) return;
    await this.#migrate();
    await this.wake();
  }

  /** Creates the tables on the first call of somebody who may create them. */
  async #open(): Promise<void> {
    if (!this.#created) await this.ctx.blockConcurrencyWhile(() => this.#migrate());
  }

  async #migrate(): Promise<void> {
    await migrate(this.#core.sql, steps, Date.now());
    this.#created = true;
  }

  #isThere(): boolean {
    return this.#created || this.#isConfigured;
  }

  async #token(
    ask: (core: Core) => Promise<Result<AccessToken, NoToken>>,
  ): Promise<Result<AccessToken, NoToken>> {
    const token: Result<AccessToken, NoToken> = this.#isThere()
      ? await ask(this.#core)
      : err({ kind: "unauthorized", message: NOT_CONNECTED });
    // Reports at once that the token is gone.
    if (!token.ok && this.#created) await this.#arm();
    return token;
  }
}

/** The rows of what has no work of its own in the alarm. */
function bindStateless(core: Core): BoundRow[] {
  return [
    ...bind(LAYOUT_ROUTES, new Layouts(core)),
    ...bind(VIEW_ROUTES, new Views(core)),
    ...bind(EXPORT_ROUTES, new Export(core)),
  ];
}
