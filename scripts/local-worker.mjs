// The Worker as npm start runs it: the modules that are deployed (bundle.mjs), with the names of the sources, run by
// Miniflare itself. wrangler dev would put a proxy and a second runtime around it, which makes requests several times
// slower. What wrangler.toml binds is read from it; stored data is where wrangler dev keeps it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, bundleEachChange, describeModules, serveModules } from "./bundle.mjs";
import { ROOT } from "./local.mjs";

/** From the least to the most; their indexes are Miniflare's. */
export const LOG_LEVELS = ["none", "error", "warn", "info", "debug"];

/**
 * Builds and starts the Worker on a loopback port. `state` is the folder that stored data is kept in, `vars` count
 * before those of wrangler.toml; each line that the runtime prints goes through `filter`. With `reload` each change
 * of a source file is built and taken up.
 */
export async function startWorker({ logLevel, reload, ...more }) {
  // esbuild works in a process of its own while Miniflare is loaded.
  const built = reload ? null : bundle();
  const miniflare = await import("miniflare");
  const { Miniflare } = miniflare;
  const level = LOG_LEVELS.indexOf(logLevel);
  const options = (modules) => describeLocal(miniflare, modules, { ...more, level });
  if (built !== null)
    return new Miniflare(options(serveModules(ROOT, await built, miniflare.Response)));
  /** @type {PromiseWithResolvers<import("miniflare").Miniflare>} */
  const first = Promise.withResolvers();
  /** @type {import("miniflare").Miniflare | null} */
  let running = null;
  await bundleEachChange(async (changed) => {
    const modules = describeModules(ROOT, changed);
    if (running === null) first.resolve((running = new Miniflare(options(modules))));
    else await running.setOptions(options(modules));
  });
  return first.promise;
}

function describeLocal(miniflare, modules, { port, inspectorPort, state, vars, level, filter }) {
  const config = readConfig();
  return miniflare.convertV4MiniflareOptions({
    name: config.name,
    ...modules,
    compatibilityDate: config.compatibilityDate,
    durableObjects: config.objects,
    ratelimits: config.ratelimits,
    kvNamespaces: config.kv,
    r2Buckets: config.r2,
    assets: {
      directory: join(ROOT, "public"),
      binding: "ASSETS",
      routerConfig: { has_user_worker: true },
    },
    bindings: { ...config.vars, ...vars },
    resourcePersistencePath: join(state, "v3"),
    host: "127.0.0.1",
    port,
    ...(inspectorPort === undefined ? {} : { inspectorPort }),
    log: new miniflare.Log(level),
    logRequests: false,
    handleStructuredLogs: (line) => print(filter, level, line),
    telemetry: { enabled: false },
    unsafeTriggerHandlers: true,
    unsafeLocalExplorer: false,
    unsafeObservability: false,
  });
}

/** Prints what the runtime and the Worker say, from that level on. */
function print(filter, most, { level, message }) {
  const at = LOG_LEVELS.indexOf(level === "log" ? "info" : level);
  if ((at === -1 ? LOG_LEVELS.indexOf("info") : at) > most) return;
  for (const line of message.split("\n")) {
    const shown = filter(line);
    if (shown !== null) process.stderr.write(`${shown}\n`);
  }
}

/** What wrangler.toml says of the Worker; a test compares it with what wrangler reads there. */
export function readConfig() {
  const text = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const vars = /^\[vars\]\n([\s\S]*?)^\[/m.exec(text)?.[1] ?? "";
  return {
    name: one(text, /^name = "(.+?)"/m),
    compatibilityDate: one(text, /^compatibility_date = "(.+?)"/m),
    vars: pairs(vars, /^(\w+) = "(.*?)"/gm),
    objects: Object.fromEntries(
      [...text.matchAll(/^name = "(\w+)"\nclass_name = "(\w+)"/gm)].map(([, name, className]) => [
        name,
        { className, useSQLite: true },
      ]),
    ),
    kv: pairs(text, /^binding = "(\w+)"\nid = "(.+?)"/gm),
    r2: pairs(text, /^binding = "(\w+)"\nbucket_name = "(.+?)"/gm),
    ratelimits: Object.fromEntries(
      [...text.matchAll(RATE_LIMIT)].map(([, name, id, limit, period]) => [
        name,
        { namespace_id: id, simple: { limit: Number(limit), period: period === "10" ? 10 : 60 } },
      ]),
    ),
  };
}

const RATE_LIMIT =
  /^name = "(\w+)"[^\n]*\nnamespace_id = "(\d+)"\nsimple = \{ limit = (\d+), period = (\d+) \}/gm;

function one(text, pattern) {
  return pattern.exec(text)?.[1] ?? "";
}

function pairs(text, pattern) {
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name, value]) => [name, value]));
}
