// The real queue over real tables, with a budget that speaks HTTP from plain data: the network, the
// service, the storage and the clock fail by a seeded chance, imports overlap and are undone at any
// moment, the process is killed in the middle of a request.

import { correctTimes } from "../../../src/importer/imports/stored-times.ts";
import type { Tools } from "../../../src/importer/tools.ts";
import type { PostReply, StoredTransaction } from "../../../src/importer/posting/client.ts";
import { limitsOf } from "../../../src/platform/plan-limits.ts";
import { Queue } from "../../../src/importer/posting/queue.ts";
import { Runs } from "../../../src/importer/imports/runs.ts";
import { beginUndo } from "../../../src/importer/undo/undo.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { printUnits, units } from "../../../src/money/money.ts";
import { FakeBudget, type Coffee } from "./simulation.ts";

const DAY_MS = 24 * 60 * 60_000;
const DAYS_AHEAD_MS = 3 * DAY_MS;
const TABLES = [
  "runs",
  "rows",
  "row_texts",
  "batches",
  "edges",
  "claims",
  "pendings",
  "updates",
  "lookalikes",
  "transfers",
  "jobs",
  "late",
];

/** A database that by chance refuses a transaction, before or after its work. */
class FaultySql extends Sql {
  readonly #fails: () => boolean;

  constructor(storage: DurableObjectStorage, fails: () => boolean) {
    super(storage);
    this.#fails = fails;
  }

