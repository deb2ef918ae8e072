// What a watcher of the deployment is told.

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { serveHealth } from "../../src/http/healthz.ts";
import { HEALTH_KEPT_MS } from "../../src/platform/limits.ts";

const bindings: Env = env;
const fails = async (): Promise<never> => {
  throw new Error("out of reach");
};

test("health names the storage that does not answer, and keeps its answer for some seconds", async () => {
  const broken = {
    DIRECTORY: bindings.DIRECTORY,
    TOKENS: bindings.TOKENS,
    DOCUMENTS: { head: fails },
  } as unknown as Env;
  const now = Date.now() + 3_600_000;

  const well = await serveHealth(bindings, now);
  const kept = await serveHealth(broken, now + HEALTH_KEPT_MS - 1);
  const failing = await serveHealth(broken, now + HEALTH_KEPT_MS);

  expect([well.status, kept.status, failing.status]).toEqual([200, 200, 503]);
  expect(await failing.json()).toEqual({
    status: "failing",
    databases: true,
    documents: false,
    tokens: true,
  });
});
