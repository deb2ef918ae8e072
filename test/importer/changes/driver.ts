// A journal over a service in memory, with a clock of its own. What dies is built again over the
// same storage, as the platform does.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Result } from "../../../src/platform/result.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { steps } from "../../../src/importer/schema.ts";
import { Changes } from "../../../src/importer/changes/feature.ts";
import type { Field, Fields } from "../../../src/importer/changes/fields.ts";
import type { ShownAnswer, ShownDetail } from "../../../src/importer/changes/wire.ts";
import { CHANGE_BODY } from "../../../src/importer/changes/wire.ts";
import { must } from "../../../src/platform/assert.ts";
import { ModelService, type Kept } from "./model-service.ts";

/** A person at a page, and the journal behind it. */
export interface World {
  readonly service: ModelService;
  readonly sql: Sql;
  /** A change of some fields of transactions, as they are now unless `was` says what the person saw. */
  readonly edit: (ids: readonly number[], set: Fields, was?: Fields) => Promise<ShownAnswer>;
  readonly remove: (ids: readonly number[]) => Promise<ShownAnswer>;
  readonly send: (body: unknown) => Promise<ShownAnswer>;
  readonly undo: (id: number, key?: string) => Promise<ShownAnswer>;
  readonly tryUndo: (id: number) => Promise<Result<ShownAnswer, unknown>>;
  readonly detail: (id: number) => ShownDetail;
  readonly journal: () => Changes;
}

const SEED_KEY = "form";

/** Runs `work` in a world of its own. */
export async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const bindings: Env = env;
  const stub = bindings.IMPORTER.getByName("abcdefghijklmnopqrstuvwx27");
  await runInDurableObject(stub, async (_, state) => {
    const sql = new Sql(state.storage);
    await migrate(sql, steps, 1);
    sql.run("DELETE FROM changes; DELETE FROM change_items;");
    await work(makeWorld(sql));
  });
}

function makeWorld(sql: Sql): World {
  const service = new ModelService();
  let journal = open(sql, service);
  let keys = 0;

  /** Until nothing waits; the Worker may die again and again. */
  const settle = async (first: () => Promise<unknown>): Promise<void> => {
    let step = first;
    for (let round = 0; round < 300; round += 1) {
      const died = await Promise.race([step(), service.death()]);
      if (died === "died") journal = open(sql, service);
      const due = journal.dueAt();
      if (due === null) return;
      service.now = Math.max(service.now, due);
      step = () => journal.work();
    }
    throw new Error("the journal does not come to rest");
  };

  const send = async (sent: unknown): Promise<ShownAnswer> => {
    const body = CHANGE_BODY.parse(sent);
    await settle(() => journal.change(body, { id: 7, name: "Ann" }));
    return value(await journal.change(body, { id: 7, name: "Ann" }));
  };
  const tryUndo = async (id: number, key = `${SEED_KEY}-${++keys}`) => {
    await settle(() => journal.undo(id, key, { id: 7, name: "Ann" }));
    return journal.undo(id, key, { id: 7, name: "Ann" });
  };
  return {
    service,
    sql,
    send,
    edit: (ids, set, was) =>
      send({
        key: `${SEED_KEY}-${++keys}`,
        transactions: ids.map((id) => ({ id, set, was: was ?? seen(service, id, set) })),
      }),
    remove: (ids) => send({ key: `${SEED_KEY}-${++keys}`, delete: ids }),
    undo: async (id, key) => value(await tryUndo(id, key)),
    tryUndo,
    detail: (id) => must(journal.get(id), "the change is there"),
    journal: () => journal,
  };
}

/** What a person sees of the fields that they change. */
export function seen(service: ModelService, id: number, set: Fields): Fields {
  const kept = service.kept.get(id);
  return Object.fromEntries(
    Object.keys(set).map((name) => [name, kept === undefined ? null : kept[name as Field]]),
  );
}

function open(sql: Sql, service: ModelService): Changes {
  const chance = { now: () => service.now, random: () => 0.5 };
  const upstream = { base: "https://service.test/v2", fetch: service.fetch, paced: false };
  return new Changes({
    sql,
    arm: async () => undefined,
    connection: "abcdefghijklmnopqrstuvwx27",
    bucket: env.DOCUMENTS,
    tools: () => ({ sql, chance, upstream, pace: async () => 0 }),
    credentials: { connection: async () => ({ userId: 7, personName: "Ann" }) },
  });
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The writes that the service got: "PUT 3", "DELETE 1". */
export function writes({ calls }: ModelService): string[] {
  return calls
    .filter(({ method }) => method !== "GET")
    .map(({ method, body }) => {
      const { transactions, ids }: { transactions?: unknown[]; ids?: unknown[] } = Object(body);
      return `${method} ${transactions?.length ?? ids?.length ?? 1}`;
    });
}

/** The facts of a transaction that a person knows. */
export function factsOf(kept: Kept | undefined): object | null {
  if (kept === undefined) return null;
  const { payee, category_id: category, notes, tag_ids: tags, date, status } = kept;
  return { payee, category, notes, tags: tags.toSorted((a, b) => a - b), date, status };
}
