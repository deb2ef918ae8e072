// The table of version 1 against the documents' list of its operations, and what clients of version
// 1 send that version 2 would refuse.

import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { LEGACY_PARAMETERS, LEGACY_TAGS } from "../../../src/budget/openapi/legacy-words.ts";
import type { Route } from "../../../src/budget/route.ts";
import { LEGACY_ROUTES } from "../../../src/budget/routes.ts";
import { must } from "../../../src/platform/assert.ts";
import { insert, post } from "../client.ts";
import { del1, done1, get1, nameOf1, put1 } from "./client.ts";
import { OPERATIONS_1, SCOPES_1 } from "./operations.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

/** The parts of a JSON schema that are looked at here. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
const namesIn = (schema: z.ZodType): string[] => Object.keys(shapeOf(schema).properties ?? {});

describe("the table of version 1's operations", () => {
  test("the table has exactly the documented operations, each with its documented form of refusal", () => {
    const rows = LEGACY_ROUTES.map((row) => ({
      method: row.method,
      path: row.path,
      faults: row.faults,
      documents404: row.failures.includes(404),
    }));

    expect(rows.toSorted(byName)).toEqual(OPERATIONS_1.toSorted(byName));
    expect(rows).toHaveLength(30);
  });

  test("the table requires the decided scopes for each operation", () => {
    const taken = LEGACY_ROUTES.map((row) => [nameOf1(row), row.scopes]);

    expect(Object.fromEntries(taken)).toEqual(SCOPES_1);
  });

  test("the descriptions cover exactly the parameters and tags of the table", () => {
    const used = new Set<string>();
    for (const row of LEGACY_ROUTES) {
      for (const name of [...namesIn(row.params), ...namesIn(row.query)]) {
        const key = [`${row.path} ${name}`, name].find((one) => one in LEGACY_PARAMETERS);
        used.add(must(key, `${nameOf1(row)} says what ${name} means`));
      }
    }
    expect(Object.keys(LEGACY_PARAMETERS).filter((key) => !used.has(key))).toEqual([]);
    expect(Object.keys(LEGACY_TAGS).toSorted()).toEqual(
      [...new Set(LEGACY_ROUTES.map(({ tag }) => tag))].toSorted(),
    );
  });
});

function byName(a: Pick<Route, "method" | "path">, b: Pick<Route, "method" | "path">): number {
  return nameOf1(a) < nameOf1(b) ? -1 : 1;
}

/** Each property of a body that may be left out, by its path, with the body where it is null. */
function withNulls(
  body: unknown,
  shape: Shape,
  defs: Shape["$defs"] = shape.$defs,
  place = "",
): (readonly [place: string, body: unknown])[] {
  const form = formOf(shape, defs);
  if (Array.isArray(body))
    return body.flatMap((item: unknown, index) =>
      withNulls(item, form.items ?? {}, defs, `${place}/${index}`).map(
        ([where, changed]) => [where, body.with(index, changed)] as const,
      ),
    );
  const { properties = {}, required = [] } = form;
  if (typeof body !== "object" || body === null) return [];
  const own = Object.keys(properties).filter((name) => !required.includes(name));
  const inside = Object.entries(body).flatMap(([name, value]) =>
    withNulls(value, properties[name] ?? {}, defs, `${place}/${name}`).map(
      ([where, changed]) => [where, { ...body, [name]: changed }] as const,
    ),
  );
  return [
    ...own.map((name) => [`${place}/${name}`, { ...body, [name]: null }] as const),
    ...inside,
  ];
}

/** What an object or list is, behind its name and beside null. */
function formOf(shape: Shape, defs: Shape["$defs"]): Shape {
  const named =
    shape.$ref === undefined ? shape : (defs?.[shape.$ref.split("/").at(-1) ?? ""] ?? {});
  const inside = named.anyOf
    ?.map((one) => formOf(one, defs))
    .find(({ properties, items }) => properties !== undefined || items !== undefined);
  return inside ?? named;
}

