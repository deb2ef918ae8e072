// The clean start that the other tests rely on.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { abortAllDurableObjects, reset } from "./reset.ts";

const TESTS = import.meta.glob<string>("./**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const importer = () => env.IMPORTER.getByName("1");

test("what an object stored that is no longer at work is forgotten too", async () => {
  await runInDurableObject(importer(), (_, { storage }) =>
    storage.sql.exec("CREATE TABLE kept (id INTEGER); INSERT INTO kept VALUES (1)"),
  );
  await abortAllDurableObjects();
  await reset();
  expect(
    await runInDurableObject(importer(), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_schema WHERE name = 'kept'").toArray(),
    ),
  ).toEqual([]);
});

test("what is in the bucket and in KV is forgotten with it, however long nobody has used it", async () => {
  await Promise.all([env.DOCUMENTS.put("kept", "bytes"), env.TOKENS.put("kept", "text")]);
  await abortAllDurableObjects();
  await reset();
  expect([await env.DOCUMENTS.head("kept"), await env.TOKENS.get("kept")]).toEqual([null, null]);
});

test("no test starts, or kills, any other way", () => {
  const others = Object.entries(TESTS).filter(
    ([path, source]) =>
      path !== "./reset.ts" &&
      /import \{[^}]*\b(?:reset|abortAllDurableObjects)\b[^}]*\} from "cloudflare:test"/.test(
        source,
      ),
  );
  expect([others.map(([path]) => path), Object.keys(TESTS).length > 200]).toEqual([[], true]);
});
