// Requests to the service as a client makes them, inside the test's own Worker. Every successful
// answer is held against its row of the route table: status, and body without additional properties.

import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import * as z from "zod";
import { readConfig } from "../../src/config.ts";
import type { Route } from "../../src/budget/route.ts";
import { OWN_ROUTES, ROUTES } from "../../src/budget/routes.ts";

import { serveBudget, serveOwn } from "../../src/budget/service.ts";
import { Sql } from "../../src/platform/sql/sql.ts";

export const LOCAL_TOKEN = "local-token-for-tests";
export const bindings: Env = env;
export const config = readConfig(bindings);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body; undefined if there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

export interface Options {
  readonly token?: string | null;
  /** Sent as it is, in place of a JSON body. */
  readonly raw?: string | Uint8Array | FormData;
  readonly address?: string;
}

/** Sends one request below /v2 as the local user, unless told otherwise. */
export async function call(
  method: string,
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<Answer> {
  const token = options.token === undefined ? LOCAL_TOKEN : options.token;
  const request = new Request(`http://localhost/v2${path}`, {
    method,
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.raw !== undefined && { body: options.raw }),
  });
  const client = options.address === undefined ? null : { address: options.address };
  const answer = await read(await serveBudget(request, bindings, config, client));
  holdAgainst(ROUTES, method, path, answer);
  return answer;
}

export const get = (path: string, options?: Options) => call("GET", path, undefined, options);
export const post = (path: string, body: unknown, options?: Options) =>
  call("POST", path, body, options);
export const put = (path: string, body: unknown, options?: Options) =>
  call("PUT", path, body, options);
export const del = (path: string, body?: unknown, options?: Options) =>
  call("DELETE", path, body, options);

/** Sends one request below /api to what the demo budget answers there (OWN_ROUTES). */
export async function callOwn(
  method: string,
  path: string,
  body?: unknown,
  options: Pick<Options, "raw"> = {},
): Promise<Answer> {
  const request = new Request(`http://localhost/api${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.raw !== undefined && { body: options.raw }),
  });
  const answer = await read(await serveOwn(request, bindings, { accountId: 1, userId: 1 }));
  holdAgainst(OWN_ROUTES, method, path, answer);
  return answer;
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

function holdAgainst(routes: readonly Route[], method: string, path: string, answer: Answer): void {
  const pathname = path.split("?")[0] ?? "";
  const row = routes
    .filter(
      (route) =>
        route.method === method &&
        new RegExp(`^${route.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
    )
    .toSorted((a, b) => parametersOf(a) - parametersOf(b))[0];
  if (row === undefined) return;
  if (answer.status >= 400) {
    expect(
      [...row.failures, 401, 403, 429, 500],
      `${method} ${path} says it can fail so`,
    ).toContain(answer.status);
    holdRefusal(row, `${method} ${path}`, answer);
    return;
  }
  expect(answer.status, `${method} ${path}`).toBe(row.status);
  if (row.response === null) expect(answer.body).toBeUndefined();
  else
    expect(
      row.response.safeParse(answer.body).error,
      `${method} ${path} answers with its schema`,
    ).toBeUndefined();
}

const ENVELOPE = z.strictObject({
  message: z.string(),
  errors: z.array(z.looseObject({ errMsg: z.string().min(1) })).min(1),
});

/** A refusal has the envelope, or the body that its row says it has instead. */
function holdRefusal(row: Route, name: string, { status, body }: Answer): void {
  const own = row.refusals[status]?.body;
  if (own?.safeParse(body).success === true) return;
  if (own !== undefined && status !== 400) expect(own.safeParse(body).error, name).toBeUndefined();
  expect(ENVELOPE.safeParse(body).error, `${name} is refused with the envelope`).toBeUndefined();
}

function parametersOf(route: Route): number {
  return route.path.split("{").length;
}

/** A new developer token of a member; fails loudly when it is refused. */
export async function issueToken(label: string | null, budget = "1", userId = 1): Promise<string> {
  const issued = await bindings.BUDGET.getByName(budget).issueMemberToken(userId, label);
  if (!issued.ok) throw new Error(issued.error);
  return issued.value;
}

/** Inserts items and returns the answer's body; fails loudly when they are refused. */
export async function insert(
  items: readonly object[],
  flags: object = {},
): Promise<Answer["body"]> {
  const answer = await post("/transactions", { transactions: items, ...flags });
  if (answer.status !== 201) throw new Error(`insert refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Inserts one item and returns the transaction. */
export async function insertOne(item: object, flags: object = {}): Promise<Answer["body"]> {
  return (await insert([item], flags)).transactions[0];
}

/** The demo budget's account of that name. */
export async function accountId(name: string): Promise<number> {
  const { body } = await get("/manual_accounts");
  return body.manual_accounts.find((account: { name: string }) => account.name === name).id;
}

/** The demo budget's category or group of that name. */
export async function categoryId(name: string): Promise<number> {
  const { body } = await get("/categories?format=flattened");
  return body.categories.find((category: { name: string }) => category.name === name).id;
}

export async function balanceOf(id: number): Promise<string> {
  return (await get(`/manual_accounts/${id}`)).body.balance;
}

/** How many transactions there are, hidden ones included. */
export async function countTransactions(): Promise<number> {
  return database(
    (sql) =>
      sql.first<{ count: number }>("SELECT count(*) AS count FROM transactions")?.count ?? -1,
  );
}

/** Works on the demo budget's own database, for states that no endpoint makes. */
export async function database<T>(work: (sql: Sql) => T): Promise<T> {
  await get("/me");
  return runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) =>
    work(new Sql(state.storage)),
  );
}

/** Takes from the demo budget what its alarm would do by itself some seconds later, and the alarm. */
export async function withoutAlarm(): Promise<void> {
  await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
    new Sql(state.storage).run("DELETE FROM jobs");
    await state.storage.deleteAlarm();
  });
}

/** A linked account, which no endpoint of the service can make; its id. */
export async function addLinkedAccount(allowsModifications: boolean): Promise<number> {
  return database((sql) => {
    const row = sql.first<{ id: number }>(
      `INSERT INTO linked_accounts (date_linked, linked_by, name, type, subtype, mask, institution_name, status,
         allow_transaction_modifications, balance, currency, to_base)
       VALUES ('2026-01-01', 1, 'Everyday', 'depository', 'checking', '1234', 'First Bank', 'active', ?, 0, 'usd', 0) RETURNING id`,
      allowsModifications,
    );
    return row?.id ?? 0;
  });
}
