// A journal over the embedded service, with its own clock and control of each request and each
// write: any of them can be lost, or kill the Worker. After a kill the journal is built again over
// the same storage.

import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { Changes } from "../../../src/importer/changes/feature.ts";
import type { ShownAnswer, ShownDetail } from "../../../src/importer/changes/wire.ts";
import { CHANGE_BODY } from "../../../src/importer/changes/wire.ts";
import { steps } from "../../../src/importer/schema.ts";
import { must } from "../../../src/platform/assert.ts";
import type { Result } from "../../../src/platform/result.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql, type Bindable } from "../../../src/platform/sql/sql.ts";
import { HEADERS } from "../posting/driver.ts";
import type { Fault } from "./model-service.ts";

/** A disturbance of a request: a fault, or somebody else's work before it is carried out. */
export type Event = Fault | null | (() => Promise<unknown>);

/** A person's page, the journal that it uses, and the service that the journal uses. */
export interface RecordWorld {
  /** Each request uses one of them. */
  readonly events: Event[];
  /** The journal's storage. */
  readonly sql: Sql;
  /** The Worker dies at this write, counted from the next one; null for never. */
  dieAtWrite: number | null;
  /** The requests since the list was emptied: "PUT /tags/3". */
  readonly calls: string[];
  /** The writes of the journal's storage since it was set to 0. */
  writes: number;
  /** Whether the connection is allowed to write. */
  mayWrite: boolean;
  readonly send: (body: object) => Promise<ShownAnswer>;
  readonly undo: (answer: Pick<ShownAnswer, "change">) => Promise<ShownAnswer>;
  readonly tryUndo: (id: number) => Promise<Result<ShownAnswer, unknown>>;
  readonly detail: (id: number) => ShownDetail;
}

const ANN = { id: 7, name: "Ann" };

/** Counts its writes, and kills the Worker at one of them. */
class MortalSql extends Sql {
  onWrite: () => void = () => undefined;

  override run(statement: string, ...values: readonly Bindable[]): number {
    this.onWrite();
    return super.run(statement, ...values);
  }
}

/**
 * Runs `work` in a world with the embedded service, or with one that has only the documented
 * interface.
 */
export async function inRecordWorld(
  isRemote: boolean,
  work: (world: RecordWorld) => Promise<void>,
): Promise<void> {
  const bindings: Env = env;
  const stub = bindings.IMPORTER.getByName("abcdefghijklmnopqrstuvwx27");
  await runInDurableObject(stub, async (_, { storage }) => {
    const sql = new Sql(storage);
    await migrate(sql, steps, 1);
    sql.run(
      `DELETE FROM changes; DELETE FROM change_items; DELETE FROM change_records; DELETE FROM transfers;
       DELETE FROM inbox; DELETE FROM receipts; DELETE FROM settlings;`,
    );
    await work(new Driver(storage, isRemote));
  });
}

class Driver implements RecordWorld {
  readonly events: Event[] = [];
  readonly calls: string[] = [];
  dieAtWrite: number | null = null;
  writes = 0;
  mayWrite = true;
  readonly sql: Sql;
  readonly #storage: DurableObjectStorage;
  readonly #isRemote: boolean;
  #now = Date.now();
  #keys = 0;
  #died: () => void = () => undefined;
  #journal: Changes;

  constructor(storage: DurableObjectStorage, isRemote: boolean) {
    this.sql = new Sql(storage);
    this.#storage = storage;
    this.#isRemote = isRemote;
    this.#journal = this.#open();
  }

  readonly send = async (sent: object): Promise<ShownAnswer> => {
    const body = CHANGE_BODY.parse({ key: `form ${(this.#keys += 1)}`, ...sent });
    await this.#settle(() => this.#journal.change(body, ANN));
    return value(await this.#journal.change(body, ANN));
  };

  readonly undo = async ({ change }: Pick<ShownAnswer, "change">): Promise<ShownAnswer> =>
    value(await this.tryUndo(change.id));

  readonly tryUndo = async (id: number): Promise<Result<ShownAnswer, unknown>> => {
    const key = `undo ${(this.#keys += 1)}`;
    await this.#settle(() => this.#journal.undo(id, key, ANN));
    return this.#journal.undo(id, key, ANN);
  };

  readonly detail = (id: number): ShownDetail => must(this.#journal.get(id), "it is kept");

  /** Runs the alarm until nothing waits. The Worker may die several times. */
  async #settle(first: () => Promise<unknown>): Promise<void> {
    let step = first;
    for (let round = 0; round < 200; round += 1) {
      const death = new Promise<"died">((resolve) => {
        this.#died = () => resolve("died");
      });
      const ended = await Promise.race([step().catch(() => "threw" as const), death]);
      if (ended === "died" || ended === "threw") this.#journal = this.#open();
      // If the Worker died before the change was stored, the person sends the form again.
      if (ended === "threw" && step === first) continue;
      const due = this.#dueAt();
      if (due === null) return;
      this.#now = Math.max(this.#now, due);
      step = () => this.#journal.work();
    }
    throw new Error("the journal does not come to rest");
  }

  /** The Worker may die here as well: a new journal frees what the last one was doing. */
  #dueAt(): number | null {
    try {
      return this.#journal.dueAt();
    } catch {
      this.#journal = this.#open();
      return this.#journal.dueAt();
    }
  }

  #open(): Changes {
    const sql = new MortalSql(this.#storage);
    let isDead = false;
    sql.onWrite = () => {
      if (isDead) throw new Error("the Worker is dead");
      this.writes += 1;
      if (this.dieAtWrite === null) return;
      this.dieAtWrite -= 1;
      if (this.dieAtWrite >= 0) return;
      this.dieAtWrite = null;
      isDead = true;
      throw new Error("the Worker dies");
    };
    const upstream = {
      base: "https://budget.internal/v2",
      fetch: (request: Request) =>
        isDead ? new Promise<never>(() => undefined) : this.#fetch(request),
      paced: false,
      open: (request: Request) => this.#fetch(request),
      ...(!this.#isRemote && { own: "https://budget.internal/api" }),
    };
    const chance = { now: () => this.#now, random: () => 0.5 };
    return new Changes({
      sql,
      arm: async () => undefined,
      connection: "abcdefghijklmnopqrstuvwx27",
      bucket: env.DOCUMENTS,
      tools: () => ({ sql, chance, upstream, pace: async () => 0 }),
      credentials: { connection: async () => ({ userId: 7, personName: "Ann" }) },
    });
  }

  async #fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    this.calls.push(`${request.method} ${pathname}${search}`);
    const event = this.events.shift() ?? null;
    if (typeof event === "function") await event();
    if (event === "lost before") throw new Error("no connection");
    if (event === "failed") return Response.json({ message: "fault" }, { status: 503 });
    if (event === "throttled")
      return Response.json({ message: "wait" }, { status: 429, headers: { "retry-after": "30" } });
    if (event === "dies before") return this.#die();
    if (!this.mayWrite && request.method !== "GET")
      return Response.json({ message: "Forbidden" }, { status: 403 });
    const headers = new Headers(request.headers);
    headers.set("authorization", HEADERS.authorization);
    const body = request.body === null ? null : await request.arrayBuffer();
    const { method, url } = request;
    const response = await exports.Service.fetch(new Request(url, { method, headers, body }));
    const text = await response.bytes();
    if (event === "lost after") throw new Error("the connection broke");
    if (event === "dies after") return this.#die();
    const { status } = response;
    return new Response(status === 204 ? null : text, { status, headers: response.headers });
  }

  #die(): Promise<Response> {
    this.#died();
    return new Promise(() => undefined);
  }
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
