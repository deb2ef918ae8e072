// A row of the service's route tables. `route` closes over the row's types, so the table itself
// needs none.
//
// An operation is three steps, of which most have only the middle one:
//   prepare  may wait for the outside (a body that is a file, a provider, R2); reads the database, never writes it
//   handle   is synchronous and runs inside one transaction where the operation writes
//   finish   may wait for the outside again, once the transaction is committed (signing, waking, tidying)
//   abandon  when handle refuses or fails: takes back what prepare has left outside, in a transaction of its own
// So a refusal leaves nothing behind, and the mock runs the same rows inside a transaction that it
// rolls back.

import { listErrors, type Place } from "../platform/api/issues.ts";
import type { Problem, ProblemKind } from "../platform/api/problem.ts";
import {
  describe,
  parseInput,
  type Description,
  type FaultOf,
  type Input,
  type RawInput,
  type Route as AnyRoute,
} from "../platform/api/route.ts";
import type { Scope } from "../platform/credentials/scope.ts";
import { ok, type Result } from "../platform/result.ts";
import type { Sql } from "../platform/sql/sql.ts";
import type { Ports } from "./outside.ts";
import type { Caller } from "./scope.ts";

/** The context of a handler; the clock is a value. */
export interface Context {
  readonly sql: Sql;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly caller: Caller;
}

/** The context of the steps around a handler. */
export interface Outside extends Context {
  readonly ports: Ports;
  /** The request with its body unread where the operation has no JSON body. */
  readonly request: Request;
}

/** Under which name version 1 says what a row refuses: one sentence, or a list of them. */
export type Faults = "error" | "error list" | "errors list";

export interface Operation<P, Q, B, X, R> extends Description<P, Q, B> {
  /** Null where no scope of the catalogue applies. */
  readonly scope: Scope | null;
  /** Further scopes for other data in the answer; all are needed. */
  readonly alsoScopes?: readonly Scope[];
  /** Only in rows of version 1 (v1/routes.ts). */
  readonly faults?: Faults;
  readonly prepare?: (outside: Outside, input: Input<P, Q, B>) => Promise<Result<X, Problem>>;
  readonly handle: (context: Context, input: Input<P, Q, B>, prepared: X) => Result<R, Problem>;
  readonly finish?: (outside: Outside, result: R) => Promise<unknown>;
  /** Headers of a successful answer; those that are "" are left out. */
  readonly headers?: (outside: Outside, input: Input<P, Q, B>) => Readonly<Record<string, string>>;
  readonly abandon?: (context: Context, prepared: X) => void;
}

/** A checked request on its way through the three steps. */
export interface Work {
  /** Null if there is nothing to wait for. */
  readonly prepare: ((outside: Outside) => Promise<Result<unknown, Problem>>) | null;
  readonly handle: (context: Context) => Result<unknown, Problem>;
  /** From the handler's result to the answer's body; null where they are the same. */
  readonly finish: ((outside: Outside) => Promise<unknown>) | null;
  readonly headers: ((outside: Outside) => Readonly<Record<string, string>>) | null;
  /** Called when the handler refuses or throws; null if there is nothing to undo. */
  readonly abandon: ((context: Context) => void) | null;
}

export interface Route extends AnyRoute<Work, Problem> {
  readonly scope: Scope | null;
  /** All scopes that the operation needs. */
  readonly scopes: readonly Scope[];
  /** Null for a row whose refusals have the envelope of version 2. */
  readonly faults: Faults | null;
}

/** A row of the table from its typed operation. */
export function route<P = object, Q = object, B = undefined, X = undefined, R = unknown>(
  operation: Operation<P, Q, B, X, R>,
): Route {
  const { scope, alsoScopes = [], faults = null } = operation;
  return {
    ...describe(operation),
    scope,
    scopes: [...(scope === null ? [] : [scope]), ...alsoScopes],
    faults,
    begin: (raw) => begin(operation, raw),
  };
}

function begin<P, Q, B, X, R>(
  operation: Operation<P, Q, B, X, R>,
  raw: RawInput,
): Result<Work, Problem> {
  const parsed = parseInput(operation, raw, faultOf);
  if (!parsed.ok) return parsed;
  const input = parsed.value;
  const { prepare, handle, finish, headers, abandon } = operation;
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
    headers: headers === undefined ? null : (outside) => headers(outside, input),
    abandon: abandon === undefined ? null : (context) => abandon(context, prepared),
  });
}

const KIND_OF: Readonly<Record<Place, ProblemKind>> = {
  path: "invalid path",
  query: "invalid query",
  body: "invalid shape",
};

const faultOf: FaultOf<Problem> = (place, { issues }, raw, schema) => ({
  kind: KIND_OF[place],
  errors: listErrors(place, issues, raw, schema),
});
