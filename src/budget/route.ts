// One row of the route table. The same row routes, validates and describes: nothing about an
// operation is written twice. `route` closes over the row's types, so the table itself needs none.

import * as z from "zod";
import type { Result } from "../value/result.ts";
import { ok } from "../value/result.ts";
import { errorsOf, type Place } from "./issues.ts";
import { refuse, type Problem, type ProblemKind } from "./problem.ts";
import type { Caller, Scope } from "./scope.ts";
import type { Sql } from "../sql/sql.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a handler may use; the clock is a value. */
export interface Context {
  readonly sql: Sql;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly caller: Caller;
}

interface Operation<P, Q, B, R> {
  readonly method: Method;
  /** Below the base address, with parameters as {name}. */
  readonly path: `/${string}`;
  /** Null where no scope of the catalogue applies. */
  readonly scope: Scope | null;
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  /** A body that the demo budget accepts, shown in the OpenAPI document. */
  readonly example?: unknown;
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: z.ZodType;
  /** Besides 401, 403, 429 and 500, which every operation may answer. */
  readonly failures: readonly number[];
  readonly handle: (context: Context, input: Input<P, Q, B>) => Result<R, Problem>;
}

interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The body as it was sent, for answers that repeat a part of it. */
  readonly sent: unknown;
}

export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly scope: Scope | null;
  readonly tag: string;
  readonly summary: string;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  readonly example: unknown;
  readonly status: number;
  readonly response: z.ZodType | null;
  readonly failures: readonly number[];
  readonly run: (context: Context, raw: RawInput) => Result<unknown, Problem>;
}

const NONE = z.strictObject({});

/** A row of the table from its typed operation: path, then query, then body are checked before `handle` runs. */
export function route<P = object, Q = object, B = undefined, R = unknown>(
  operation: Operation<P, Q, B, R>,
): Route {
  const { params = NONE, query = NONE, body, response, handle } = operation;
  const run = (context: Context, raw: RawInput): Result<unknown, Problem> => {
    const path = check<P>("path", params as z.ZodType<P>, raw.params);
    if (!path.ok) return path;
    const search = check<Q>("query", query as z.ZodType<Q>, raw.query);
    if (!search.ok) return search;
    const content = check<B>("body", (body ?? z.undefined()) as z.ZodType<B>, raw.body);
    if (!content.ok) return content;
    return handle(context, {
      params: path.value,
      query: search.value,
      body: content.value,
      sent: raw.body,
    });
  };
  return {
    ...operation,
    params,
    query,
    body: body ?? null,
    example: operation.example,
    response: response ?? null,
    run,
  };
}

const KIND_OF: Readonly<Record<Place, ProblemKind>> = {
  path: "invalid path",
  query: "invalid query",
  body: "invalid shape",
};

function check<T>(place: Place, schema: z.ZodType<T>, raw: unknown): Result<T, Problem> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return ok(parsed.data);
  return refuse(KIND_OF[place], ...errorsOf(place, parsed.error.issues, raw));
}