  override transaction<T>(work: () => T): T {
    if (this.#fails()) throw new Error("database or disk is full");
    return super.transaction(() => {
      const result = work();
      if (this.#fails()) throw new Error("database or disk is full");
      return result;
    });
  }
}

export interface Chances {
  readonly random: () => number;
  /** How often a request is killed with its process, a transaction refused, a request carried out late. */
  kills: number;
  full: number;
  late: number;
  /** Whether what waits is stored days ahead of the clock, so that nothing but the correction of times makes it due. */
  readonly clockAhead: boolean;
}

/** The importer's queue, its tables and the budget. */
export class World {
  readonly budget: FakeBudget;
  readonly sql: Sql;
  readonly runs: Runs;
  readonly #chances: Chances;
  readonly #plain: Sql;
  /** Requests that the service has not carried out yet. */
  readonly #late: (() => unknown)[] = [];
  #kill: () => void = () => undefined;
  #queue: Queue;

  constructor(storage: DurableObjectStorage, budget: FakeBudget, chances: Chances) {
    this.budget = budget;
    this.#chances = chances;
    this.#plain = new Sql(storage);
    for (const table of TABLES) this.#plain.run(`DELETE FROM ${table}`);
    this.sql = new FaultySql(storage, () => chances.random() < chances.full);
    this.runs = new Runs(this.sql);
    this.#queue = this.#start();
  }

  random(): number {
    return this.#chances.random();
  }

  /** An import that was read and is to be posted; its id. */
  upload(file: readonly Coffee[], name: string, account: number): number {
    const id = name.padEnd(16, "0");
    // A file some days after the other, so that what is asked for by its time is found by the right one.
    const created = Date.now() - (20 - this.runs.page(100, 0).length * 3) * DAY_MS;
    const reading = {
      plan: null,
      accounts: { "": { id: account, name: "Checking", currency: "usd" } },
    };
    this.#plain.run(
      `INSERT INTO runs (id, state, door, document, options, layout, reading, read, read_done, created_at) VALUES (?, 'posting', 'upload', ?, ?, ?, ?, ?, 1, ?)`,
      id,
      JSON.stringify({ name, bytes: 1, sha256: name, media_type: "text/csv" }),
      JSON.stringify({ account, apply_rules: true, skip_duplicates: true, include_pending: false }),
      JSON.stringify({ fingerprint: "one", format: "csv" }),
      JSON.stringify(reading),
      file.length,
      created,
    );
    const run = this.runs.byId(id)?.seq ?? 0;
    const twins = new Map<string, number>();
    for (const [seq, { date, amount, payee, key, poison }] of file.entries()) {
      const occurrence = (twins.get(key) ?? 0) + 1;
      twins.set(key, occurrence);
      const external_id = `${key}:${occurrence}`;
      const item = {
        date,
        amount: printUnits(units(amount)),
        currency: "usd",
        payee,
        manual_account_id: account,
        external_id,
        poison,
        run: id,
        created,
        custom_metadata: { tributary: { run: id } },
      };
      const values = [run, seq, seq + 2, account, date, -amount, key, occurrence] as const;
      this.#plain.run(
        "INSERT INTO rows (run, seq, line, state, account, date, amount, key, occurrence) VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?, ?)",
        ...values,
      );
      this.#plain.run(
        "INSERT INTO row_texts (run, seq, item, cells) VALUES (?, ?, ?, '[]')",
        run,
        seq,
        JSON.stringify(item),
      );
    }
    return run;
  }

  undo(seq: number): void {
    const run = this.runs.bySeq(seq);
    if (run !== null)
      beginUndo(this.#plain, new Runs(this.#plain), run, ["posting", "waiting", "done"]);
  }

  /** Works until everything waits, or the process is killed; then it is as if time had passed. */
  async work(): Promise<void> {
    correctTimes(this.#plain, Date.now());
    const killed = new Promise<void>((resolve) => (this.#kill = resolve));
    await Promise.race([this.#queue.work().catch(() => undefined), killed]);
    this.#queue = this.#start();
    if (this.#chances.random() < 0.3) await this.carryOut();
    for (const table of ["runs", "jobs"]) {
      const when = this.#chances.clockAhead ? `next_attempt_at + ${DAYS_AHEAD_MS}` : "1";
      this.#plain.run(
        `UPDATE ${table} SET next_attempt_at = ${when} WHERE next_attempt_at IS NOT NULL`,
      );
    }
  }

  /** The service finishes by and by, whether or not it was asked again: what it was sent long ago is carried out. */
  async carryOut(): Promise<void> {
    for (const carryOut of this.#late.splice(0)) await carryOut();
  }

  /** From here on nothing fails, and rows of some other import have been accepted. */
  calm(): void {
    Object.assign(this.#chances, { kills: 0, full: 0, late: 0 });
    this.budget.calm();
    this.#plain.run("UPDATE batches SET suspect = 2 WHERE suspect = 1");
  }

  #start(): Queue {
    const tools: Tools = {
      sql: this.sql,
      runs: this.runs,
      upstream: {
        base: "https://budget.example/v2",
        paced: false,
        fetch: (request) => this.#answer(request),
      },
      chance: { now: () => Date.now(), random: this.#chances.random },
      pace: async () => 0,
      document: () => ({
        name: "",
        bytes: 0,
        open: () => Promise.reject(new Error("nothing is read")),
      }),
      isStored: async () => true,
    };
    return new Queue({
      runs: this.runs,
      tools: () => tools,
      chores: async () => undefined,
      announce: () => undefined,
      features: [],
      limits: limitsOf("paid", true),
    });
  }

  async #answer(request: Request): Promise<Response> {
    const { random } = this.#chances;
    const body = await request.text();
    const never = new Promise<Response>(() => undefined);
    const killed = random() < this.#chances.kills;
    if (killed && random() < 0.5) return (this.#kill(), never);
    if (request.method !== "GET" && random() < this.#chances.late) {
      const asked = JSON.parse(body);
      this.#late.push(() =>
        request.method === "POST"
          ? this.budget.insert(asked, Date.now())
          : this.budget.delete(asked.ids),
      );
      return Promise.reject(new Error("no answer"));
    }
    const response = await this.#serve(request, body);
    if (killed) return (this.#kill(), never);
    return response;
  }

  async #serve(request: Request, body: string): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/v2/manual_accounts")
      return Response.json({
        manual_accounts: [
          { id: 1, name: "Checking", currency: "usd" },
          { id: 2, name: "Savings", currency: "usd" },
        ],
      });
    if (request.method === "POST") return onWire(await this.budget.post(body));
    if (request.method === "DELETE") return onWire(await this.budget.remove(JSON.parse(body).ids));
    const account = url.searchParams.get("manual_account_id");
    const [from, to] = [
      url.searchParams.get("start_date") ?? "",
      url.searchParams.get("end_date") ?? "9999",
    ];
    const since = url.searchParams.get("created_since");
    const query = {
      ...(account !== null && { account: Number(account) }),
      ...(since !== null && { created_since: since }),
      from,
      to,
    };
    const page = await this.budget.list(query, Number(url.searchParams.get("offset")));
    if (page.kind !== "page") return onWire(page);
    return Response.json({ transactions: page.transactions.map(shown), has_more: page.more });
  }
}

function shown({
  id,
  external_id,
  date,
  amount,
  payee,
  manual_account_id,
  run,
}: StoredTransaction) {
  return {
    id,
    external_id,
    date,
    amount,
    payee,
    manual_account_id,
    currency: "usd",
    custom_metadata: run === null ? null : { tributary: { run } },
  };
}

/** A reply as it travels; one that is lost is a connection that breaks. */
function onWire(reply: PostReply | { readonly kind: "deleted" }): Response {
  switch (reply.kind) {
    case "deleted":
      return new Response(null, { status: 204 });
    case "accepted": {
      const transactions = [...reply.inserted].map(([external_id, id]) => ({ id, external_id }));
      const skipped_duplicates = reply.skipped.map(({ reason, index, existing }) => ({
        reason,
        request_transactions_index: index,
        existing_transaction_id: existing,
      }));
      return Response.json({ transactions, skipped_duplicates }, { status: 201 });
    }
    case "refused":
      return Response.json(
        {
          message: reply.message,
          errors: [...reply.named].map(([transaction_index, errMsg]) => ({
            errMsg,
            transaction_index,
          })),
        },
        { status: reply.status },
      );
    case "throttled":
      return Response.json(
        {},
        {
          status: 429,
          headers:
            reply.throttle.retryAfter === null ? {} : { "retry-after": reply.throttle.retryAfter },
        },
      );
    case "unauthorized":
      return Response.json({}, { status: 401 });
    case "unknown":
      if (reply.status === undefined) throw new Error(reply.message);
      return Response.json({}, { status: reply.status });
  }
}
