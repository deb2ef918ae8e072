// The search over the list of imports: on the page, and by the API.

import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IMPORTS_SEARCH_CHARS_MAX } from "../../../src/platform/limits.ts";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { api, csv, HEADERS, rest } from "../../importer/posting/driver.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";

const bindings: Env = env;
// As a Mac sends it: the dots are a letter of their own.
const DECOMPOSED = "U\u0308BERWEISUNGEN Mai.csv";

beforeAll(async () => {
  await reset();
  await send("giro-april.csv", "Checking", csv(["2026-05-02", "Bakery", "-4.20"]));
  await send(DECOMPOSED, "Checking", csv(["2026-05-03", "Tea", "-2.00"]));
  await send("card-may.csv", "Credit Card", csv(["2026-05-04", "Books", "-18.00"]));
});
afterAll(() => reset());

async function send(name: string, account: string, file: string): Promise<void> {
  const query = new URLSearchParams({ name, account });
  const request = new Request(`https://tributary.test/api/imports?${query.toString()}`, {
    method: "POST",
    headers: HEADERS,
    body: file,
  });
  const response = await exports.default.fetch(request);
  expect(response.status).toBeLessThan(300);
  await rest((await response.json<Import>()).id);
}

async function names(search: string, more = ""): Promise<string[]> {
  const { imports } = await api<{ imports: Import[] }>(
    `/imports?${new URLSearchParams({ search }).toString()}${more}`,
  );
  return imports.map(({ document }) => document.name);
}

const refusalOf = async (query: string) => {
  const request = new Request(`https://tributary.test/api/imports?${query}`, { headers: HEADERS });
  const response = await exports.default.fetch(request);
  return [response.status, await response.text()] as const;
};

describe("a search for imports", () => {
  test("finds words of the file's name in any case and order", async () => {
    expect(await names("APRIL giro")).toEqual(["giro-april.csv"]);
    expect(await names("mai überw")).toHaveLength(1);
  });

  test("finds the imports of an account, the newest first", async () => {
    expect(await names("checking")).toEqual([
      expect.stringContaining("BERWEISUNGEN"),
      "giro-april.csv",
    ]);
    expect(await names("checking april")).toEqual(["giro-april.csv"]);
    expect(await names("checking", "&limit=1&offset=1")).toEqual(["giro-april.csv"]);
  });

  test("finds nothing for a word that is in no name, and everything for spaces", async () => {
    expect(await names("%")).toEqual([]);
    expect(await names("  ")).toHaveLength(3);
  });

  test("is refused together with another filter, and beyond its length", async () => {
    expect(await refusalOf("search=may&waiting=true")).toEqual([
      400,
      expect.stringContaining("search goes without waiting=true and without layout."),
    ]);
    expect(await refusalOf(`search=${"x".repeat(IMPORTS_SEARCH_CHARS_MAX + 1)}`)).toEqual([
      400,
      expect.stringContaining(`search has at most ${IMPORTS_SEARCH_CHARS_MAX} characters.`),
    ]);
  });

  test("is on the page, keeps the words that were typed, and says when it finds nothing", async () => {
    const visitor = new Visitor();
    await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });

    const found = (await visitor.get("/imports?search=card")).text;
    const nothing = (await visitor.get("/imports?search=zebra")).text;

    expect(found).toContain("card-may.csv");
    expect(found).not.toContain("giro-april.csv");
    expect(found).toMatch(/name="search" value="card"/);
    expect(nothing).toContain("No file or account has “zebra” in its name.");
    expect(nothing).toContain("Show all imports");
  });
});
