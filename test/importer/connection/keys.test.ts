// What an import key opens: the imports of its connection, and nothing of the budget.

import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import { callsTo } from "../../importer-calls.ts";

const OWN = [
  "/api/rules",
  "/api/recurring",
  "/api/rates",
  "/api/rates/missing",
  "/api/budgets/periods",
  "/api/linked/feed",
  "/api/crypto",
];

test("an import key reads imports, and nothing of the budget", async () => {
  const { token } = must(
    await callsTo(env.IMPORTER.getByName("1")).createKey("a script"),
    "there is room for a key",
  );

  expect(await status("/api/imports", token)).toBe(200);
  for (const path of OWN) expect([path, await status(path, token)]).toEqual([path, 403]);
  expect(await status("/api/rules", token, { method: "POST", body: "{}" })).toBe(403);
});

test("LOCAL_TOKEN, which exists on a developer's machine alone, opens both", async () => {
  const token = must(env.LOCAL_TOKEN, "set in tests");

  expect([await status("/api/imports", token), await status("/api/rules", token)]).toEqual([
    200, 200,
  ]);
});

async function status(path: string, token: string, init: RequestInit = {}): Promise<number> {
  const request = new Request(`http://localhost${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}` },
  });
  const response = await exports.default.fetch(request);
  await response.text();
  return response.status;
}
