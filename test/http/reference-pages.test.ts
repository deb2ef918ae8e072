// The reference pages show the operations of the OpenAPI documents that they link to, all of them
// and no others, each with its parameters.

import { exports } from "cloudflare:workers";
import { afterAll, describe, expect, test } from "vitest";
import type { OpenApi, Operation } from "../../src/platform/api/openapi.ts";
import { reset } from "../reset.ts";

const PAGES = [
  { name: "version 2", page: "/docs", base: "/v2" },
  { name: "version 1", page: "/docs/v1", base: "/v1" },
  { name: "importing", page: "/docs/api", base: "/api" },
] as const;

afterAll(() => reset());

async function read(path: string): Promise<string> {
  const response = await exports.default.fetch(new Request(`https://tributary.test${path}`));
  expect(response.status, path).toBe(200);
  return response.text();
}

async function operationsOf(base: string): Promise<{ name: string; operation: Operation }[]> {
  const { paths }: OpenApi = JSON.parse(await read(`${base}/openapi.json`));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

/** What stands in the heading of each operation of a page, with its id and its body. */
function entriesOf(html: string) {
  const [, ...parts] = html.split('<details class="operation"');
  return parts.flatMap((part) => {
    const summary = /<summary>(.*?)<\/summary>/s.exec(part)?.[1] ?? "";
    const words = textOf(summary);
    const name = /^(?:GET|POST|PUT|DELETE) \S+/.exec(words)?.[0];
    const id = /class="operation-body" id="([^"]+)"/.exec(part)?.[1] ?? "";
    return name === undefined ? [] : [{ name, id, html: part }];
  });
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

describe.each(PAGES)("the reference of $name", ({ page, base }) => {
  test("has every operation of its document once, and no other", async () => {
    const [operations, html] = [await operationsOf(base), await read(page)];

    const shown = entriesOf(html).map(({ name, id }) => `${name} as ${id}`);
    const wanted = operations.map(({ name, operation }) => `${name} as ${operation.operationId}`);

    expect(wanted.length).toBeGreaterThan(20);
    expect(shown.toSorted()).toEqual(wanted.toSorted());
    expect(html).toContain(`href="${base}/openapi.json"`);
  });

  test("names every parameter of each operation", async () => {
    const [operations, html] = [await operationsOf(base), await read(page)];
    const entries = new Map(entriesOf(html).map((entry) => [entry.id, entry.html]));

    for (const { name, operation } of operations)
      for (const parameter of operation.parameters)
        expect(entries.get(operation.operationId), name).toContain(parameter.name);
  });
});

test("of two names of one parameter the reference says which to use", async () => {
  const operations = await operationsOf("/v2");
  const list = operations.find(({ name }) => name === "GET /transactions")?.operation;

  for (const kind of ["manual", "linked"]) {
    const words = (name: string) =>
      list?.parameters.find((parameter) => parameter.name === name)?.description ?? "";
    expect(words(`${kind}_account_ids`)).toMatch(/one id, or several separated by commas/);
    expect(words(`${kind}_account_id`)).toContain(`Use ${kind}_account_ids`);
  }
  for (const { name, operation } of operations) {
    const names = operation.parameters.map((parameter) => parameter.name);
    const twins = names.filter((one) => names.includes(`${one}s`));
    for (const twin of twins)
      expect(
        operation.parameters.find((one) => one.name === twin)?.description,
        `${name} ${twin}`,
      ).toContain(`Use ${twin}s`);
  }
});
