// Asks the service as a client does and keeps count: which operation answered which status.

import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { bindings, call, issueToken, type Answer, type Options } from "../client.ts";
import type { Listed } from "./operations.ts";

/** One request: the path below /v2 with its query, and a body where there is one. */
export interface Ask {
  readonly path: string;
  readonly body?: unknown;
  readonly form?: () => FormData;
}

const answered = new Map<string, Set<number>>();

export const nameOf = ({ method, path }: Pick<Listed, "method" | "path">): string =>
  `${method} ${path}`;

/** The statuses seen of an operation so far. */
export const statusesOf = (operation: Listed): ReadonlySet<number> =>
  answered.get(nameOf(operation)) ?? new Set();

/** Sends the request; a refusal must have the envelope, or the body of its own that the document gives it. */
export async function send(operation: Listed, ask: Ask, options: Options = {}): Promise<Answer> {
  const raw = ask.form === undefined ? options : { ...options, raw: ask.form() };
  const answer = await call(operation.method, ask.path, ask.body, raw);
  const seen = answered.get(nameOf(operation)) ?? new Set();
  answered.set(nameOf(operation), seen.add(answer.status));
  if (answer.status >= 400 && answer.status !== 422) expectEnvelope(answer);
  return answer;
}

/** {message, errors: [{errMsg, ...}]} with at least one error, each a sentence. */
export function expectEnvelope({ body }: Answer): void {
  expect(body.message).toEqual(expect.stringMatching(/^[A-Z]/));
  expect(body.errors.length).toBeGreaterThan(0);
  for (const error of body.errors) expect(error.errMsg).toEqual(expect.stringMatching(/\S/));
}

/** A developer token of the demo budget that may do nothing, or only what is named. */
export async function tokenWith(scopes: readonly string[]): Promise<string> {
  const budget = bindings.BUDGET.getByName("1");
  const token = await issueToken("limited");
  await runInDurableObject(budget, (_, state) => {
    new Sql(state.storage).run(
      "UPDATE tokens SET scopes = ? WHERE label = 'limited'",
      JSON.stringify(scopes),
    );
  });
  return token;
}

/** Operation by status, as lines. */
export function coverage(operations: readonly Listed[]): string {
  const statuses = [...new Set(operations.flatMap((one) => [...statusesOf(one)]))].sort(
    (a, b) => a - b,
  );
  const head = `${"operation".padEnd(62)}${statuses.join("  ")}`;
  const rows = operations.map((one) => {
    const marks = statuses.map((status) => (statusesOf(one).has(status) ? " x " : " . "));
    return `${nameOf(one).padEnd(62)}${marks.join("  ")}`;
  });
  return [head, ...rows].join("\n");
}
