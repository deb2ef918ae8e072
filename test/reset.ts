// A clean start for a test. `reset` of cloudflare:test forgets the objects that are awake, and what
// they stored; one that was killed, or evicted (the platform does that after ten idle seconds),
// would keep what it has for whichever test wakes it next. So where either may have been since the
// last clean start, each object that ever stored anything is woken first. One that is writing just
// then is ended and keeps what it had, so it is looked whether anything is left.

import {
  abortAllDurableObjects as abortAll,
  listDurableObjectIds,
  reset as resetAwake,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { OWN_CONNECTION } from "../src/importer/connection/identity.ts";
import { CONNECTION_PREFIX } from "../src/importer/connection/vault.ts";

const BY_ID: readonly DurableObjectNamespace[] = [
  env.ATTEMPT,
  env.BUDGET,
  env.CLIENT,
  env.DIRECTORY,
  env.PACE,
  env.RATE_LIMIT,
  env.USER,
];
/** Those of the local person, which work by themselves and so may be writing just when a test ends. */
const BUSY: readonly DurableObjectNamespace[] = [env.BUDGET, env.IMPORTER];
const AWAKE_MS = 8_000;
const TRIES_MAX = 3;
const LOADING_MS_MAX = 1_000;

interface LoadedModule {
  readonly promise?: Promise<unknown>;
  readonly evaluated: boolean;
}

/** What loads modules in this process. */
const { moduleRunner: runner } = (
  globalThis as unknown as {
    readonly __vitest_mocker__: {
      readonly moduleRunner: {
        readonly evaluatedModules: {
          readonly idToModuleMap: ReadonlyMap<string, LoadedModule>;
          invalidateModule(module: LoadedModule): void;
        };
        /** Modules whose text is being fetched. */
        readonly concurrentModuleNodePromises: Map<string, Promise<unknown>>;
      };
    };
  }
).__vitest_mocker__;

/** Until when whatever was used since the last clean start is awake; a file begins with what others have left. */
let awakeUntil = 0;

/**
 * Deletes everything that any object has stored, and every object with it; KV and R2 are such
 * objects here, and go as well.
 */
export async function reset(): Promise<void> {
  if (performance.now() >= awakeUntil) await wakeAll();
  await resetAwake();
  for (let tries = 0; tries < TRIES_MAX && (await isAnyLeft()); tries += 1) {
    await wakeAll();
    await resetAwake();
  }
  await forgetLoading();
  awakeUntil = performance.now() + AWAKE_MS;
}

/** Deletes what R2 holds, a document each: one that was just busy with large ones keeps them through a clean start. */
export async function emptyBucket(): Promise<void> {
  const { objects } = await env.DOCUMENTS.list();
  if (objects.length > 0) await env.DOCUMENTS.delete(objects.map(({ key }) => key));
}

/** Kills every object, as a fault of the machine would; what they stored stays. */
export async function abortAllDurableObjects(): Promise<void> {
  awakeUntil = 0;
  await abortAll();
  await forgetLoading();
}

/**
 * Forgets the modules that an object was loading when it was ended, as an alarm loads the reader of mail: they would be
 * loading for ever, and whichever test needs one next would hang.
 */
async function forgetLoading(): Promise<void> {
  const { evaluatedModules, concurrentModuleNodePromises: fetched } = runner;
  const isLoading = ({ promise, evaluated }: LoadedModule) => promise !== undefined && !evaluated;
  const listLoading = () => [...evaluatedModules.idToModuleMap.values()].filter(isLoading);
  const loading = [...fetched.values(), ...listLoading().flatMap(({ promise }) => promise ?? [])];
  if (loading.length > 0)
    await Promise.race([Promise.allSettled(loading), scheduler.wait(LOADING_MS_MAX)]);
  fetched.clear();
  for (const module of listLoading()) evaluatedModules.invalidateModule(module);
}

async function isAnyLeft(): Promise<boolean> {
  const tables = ({ storage }: DurableObjectState) =>
    storage.sql.exec("SELECT 1 FROM sqlite_schema LIMIT 1").toArray().length;
  const left = await Promise.all(
    BUSY.map((namespace) =>
      runInDurableObject(namespace.getByName("1"), (_, state) => tables(state)).catch(() => 1),
    ),
  );
  return left.some((count) => count > 0);
}

async function wakeAll(): Promise<void> {
  const stored = await Promise.all([
    importersStored(),
    ...BY_ID.map(async (namespace) =>
      (await listDurableObjectIds(namespace)).map((id) => namespace.get(id)),
    ),
  ]);
  // One whose constructor throws is awake for as long as it takes.
  await Promise.all(
    stored.flat().map((stub) => runInDurableObject(stub, () => undefined).catch(() => undefined)),
  );
  // Listing wakes those that keep KV and R2.
  await Promise.all([env.TOKENS.list({ limit: 1 }), env.DOCUMENTS.list({ limit: 1 })]);
}

/** An Importer wakes by its name alone: that of a connection which KV knows, or of the one that is configured. */
async function importersStored(): Promise<DurableObjectStub[]> {
  const { keys } = await env.TOKENS.list({ prefix: CONNECTION_PREFIX });
  const ids = new Set((await listDurableObjectIds(env.IMPORTER)).map(String));
  const names = [OWN_CONNECTION, ...keys.map(({ name }) => name.slice(CONNECTION_PREFIX.length))];
  return names
    .map((name) => env.IMPORTER.getByName(name))
    .filter((stub) => ids.has(String(stub.id)));
}
