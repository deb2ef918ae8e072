// The OpenAPI document is checked against the official schema of OpenAPI 3.1, and its examples
// against their schemas, by validators that are not ours. They run in Node because they compile
// code, which workerd refuses.

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test, vi } from "vitest";
import type { MediaType } from "../../src/platform/api/openapi/failures.ts";
import { PROPERTIES } from "../../src/budget/openapi/property-words.ts";
import { FAILURES, PARAMETERS, TAGS } from "../../src/budget/openapi/words.ts";
import { LEGACY_TAGS } from "../../src/budget/openapi/legacy-words.ts";
import { theDocument } from "../../src/budget/openapi/document.ts";
import type { OpenApi, Operation } from "../../src/platform/api/openapi.ts";
import { VERSION_1 } from "../../src/budget/versions.ts";
import { patternWords } from "../../src/pages/docs/pattern-words.ts";
import { apiDocument } from "../../src/pages/docs/api-document.ts";
import { limitsOf } from "../../src/platform/plan-limits.ts";

// The rows of /api name objects; nothing of them is called here.
vi.mock("cloudflare:workers", () => ({ DurableObject: Object }));

const document = theDocument();
const legacy = theDocument(VERSION_1);
const api = apiDocument({ embedded: true, limits: limitsOf("paid", false) });
const operations = operationsOf(document);
const legacyOperations = operationsOf(legacy);
const every = [
  ...operations.map(({ name, operation }) => ({ name, operation, from: "document" })),
  ...legacyOperations.map(({ name, operation }) => ({
    name: `${name} of version 1`,
    operation,
    from: "legacy",
  })),
];

function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

describe("the official schema of OpenAPI 3.1", () => {
  test.each([
    ["version 2", document],
    ["version 1", legacy],
    ["/api", api],
  ] as const)("the official schema accepts the document of %s", async (_, one) => {
    const result = await new Validator().validate(copy(one));

    expect(result).toEqual({ valid: true });
  });

  test("the official schema refuses the document with an undefined parameter", async () => {
    const broken = copy(document);
    const [first] = Object.values(broken.paths["/transactions"] ?? {});
    Object.assign(first?.parameters[0] ?? {}, { in: "nowhere" });

    expect((await new Validator().validate(broken)).valid).toBe(false);
  });
});

test("the references say each pattern in words", () => {
  const shown = new Set([document, legacy, api].flatMap(shownPatterns));

  expect(shown.size).toBeGreaterThan(10);
  expect([...shown].filter((pattern) => patternWords(pattern) === null)).toEqual([]);
});

/** The patterns within; one with a format is shown by the format's name. */
function shownPatterns(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { pattern, format } = value as { pattern?: unknown; format?: unknown };
  const own = typeof pattern === "string" && format === undefined ? [pattern] : [];
  return [...own, ...Object.values(value).flatMap(shownPatterns)];
}

describe("examples of the documents", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ $id: "document", ...copy(document) });
  ajv.addSchema({ $id: "legacy", ...copy(legacy) });
  ajv.addSchema({ $id: "api", ...copy(api) });
  const within = (content: MediaType, from = "document") =>
    ajv.compile({ ...JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', `"${from}#/`)) });

  test.each(every)("the example of $name matches its schema", ({ operation, from }) => {
    let held = 0;
    for (const content of contentsOf(operation)) {
      const validate = within(content, from);
      const examples = Object.values(content.examples ?? {}).map(({ value }) => value);
      for (const example of content.example === undefined ? examples : [content.example]) {
        expect(validate(example), JSON.stringify([example, validate.errors])).toBe(true);
        held += 1;
      }
    }
    // 401, 403, 429 and 500 at the least.
    expect(held).toBeGreaterThanOrEqual(4);
  });

  test.each(operationsOf(api))(
    "the example of $name of /api matches its schema",
    ({ operation }) => {
      for (const content of contentsOf(operation)) {
        const validate = within(content, "api");
        const examples = Object.values(content.examples ?? {}).map(({ value }) => value);
        for (const example of content.example === undefined ? examples : [content.example])
          expect(validate(example), JSON.stringify([example, validate.errors])).toBe(true);
      }
    },
  );

  test("a wrong example is reported", () => {
    const [tags] = contentsOf(document.paths["/tags"]?.["get"] ?? never());
    const validate = within(tags ?? never());

    expect(validate({ tags: [{ id: "first" }] })).toBe(false);
  });
});

