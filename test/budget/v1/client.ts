// Requests below /v1 as a client of version 1 makes them. An answer of 200 that is no refusal is
// held against its row of LEGACY_ROUTES, without additional properties; a refusal has the form that
// its row has (src/budget/v1/routes.ts); every answer says that it is deprecated.

import { expect } from "vitest";
import * as z from "zod";
import type { Route } from "../../../src/budget/route.ts";
import { LEGACY_ROUTES } from "../../../src/budget/routes.ts";
import { serveBudget } from "../../../src/budget/service.ts";
import { bindings, config, LOCAL_TOKEN, type Answer, type Options } from "../client.ts";

/** Operations that have answered, as "GET /me", and how: "done", "refused" (200 with errors) or a status. */
const seen = new Map<string, Set<string>>();

/** Sends one request below /v1 as the local user, unless told otherwise. */
export async function call1(
  method: string,
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<Answer> {
  const token = options.token === undefined ? LOCAL_TOKEN : options.token;
  const request = new Request(`http://localhost/v1${path}`, {
    method,
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.raw !== undefined && { body: options.raw }),
  });
  const response = await serveBudget(
    request,
    bindings,
    config,
    options.address === undefined ? null : { address: options.address },
  );
  const text = await response.text();
  const answer = {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
  holdAgainst(method, path, answer);
  return answer;
}

export const get1 = async (path: string, options?: Options) =>
  call1("GET", path, undefined, options);
export const post1 = async (path: string, body?: unknown, options?: Options) =>
  call1("POST", path, body, options);
export const put1 = async (path: string, body?: unknown, options?: Options) =>
  call1("PUT", path, body, options);
export const del1 = async (path: string, body?: unknown, options?: Options) =>
  call1("DELETE", path, body, options);

/** The body of an answer that must be a success. */
export async function done1(method: string, path: string, body?: unknown): Promise<Answer["body"]> {
  const answer = await call1(method, path, body);
  if (answer.status !== 200 || isRefusal(answer.body))
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The name of a row, as `seen` and a table of coverage have it. */
export const nameOf1 = ({ method, path }: Pick<Route, "method" | "path">): string =>
  `${method} ${path}`;

/** The row that answers a request; null for a path or method that none has. */
export function rowOf1(method: string, path: string): Route | null {
  const segments = (path.split("?")[0] ?? "").split("/");
  const literals = (route: Route) =>
    route.path.split("/").filter((part) => !part.startsWith("{")).length;
  const fits = (route: Route) => {
    const parts = route.path.split("/");
    return (
      route.method === method &&
      parts.length === segments.length &&
      parts.every((part, index) => part.startsWith("{") || part === segments[index])
    );
  };
  return LEGACY_ROUTES.filter(fits).toSorted((a, b) => literals(b) - literals(a))[0] ?? null;
}

/**
 * The rows with this tag that have not answered so: "done", "refused" or a status. A file of
 * contract tests ends by asking.
 */
export function unseen1(tag: string, outcome: string): string[] {
  return LEGACY_ROUTES.filter(
    (route) => route.tag === tag && seen.get(nameOf1(route))?.has(outcome) !== true,
  ).map(nameOf1);
}

const SENTENCE = z.string().min(1);
const REFUSALS = {
  error: z.strictObject({ error: SENTENCE }),
  "error list": z.strictObject({ error: z.array(SENTENCE).min(1) }),
  "errors list": z.strictObject({ errors: z.array(SENTENCE).min(1) }),
};

/** Whether a body has the form of a refusal. */
export function isRefusal(body: unknown): boolean {
  return Object.values(REFUSALS).some((form) => form.safeParse(body).success);
}

function nameOutcome({ status, body }: Answer): string {
  if (status !== 200) return String(status);
  return isRefusal(body) ? "refused" : "done";
}

function holdAgainst(method: string, path: string, answer: Answer): void {
  const name = `${method} ${path}`;
  expect(answer.headers.get("deprecation"), name).toMatch(/^@\d+$/);
  expect(answer.headers.get("link"), name).toBe('</v2/openapi.json>; rel="successor-version"');
  const row = rowOf1(method, path);
  if (path === "/openapi.json") return;
  if (row === null)
    return expect(REFUSALS.error.safeParse(answer.body).error, name).toBeUndefined();
  const outcome = nameOutcome(answer);
  seen.set(nameOf1(row), (seen.get(nameOf1(row)) ?? new Set()).add(outcome));
  if (outcome === "done")
    return expect(
      row.response?.safeParse(answer.body).error,
      `${name} answers with its schema`,
    ).toBeUndefined();
  const form = outcome === "refused" ? REFUSALS[row.faults ?? "error"] : REFUSALS.error;
  expect(
    form.safeParse(answer.body).error,
    `${name} is refused in its form: ${JSON.stringify(answer.body)}`,
  ).toBeUndefined();
  if (outcome !== "refused")
    expect(
      [...row.failures, 401, 403, 405, 429, 500],
      `${name} says that it can fail so`,
    ).toContain(answer.status);
}
