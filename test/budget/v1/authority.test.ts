// Permissions in version 1, and the properties that a caller may set: every operation by tokens
// that lack a scope, by the owner of another budget, and with properties that are not the caller's.

import { afterEach, describe, expect, test } from "vitest";
import { LEGACY_ROUTES } from "../../../src/budget/routes.ts";
import { must } from "../../../src/platform/assert.ts";
import { SCOPES, type Scope } from "../../../src/platform/credentials/scope.ts";
import { bindings, database, get, issueToken } from "../client.ts";
import { tokenWith } from "../contract/ask.ts";
import { contentsOf } from "../contract/contents.ts";
import { makeWorld } from "../contract/world.ts";
import { asksOf } from "./asks.ts";
import { call1, done1, nameOf1, post1 } from "./client.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

const own = () => bindings.BUDGET.getByName("1");
/** In what only this budget's people may see. */
const MARK = "of-this-budget-alone";

/** A developer token that may do everything else. */
async function tokenWithout(scope: Scope): Promise<string> {
  const token = await issueToken(scope);
  await database((sql) =>
    sql.run(
      "UPDATE tokens SET scopes = ? WHERE label = ?",
      JSON.stringify(SCOPES.filter((one) => one !== scope)),
      scope,
    ),
  );
  return token;
}

