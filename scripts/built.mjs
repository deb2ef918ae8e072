// Describes the built Worker (bundle.mjs) to Miniflare: for the scripts that measure or torment the real thing without
// wrangler dev's proxy in between.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Response } from "miniflare";
import { readBundle, serveModules } from "./bundle.mjs";
import { ROOT } from "./local.mjs";

export const TOKEN = "script-token";

/**
 * Miniflare's options for the Worker built into `folder`, its data kept in `state`. More of them: further
 * `objects`, `bindings` over ours, a `port`, an `inspectorPort`; `quiet`: what
 * the Worker logs is not printed.
 */
export function describe(folder, state, more = {}) {
  const config = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const objects = [
    ...Array.from(config.matchAll(/^class_name = "(\w+)"/gm), ([, name]) => name),
    ...(more.objects ?? []),
  ];
  const limits = Array.from(
    config.matchAll(/^\[\[ratelimits\]\]\nname = "(\w+)"/gm),
    ([, name]) => name,
  );
  const bindingOf = (name) => name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
  return convertV4MiniflareOptions({
    name: "tributary",
    ...serveModules(folder, readBundle(folder), Response),
    compatibilityDate: "2026-10-20",
    durableObjects: Object.fromEntries(
      objects.map((className) => [bindingOf(className), { className, useSQLite: true }]),
    ),
    // Wide open: what is tormented is not the guard at the door.
    ratelimits: Object.fromEntries(
      limits.map((name, index) => [
        name,
        { namespace_id: String(index + 1), simple: { limit: 1_000_000, period: 60 } },
      ]),
    ),
    kvNamespaces: ["TOKENS"],
    r2Buckets: ["DOCUMENTS"],
    resourcePersistencePath: state,
    bindings: {
      ENVIRONMENT: "local",
      TOKEN_KEY: "script-token-key-of-at-least-32-bytes",
      LOCAL_TOKEN: TOKEN,
      BUDGET_API_URL: "",
      ...more.bindings,
    },
    host: "127.0.0.1",
    port: more.port ?? 0,
    telemetry: { enabled: false },
    // Mail and the heartbeat by address, as wrangler dev serves them.
    unsafeTriggerHandlers: true,
    ...(more.quiet ? { handleStructuredLogs: () => undefined } : {}),
    ...(more.inspectorPort === undefined ? {} : { inspectorPort: more.inspectorPort }),
  });
}