describe("descriptions in the documents", () => {
  test("operations have their own ids, a summary, and a tag with a description", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(operations.length);
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(TAGS));
    for (const { operation, name } of operations) {
      expect(operation.summary, name).toMatch(/^[A-Z]/);
      expect(
        operation.tags.every((tag) => TAGS[tag] !== undefined),
        name,
      ).toBe(true);
    }
  });

  test("version 1 is deprecated throughout, with ids for its operations and descriptions for its tags", () => {
    expect(legacyOperations.length).toBeGreaterThan(0);
    expect(new Set(legacyOperations.map(({ operation }) => operation.operationId)).size).toBe(
      legacyOperations.length,
    );
    for (const { operation, name } of legacyOperations) {
      expect([
        name,
        operation.deprecated,
        operation.tags.every((tag) => LEGACY_TAGS[tag] !== undefined),
      ]).toEqual([name, true, true]);
      expect(Object.keys(operation.responses["200"]?.headers ?? {}), name).toEqual(
        expect.arrayContaining(["Deprecation", "Link"]),
      );
    }
    expect(JSON.stringify(document)).not.toContain('"deprecated"');
  });

  test("parameters have a description", () => {
    for (const { operation, name } of every)
      for (const parameter of operation.parameters)
        expect(parameter.description, `${name} ${parameter.name}`).not.toBe("");
  });

  test("every description belongs to an existing name", () => {
    const names = new Set(
      operations.flatMap(({ operation }) =>
        operation.parameters.map((parameter) => parameter.name),
      ),
    );
    for (const key of Object.keys(PARAMETERS)) {
      const [path, name] = key.startsWith("/") ? key.split(" ") : [null, key];
      expect(names.has(name ?? ""), key).toBe(true);
      if (path !== null) expect(Object.keys(document.paths), key).toContain(path);
    }
  });

  test("every description of a property belongs to an existing property", () => {
    const text = JSON.stringify(document);
    for (const [key, words] of Object.entries(PROPERTIES)) {
      const [part, name] = key.includes(".") ? key.split(".") : [null, key];
      if (part !== null)
        expect(document.components.schemas[part ?? ""]?.properties, key).toHaveProperty(name ?? "");
      expect(text, key).toContain(JSON.stringify(words).slice(1, -1));
    }
  });

  test("answers have a description and headers: 429 the time to retry, 401 the way to authenticate", () => {
    const known = FAILURES.map(([status]) => String(status));
    for (const { operation, name } of operations) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        expect(answer.description.length, `${name} ${status}`).toBeGreaterThan(5);
        expect(Object.keys(answer.headers ?? {}), name).toContain("RateLimit-Remaining");
        expect(Object.hasOwn(answer.headers ?? {}, "Retry-After"), name).toBe(
          status === "429" || status === "425",
        );
        expect(Object.hasOwn(answer.headers ?? {}, "WWW-Authenticate"), name).toBe(
          status === "401",
        );
        if (Number(status) >= 400) expect(known, name).toContain(status);
      }
    }
  });

  test("the conventions are in the document's description", () => {
    for (const word of [
      "YYYY-MM-DD",
      "positive",
      "lowercase",
      "has_more",
      "Retry-After",
      "to_base",
    ])
      expect(document.info.description.toLowerCase()).toContain(word.toLowerCase());
  });
});

/** As a client would read it. */
function copy(document: OpenApi): { paths: Record<string, Record<string, Operation>> } {
  return JSON.parse(JSON.stringify(document));
}

function contentsOf(operation: Operation): MediaType[] {
  return [
    ...Object.values(operation.requestBody?.content ?? {}),
    ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
  ];
}

function never(): never {
  throw new Error("the document has it");
}