describe("requests of version 1's clients", () => {
  test("null is accepted for every optional property", () => {
    const places: string[] = [];
    for (const row of LEGACY_ROUTES) {
      if (row.body === null) continue;
      const body =
        row.path === "/transactions/{transaction_id}"
          ? { ...Object(row.example), split: [{ amount: 1 }, { amount: 2 }] }
          : row.example;
      for (const [place, changed] of withNulls(body, shapeOf(row.body))) {
        places.push(place);
        expect(
          row.body.safeParse(changed).error?.issues,
          `${nameOf1(row)} ${place}`,
        ).toBeUndefined();
      }
    }
    expect(places).toEqual(
      expect.arrayContaining([
        "/transactions/0/status",
        "/split/1/payee",
        "/transaction/currency",
        "/category_ids",
        "/balance_as_of",
      ]),
    );
  });

  test("null for a property that cannot be null counts as omitted: defaults hold, and nothing changes", async () => {
    const nothing = {
      payee: null,
      currency: null,
      status: null,
      category_id: null,
      asset_id: null,
      recurring_id: null,
      notes: null,
      external_id: null,
      tags: null,
    };
    const { ids } = await done1("POST", "/transactions", {
      transactions: [{ date: "2026-03-01", amount: 2, ...nothing }],
      skip_duplicates: null,
      skip_balance_update: null,
    });
    const path = `/transactions/${ids[0]}`;
    const made = await done1("GET", path);
    expect(made).toMatchObject({
      payee: "[No Payee]",
      currency: "usd",
      status: "uncleared",
      tags: [],
    });

    expect(
      await done1("PUT", path, {
        transaction: { payee: "Baker", date: null, amount: null, currency: null, status: null },
        split: null,
      }),
    ).toEqual({ updated: true });
    expect(await done1("GET", path)).toMatchObject({
      payee: "Baker",
      date: "2026-03-01",
      amount: "2.0000",
      currency: "usd",
    });

    expect((await put1(path, { transaction: { status: null } })).body).toEqual({
      error:
        "The request body changes nothing: it must hold at least one property of transaction, or split.",
    });
    expect((await put1(path, { transaction: null })).body.error).toContain("changes nothing");
    expect((await put1("/categories/2", { name: null, archived: null })).body.error).toContain(
      "changes nothing",
    );
    expect((await put1("/assets/1", { balance: null })).body.errors[0]).toContain(
      "changes nothing",
    );

    const { id } = (await post("/crypto/manual", { name: "Cold", balance: 1, symbol: "btc" })).body;
    expect(
      (await put1(`/crypto/manual/${id}`, { name: null, balance: null, currency: null })).body
        .errors[0],
    ).toContain("changes nothing");
    const plain = {
      description: null,
      is_income: null,
      exclude_from_budget: null,
      exclude_from_totals: null,
    };
    const group = await done1("POST", "/categories/group", {
      name: "G",
      ...plain,
      category_ids: null,
      new_categories: null,
    });
    expect(await done1("GET", `/categories/${group.category_id}`)).toMatchObject({
      is_group: true,
      is_income: false,
      children: [],
    });
    const single = await done1("POST", "/categories", {
      name: "C",
      ...plain,
      archived: null,
      group_id: null,
    });
    expect(await done1("GET", `/categories/${single.category_id}`)).toMatchObject({
      is_income: false,
      archived: false,
      group_id: null,
    });
    const asset = await done1("POST", "/assets", {
      type_name: "loan",
      name: "A",
      balance: 1,
      balance_as_of: null,
      currency: null,
      closed_on: null,
      exclude_transactions: null,
    });
    expect(asset).toMatchObject({ currency: "usd", closed_on: null, exclude_transactions: false });
    expect(
      await done1("PUT", `/assets/${asset.id}`, { type_name: null, name: "B", currency: null }),
    ).toEqual({ ...asset, name: "B" });
    expect(
      await done1("PUT", "/budgets", {
        start_date: "2026-03-01",
        category_id: single.category_id,
        amount: 1,
        currency: null,
      }),
    ).toEqual({ category_group: null });
    expect(
      await done1("POST", "/linked_accounts/fetch", {
        start_date: null,
        end_date: null,
        linked_account_id: null,
      }),
    ).toBe(false);
  });

  test("a flag in a query is true or false as any language prints it, and nothing else", async () => {
    await insert([{ date: "2026-03-01", amount: 2 }]);
    const amount = async (flag: string) =>
      (
        await get1(
          `/transactions?start_date=2026-03-01&end_date=2026-03-31&debit_as_negative=${flag}`,
        )
      ).body.transactions?.[0]?.amount;

    for (const yes of ["true", "True", "TRUE", "1"])
      expect([yes, await amount(yes)]).toEqual([yes, "-2.0000"]);
    for (const no of ["false", "False", "0"])
      expect([no, await amount(no)]).toEqual([no, "2.0000"]);
    for (const other of ["", "yes", "2", "true,true"])
      expect([other, await amount(other)]).toEqual([other, undefined]);
  });
});

test("a trailing slash makes an unknown path, and a repeated parameter is not an id", async () => {
  expect((await get1("/tags/")).status).toBe(404);
  expect((await get1("/transactions/group?transaction_id=1&transaction_id=1")).body).toEqual({
    error: 'transaction_id must be an integer id, found "1,1".',
  });
  expect((await del1("/budgets?start_date=2026-03-01")).body).toEqual({
    error: "category_id is required.",
  });
});