describe("permissions in version 1", () => {
  test("a token without one of an operation's scopes is refused, and neither changes nor sees anything", async () => {
    const asks = asksOf(await makeWorld());
    const tokens = new Map<string, string>();
    for (const scope of SCOPES) tokens.set(scope, await tokenWithout(scope));
    const before = await contentsOf(own());

    for (const row of LEGACY_ROUTES) {
      const [path, body] = must(asks[nameOf1(row)], nameOf1(row));
      for (const scope of row.scopes) {
        const answer = await call1(row.method, path, body, {
          token: must(tokens.get(scope), scope),
        });
        expect([nameOf1(row), answer.status, answer.body]).toEqual([
          nameOf1(row),
          403,
          { error: `The access token lacks the scope ${scope}.` },
        ]);
      }
    }
    expect(await contentsOf(own())).toBe(before);
  });

  test("an answer that names related things needs their scopes too; version 2 answers only ids", async () => {
    const scopesOf = (name: string) => LEGACY_ROUTES.find((row) => nameOf1(row) === name)?.scopes;
    const names = [
      "transactions:read",
      "categories:read",
      "tags:read",
      "accounts:read",
      "recurring:read",
    ];

    for (const path of ["/transactions", "/transactions/{transaction_id}", "/transactions/group"])
      expect(scopesOf(`GET ${path}`)).toEqual(names);
    expect(scopesOf("GET /budgets")).toEqual(["budgets:read", "categories:read", "recurring:read"]);
    expect(scopesOf("GET /recurring_items")).toEqual([
      "recurring:read",
      "transactions:read",
      "categories:read",
    ]);
  });

  test("a token for transactions alone is refused with the missing scopes, and reads once it has them", async () => {
    const { transactions } = await makeWorld();
    const names = ["categories:read", "tags:read", "accounts:read", "recurring:read"];
    const path = `/transactions/${transactions[0]}`;

    const refused = await call1("GET", path, undefined, {
      token: await tokenWith(["transactions:read"]),
    });

    expect([refused.status, refused.body]).toEqual([
      403,
      { error: `The access token lacks the scopes ${names.join(", ")}.` },
    ]);
    // RFC 6750, 3: the scope that the resource requires.
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer error="insufficient_scope", scope="${["transactions:read", ...names].join(" ")}"`,
    );
    await database((sql) => sql.run("DELETE FROM tokens WHERE label = 'limited'"));
    expect(
      (
        await call1("GET", path, undefined, {
          token: await tokenWith(["transactions:read", ...names]),
        })
      ).body,
    ).toEqual(await done1("GET", path));
  });

  test("only a token that may create tags creates one by name; an existing tag may be named", async () => {
    const { transactions, tag } = await makeWorld();
    const token = await tokenWith(["transactions:write"]);
    const tags = async () => (await get("/tags")).body.tags.length;
    const before = await tags();
    const insertWith = async (name: string) =>
      post1(
        "/transactions",
        { transactions: [{ date: "2026-03-04", amount: 1, tags: [name] }] },
        { token },
      );
    const path = `/transactions/${transactions[0]}`;

    const refused = [
      await insertWith("Mine"),
      await call1("PUT", path, { transaction: { payee: "x", tags: ["Mine"] } }, { token }),
    ];

    for (const { status, body } of refused)
      expect([status, body]).toEqual([
        403,
        { error: "The access token lacks the scope tags:write." },
      ]);
    expect(await tags()).toBe(before);
    expect((await done1("GET", path)).payee).toBe("Shop 0");
    expect((await insertWith("Contract")).body.ids).toHaveLength(1);
    expect(
      (await call1("PUT", path, { transaction: { tags: ["Contract"] } }, { token })).body,
    ).toEqual({ updated: true });
    expect((await done1("GET", path)).tags.map(({ id }: { id: number }) => id)).toEqual([tag]);
  });

  test("the owner of another budget neither sees nor changes this one, with any ids", async () => {
    const asks = asksOf(await makeWorld());
    await bindings.BUDGET.getByName("2").create({
      accountId: 2,
      budgetName: "Theirs",
      primaryCurrency: "eur",
      user: { id: 2, name: "Ben", email: "ben@example.com" },
    });
    const token = await issueToken(null, "2", 2);
    await database((sql) => {
      for (const [table, column] of [
        ["transactions", "payee"],
        ["manual_accounts", "name"],
        ["categories", "name"],
        ["tags", "name"],
        ["crypto_manual", "name"],
        ["recurring_items", "payee"],
        ["linked_accounts", "name"],
        ["users", "name"],
      ])
        sql.run(`UPDATE ${table} SET ${column} = ${column} || ' ${MARK}'`);
    });
    const before = await contentsOf(own());
    const shown: string[] = [];

    for (const row of LEGACY_ROUTES) {
      const [path, body] = must(asks[nameOf1(row)], nameOf1(row));
      const theirs = await call1(row.method, path, body, { token });
      expect([nameOf1(row), JSON.stringify(theirs.body).includes(MARK)]).toEqual([
        nameOf1(row),
        false,
      ]);
      expect([401, 403, 500]).not.toContain(theirs.status);
    }
    expect(await contentsOf(own())).toBe(before);
    for (const row of LEGACY_ROUTES.filter(({ method }) => method === "GET")) {
      const [path] = must(asks[nameOf1(row)], nameOf1(row));
      if (JSON.stringify(await done1("GET", path)).includes(MARK)) shown.push(nameOf1(row));
    }
    // Every list and object but those without a word of this budget's people.
    expect(shown).toEqual(LEGACY_ROUTES.filter(({ method }) => method === "GET").map(nameOf1));
  });
});

const NUMBER = 987_654_321;
const TIME = "1987-06-05T04:03:02.001Z";
const TEXT = "set-by-the-caller";
/** What the system sets, decides by, or keeps for itself, in the words of both versions. */
// prettier-ignore
const PROTECTED: Readonly<Record<string, unknown>> = {
  id: NUMBER, user_id: NUMBER, account_id: NUMBER, budget_id: NUMBER, created_by: NUMBER, created_by_name: TEXT, created_at: TIME, updated_at: TIME,
  archived_on: TIME, source: TEXT, to_base: NUMBER, is_pending: true, role: "owner", scopes: [TEXT], hash: TEXT, token: TEXT, parent_id: NUMBER,
  split_parent_id: NUMBER, group_parent_id: NUMBER, is_group_parent: true, has_children: true, linked_metadata: { [TEXT]: TEXT }, original_name: TEXT,
  manual_account_id: NUMBER, tag_ids: [NUMBER], custom_metadata: { [TEXT]: TEXT }, order: NUMBER, display_notes: TEXT, balance_moved: NUMBER,
};

/** The body with what is not the caller's to set in each of its objects. */
function burdened(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(burdened);
  if (typeof body !== "object" || body === null) return body;
  return {
    ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, burdened(value)])),
    ...PROTECTED,
  };
}

test("properties that are not the caller's to set are ignored in every object of every body", async () => {
  const asks = asksOf(await makeWorld());
  const writes = LEGACY_ROUTES.filter(({ body }) => body !== null).map(nameOf1);

  for (const name of Object.keys(asks).filter((one) => writes.includes(one))) {
    const [method = ""] = name.split(" ");
    const [path, body] = must(asks[name], name);
    await done1(method, path, burdened(body));
    const after = await contentsOf(own(), []);
    for (const trace of [String(NUMBER), TEXT, TIME, String(Date.parse(TIME))])
      expect([name, after.includes(trace)]).toEqual([name, false]);
  }
  expect(writes).toHaveLength(13);
});
