// One row of the route table. The same row routes, validates and describes: nothing about an
// operation is written twice. `route` closes over the row's types, so the table itself needs none.
//
// An operation is three steps, of which most have only the middle one:
//   prepare  may wait for the outside (a body that is a file, a provider, R2); reads the database, never writes it
//   handle   is synchronous and runs inside one transaction where the operation writes
//   finish   may wait for the outside again, once the transaction is committed (signing, waking, tidying)
//   abandon  when handle refuses or fails: takes back what prepare has left outside, in a transaction of its own
// So a refusal leaves nothing behind, and the mock runs the same rows inside a transaction it rolls back.

import * as z from "zod";
import type { Result } from "../result.ts";
import { ok } from "../result.ts";
import { errorsOf, type Place } from "./issues.ts";
import type { Ports } from "../../budget/outside.ts";
import { refuse, type Problem, type ProblemKind } from "./problem.ts";
import type { Scope } from "../credentials/scope.ts";
import type { Caller } from "../../budget/scope.ts";
import type { Sql } from "../sql/sql.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a handler may use; the clock is a value. */
export interface Context {
  readonly sql: Sql;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly caller: Caller;
}

/** What the steps around a handler may use as well. */
export interface Outside extends Context {
  readonly ports: Ports;
  /** The request with its body unread where the operation has no JSON body. */
  readonly request: Request;
}

interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The body as it was sent, for answers that repeat a part of it. */
  readonly sent: unknown;
}

/** A failure whose body is not the envelope, for the OpenAPI document. */
export interface Refusal {
  readonly when: string;
  readonly body: z.ZodType;
  readonly example: unknown;
}

/** Under which name version 1 says what a row refuses: one sentence, or a list of them. */
export type Faults = "error" | "error list" | "errors list";

export interface Operation<P, Q, B, X, R> {
  readonly method: Method;
  /** Below the base address, with parameters as {name}. */
  readonly path: `/${string}`;
  /** Null where no scope of the catalogue applies. */
  readonly scope: Scope | null;
  /** Those of what the answer shows besides; needed as well. */
  readonly alsoScopes?: readonly Scope[];
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  /** The JSON body; left out where there is none or it is not JSON. */
  readonly body?: z.ZodType<B>;
  /** The fields of a multipart/form-data body, for the OpenAPI document; `prepare` reads it. */
  readonly form?: z.ZodType;
  /** A body that the demo budget accepts, shown in the OpenAPI document. */
  readonly example?: unknown;
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: z.ZodType;
  /** Besides 401, 403, 429 and 500, which every operation may answer. */
  readonly failures: readonly number[];
  /** Those of `failures` whose body is not the envelope. */
  readonly refusals?: Readonly<Record<number, Refusal>>;
  /** Only in rows of version 1 (routes.ts). */
  readonly faults?: Faults;
  readonly prepare?: (outside: Outside, input: Input<P, Q, B>) => Promise<Result<X, Problem>>;
  readonly handle: (context: Context, input: Input<P, Q, B>, prepared: X) => Result<R, Problem>;
  readonly finish?: (outside: Outside, result: R) => Promise<unknown>;
  /** Headers of a successful answer; those that are "" are left out. */
  readonly headers?: (context: Context, input: Input<P, Q, B>) => Readonly<Record<string, string>>;
  readonly abandon?: (context: Context, prepared: X) => void;
}

export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A checked request on its way through the three steps. */
export interface Work {
  /** Null where there is nothing to wait for. */
  readonly prepare: ((outside: Outside) => Promise<Result<unknown, Problem>>) | null;
  readonly handle: (context: Context) => Result<unknown, Problem>;
  /** From the handler's result to the answer's body; null where they are the same. */
  readonly finish: ((outside: Outside) => Promise<unknown>) | null;
  readonly headers: ((context: Context) => Readonly<Record<string, string>>) | null;
  /** For when the handler refuses or throws; null where there is nothing to take back. */
  readonly abandon: ((context: Context) => void) | null;
}

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly scope: Scope | null;
  /** That one and those of what the answer shows besides; every one of them is needed. */
  readonly scopes: readonly Scope[];
  readonly tag: string;
  readonly summary: string;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  readonly form: z.ZodType | null;
  readonly example: unknown;
  readonly status: number;
  readonly response: z.ZodType | null;
  readonly failures: readonly number[];
  readonly refusals: Readonly<Record<number, Refusal>>;
  /** Null for a row whose refusals have the envelope of version 2. */
  readonly faults: Faults | null;
  /** The path this one is another name of; null for a row of its own. */
  readonly aliasOf: string | null;
  /** Path, then query, then body are checked before any step runs. */
  readonly begin: (raw: RawInput) => Result<Work, Problem>;
}

const NONE = z.strictObject({});

/** A row of the table from its typed operation. */
export function route<P = object, Q = object, B = undefined, X = undefined, R = unknown>(
  operation: Operation<P, Q, B, X, R>,
): Route {
  const {
    params = NONE,
    query = NONE,
    body,
    response,
    handle,
    prepare,
    finish,
    headers,
    abandon,
  } = operation;
  const begin = (raw: RawInput): Result<Work, Problem> => {
    const path = check<P>("path", params as z.ZodType<P>, raw.params);
    if (!path.ok) return path;
    const search = check<Q>("query", query as z.ZodType<Q>, raw.query);
    if (!search.ok) return search;
    const content = check<B>("body", (body ?? z.undefined()) as z.ZodType<B>, raw.body);
    if (!content.ok) return content;
    const input = { params: path.value, query: search.value, body: content.value, sent: raw.body };
    let prepared = undefined as X;
    let result: R;
    return ok({
      prepare:
        prepare === undefined
          ? null
          : async (outside) => {
              const step = await prepare(outside, input);
              if (step.ok) prepared = step.value;
              return step;
            },
      handle: (context) => {
        const step = handle(context, input, prepared);
        if (step.ok) result = step.value;
        return step;
      },
      finish: finish === undefined ? null : async (outside) => finish(outside, result),
      headers: headers === undefined ? null : (context) => headers(context, input),
      abandon: abandon === undefined ? null : (context) => abandon(context, prepared),
    });
  };
  return {
    ...operation,
    params,
    query,
    body: body ?? null,
    form: operation.form ?? null,
    example: operation.example,
    response: response ?? null,
    scopes: [
      ...(operation.scope === null ? [] : [operation.scope]),
      ...(operation.alsoScopes ?? []),
    ],
    refusals: operation.refusals ?? {},
    faults: operation.faults ?? null,
    aliasOf: null,
    begin,
  };
}

/** The same operation under another path with the same parameters. */
export function aliasOf(original: Route, path: `/${string}`): Route {
  return { ...original, path, aliasOf: original.path };
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
