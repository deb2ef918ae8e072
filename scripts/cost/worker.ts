// The Worker with everything counted that Cloudflare bills, for scripts/cost.mjs: its classes and handlers are those of
// src/index.ts, and the platform's own methods are wrapped once. GET /cost answers the counts so far and begins anew.

import worker from "../../src/index.ts";
import * as objects from "../../src/index.ts";

const zero = () => ({
  requests: 0,
  object_requests: 0,
  object_ms: 0,
  rows_read: 0,
  rows_written: 0,
  kv_reads: 0,
  kv_writes: 0,
  kv_deletes: 0,
  kv_lists: 0,
  r2_class_a: 0,
  r2_class_b: 0,
  r2_bytes: 0,
});
let counts = zero();
/** The size of each database, after its last statement. */
const sizes = new Map<SqlStorage, number>();
type Name = keyof typeof counts;
type Method = (...args: unknown[]) => unknown;

const wrapped = new WeakSet();

/** Replaces methods of a prototype, once for all its instances. */
function wrap(instance: object, methods: Record<string, (own: Method) => Method>): void {
  const prototype = Object.getPrototypeOf(instance) as Record<string, Method>;
  if (wrapped.has(prototype)) return;
  wrapped.add(prototype);
  for (const [name, around] of Object.entries(methods)) {
    const own = prototype[name];
    if (own !== undefined) prototype[name] = around(own);
  }
}

/** Counts one of these for each call. */
const count =
  (name: Name) =>
  (own: Method): Method =>
    function counted(this: unknown, ...args) {
      counts[name] += 1;
      return own.apply(this, args);
    };

/** Counts an object's work from the call until its answer. */
async function timed(work: () => unknown): Promise<unknown> {
  counts.object_requests += 1;
  const begun = Date.now();
  try {
    return await work();
  } finally {
    counts.object_ms += Date.now() - begun;
  }
}

const countedStub = (stub: object) =>
  new Proxy(stub, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function" || name === "then") return value;
      return (...args: unknown[]) => timed(() => Reflect.apply(value as Method, target, args));
    },
  });

function wrapNamespaces(env: Env): void {
  wrap(env.BUDGET, {
    getByName: (own) =>
      function getByName(this: unknown, ...args) {
        return countedStub(own.apply(this, args) as object);
      },
  });
  wrap(env.TOKENS, {
    get: count("kv_reads"),
    put: count("kv_writes"),
    delete: count("kv_deletes"),
    list: count("kv_lists"),
  });
  wrap(env.DOCUMENTS, {
    put: (own) =>
      function put(this: unknown, ...args) {
        counts.r2_class_a += 1;
        return Promise.resolve(own.apply(this, args)).then((stored) => {
          counts.r2_bytes += (stored as { size?: number } | null)?.size ?? 0;
          return stored;
        });
      },
    list: count("r2_class_a"),
    createMultipartUpload: count("r2_class_a"),
    get: count("r2_class_b"),
    head: count("r2_class_b"),
  });
}

interface Cursor {
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

/** Rows are billed as their cursor counts them: when it was made, and what it read since. */
function wrapStorage({ storage }: DurableObjectState): void {
  const seen = new WeakMap<object, Cursor>();
  const note = (cursor: Cursor) => {
    const before = seen.get(cursor) ?? { rowsRead: 0, rowsWritten: 0 };
    const { rowsRead, rowsWritten } = cursor;
    counts.rows_read += rowsRead - before.rowsRead;
    counts.rows_written += rowsWritten - before.rowsWritten;
    seen.set(cursor, { rowsRead, rowsWritten });
  };
  const alsoNoted = (own: Method): Method =>
    function noted(this: unknown, ...args) {
      const result = own.apply(this, args);
      note(this as Cursor);
      return result;
    };
  wrap(storage.sql, {
    exec: (own) =>
      function exec(this: unknown, ...args) {
        const cursor = own.apply(this, args) as Cursor;
        wrap(cursor, { toArray: alsoNoted, one: alsoNoted, next: alsoNoted });
        note(cursor);
        sizes.set(this as SqlStorage, (this as SqlStorage).databaseSize);
        return cursor;
      },
  });
  wrap(storage, { setAlarm: count("rows_written"), deleteAlarm: count("rows_written") });
}

type ObjectClass = new (ctx: DurableObjectState, env: Env) => DurableObject;

/** The class with its storage counted, and its alarms as requests. */
function counting<Class extends ObjectClass>(Base: Class): Class {
  const made = class extends (Base as ObjectClass) {
    constructor(ctx: DurableObjectState, env: Env) {
      wrapStorage(ctx);
      wrapNamespaces(env);
      super(ctx, env);
    }
    override async alarm(): Promise<void> {
      await timed(() => super.alarm?.());
    }
  };
  return made as unknown as Class;
}

export const Budget = counting(objects.Budget);
export const RateLimit = counting(objects.RateLimit);
export const Attempt = counting(objects.Attempt);
export const Importer = counting(objects.Importer);
export const Pace = counting(objects.Pace);
export const Client = counting(objects.Client);
export const Directory = counting(objects.Directory);
export const ToolLogin = counting(objects.ToolLogin);
export const User = counting(objects.User);
export { Service } from "../../src/index.ts";

export default {
  fetch: async (request: Request, env: Env, ctx: ExecutionContext) => {
    wrapNamespaces(env);
    if (new URL(request.url).pathname === "/cost") {
      const database_bytes = [...sizes.values()].reduce((sum, one) => sum + one, 0);
      const answer = Response.json({ ...counts, database_bytes });
      counts = zero();
      return answer;
    }
    counts.requests += 1;
    return worker.fetch(request, env, ctx);
  },
  email: async (message: ForwardableEmailMessage, env: Env) => {
    wrapNamespaces(env);
    counts.requests += 1;
    await worker.email(message, env);
  },
  scheduled: async (event: ScheduledController, env: Env) => {
    wrapNamespaces(env);
    counts.requests += 1;
    await worker.scheduled(event, env);
  },
};
