// The OpenAPI document of /api is made from the tables that answer it: it contains each row, and
// each of its paths is answered.

import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OWN_ROUTES } from "../../src/budget/routes.ts";
import { IMPORTER_ROUTES } from "../../src/importer/routes.ts";
import { apiDocument } from "../../src/pages/docs/api-document.ts";
import { limitsOf } from "../../src/platform/plan-limits.ts";
import type { OpenApi } from "../../src/platform/api/openapi.ts";
import { callsTo } from "../importer-calls.ts";
import { reset } from "../reset.ts";

const TOKEN = "local-token-for-tests";

function ask(method: string, path: string, token: string | null): Promise<Response> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return exports.default.fetch(new Request(`https://tributary.test${path}`, { method, headers }));
}

const ROWS = [...IMPORTER_ROUTES, ...OWN_ROUTES];
const document = apiDocument({ embedded: true, limits: limitsOf("paid", false) });

afterAll(() => reset());

test("every row of the tables is described, with a tag and descriptions of its parameters", () => {
  for (const { method, path } of ROWS) {
    const name = `${method} ${path}`;
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.summary, name).toMatch(/^[A-Z]/);
    for (const tag of operation?.tags ?? [])
      expect(document.tags.find((one) => one.name === tag)?.description, name).toMatch(/\.$/);
    for (const parameter of operation?.parameters ?? [])
      expect(parameter.description, `${name} ${parameter.name}`).not.toBe("");
  }
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(ROWS.length);
});

test("anybody may read the document, and with a remote service it describes only the importer", async () => {
  const answered = await ask("GET", "/api/openapi.json", null);

  expect(answered.status).toBe(200);
  expect(await answered.json()).toEqual(JSON.parse(JSON.stringify(document)));
  const paths = Object.keys(apiDocument({ embedded: false, limits: limitsOf("paid", true) }).paths);
  expect(new Set(paths)).toEqual(new Set(IMPORTER_ROUTES.map(({ path }) => path)));
});

test("the reference page shows every operation", async () => {
  const page = await ask("GET", "/docs/api", null);

  const html = await page.text();
  expect(page.status).toBe(200);
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    expect(html).toContain(`id="${operation.operationId}"`);
});

describe("documented paths", () => {
  let key: string;
  beforeAll(async () => {
    key = await makeKey();
  });

  test("every documented path answers", async () => {
    for (const { method, path } of operationsOf(document)) {
      const answered = await ask(method, filled(path), TOKEN);
      const text = await answered.text();
      expect(answered.status, `${method} ${path}: ${text}`).toBeLessThan(500);
      expect(text, `${method} ${path}`).not.toContain("There is no resource at");
      expect(text, `${method} ${path}`).not.toContain(`There is no ${method} /api`);
    }
  });

  test("an import key opens only the operations documented for it", async () => {
    for (const { method, path, takesKeys } of operationsOf(document)) {
      // A key that revokes itself would be unknown to the operations behind.
      const own = method === "DELETE" && path === "/key" ? await makeKey() : key;
      const answered = await ask(method, filled(path), own);
      await answered.text();
      if (takesKeys) expect(answered.status, `${method} ${path}`).not.toBe(403);
      else expect(answered.status, `${method} ${path}`).toBe(403);
    }
  });
});

async function makeKey(): Promise<string> {
  return (await callsTo(env.IMPORTER.getByName("1")).createKey("script"))?.token ?? "";
}

function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      takesKeys: security.some((scheme) => "importKey" in scheme),
    })),
  );
}

function filled(path: string): string {
  return `/api${path.replace(/\{\w+\}/g, "9")}`;
}
