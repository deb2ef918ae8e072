// A row of the importer's route tables. `route` hides the row's types; `bind` gives its handler the
// tools it works with (its room): a feature of the Importer object, or the Worker's own tools. A
// handler returns a value, which becomes the JSON body, or a Response.

import * as z from "zod";
import {
  describe,
  parseInput,
  type Description,
  type FaultOf,
  type Input,
  type Route as AnyRoute,
} from "../platform/api/route.ts";
import { err, ok, type Result } from "../platform/result.ts";
import type { ImportProblem } from "./problem.ts";

/**
 * Who may call a row: everybody who acts for the connection, import keys included; people, and
 * import keys that may read transactions; or people alone.
 */
export type By = "everybody" | "readers" | "people";

/** The person who makes a request, as the sign-in or a token tells. */
export interface Principal {
  readonly id: number;
  /** Null where only the id is known, as with a developer token. */
  readonly name: string | null;
}

/** The import key that makes a request. */
export interface KeyCaller {
  readonly id: number;
  /** Whether it may read the budget's transactions as well. */
  readonly reads: boolean;
}

/** An authorized request. */
export interface Asked {
  readonly request: Request;
  /**
   * A person has a session, a developer token, or the token of a developer's machine; a script has
   * an import key.
   */
  readonly isPerson: boolean;
  /** Null where nobody in person is known. */
  readonly principal: Principal | null;
  /** Null for a person. */
  readonly key: KeyCaller | null;
}

/** A fault in a body: the field, and a sentence. */
export interface BodyFault {
  readonly field: string;
  readonly message: string;
}

/** How a row reads its body, and answers. */
interface Manner {
  readonly by: By;
  /** An empty body is read as {}. */
  readonly mayBeEmpty?: boolean;
  /**
   * The handler parses the body's text itself, with messages of its own. `body` only documents it.
   */
  readonly takesText?: boolean;
  /** The response must not be cached: it has a secret, or is about somebody's mail. */
  readonly noStore?: boolean;
}

export interface Operation<Room, P, Q, B> extends Description<P, Q, B>, Manner {
  /** Query parameters that the handler reads itself, for the OpenAPI document. */
  readonly describedQuery?: z.ZodType;
  /** The message for a body that does not fit the schema; `path` is its first fault. */
  readonly wrongBody?: (path: readonly PropertyKey[]) => BodyFault;
  readonly handle: (
    room: Room,
    input: Input<P, Q, B>,
    asked: Asked,
  ) => Promise<Result<unknown, ImportProblem>>;
}

/** A checked request. */
export type Call = (asked: Asked) => Promise<Result<unknown, ImportProblem>>;

/** A row whose handler still needs its room. */
export interface Row<Room> extends AnyRoute<(room: Room) => Call, ImportProblem>, Manner {}

/** A row that can be called. */
export interface BoundRow extends AnyRoute<Call, ImportProblem>, Manner {}

/** A row of a table from its typed operation. */
export function route<Room, P = object, Q = object, B = undefined>(
  operation: Operation<Room, P, Q, B>,
): Row<Room> {
  const { by, mayBeEmpty = false, takesText = false, noStore = false, handle } = operation;
  const fault = describeFault(operation.wrongBody);
  const schemas = {
    params: operation.params ?? (z.object({}) as unknown as z.ZodType<P>),
    // Unknown parameters are ignored.
    query: operation.query ?? (z.object({}) as unknown as z.ZodType<Q>),
    ...(takesText
      ? { body: z.string() as unknown as z.ZodType<B> }
      : operation.body !== undefined && { body: operation.body }),
  };
  return {
    ...describe({
      ...operation,
      params: schemas.params,
      query: operation.describedQuery ?? schemas.query,
    }),
    by,
    mayBeEmpty,
    takesText,
    noStore,
    begin: (raw) => {
      const input = parseInput(schemas, raw, fault);
      return input.ok ? ok((room) => (asked) => handle(room, input.value, asked)) : input;
    },
  };
}

/** The rows, bound to what they work with. */
export function bind<Room>(rows: readonly Row<Room>[], room: Room): BoundRow[] {
  return rows.map((row) => ({
    ...row,
    begin: (raw) => {
      const work = row.begin(raw);
      return work.ok ? ok(work.value(room)) : work;
    },
  }));
}

/**
 * A body's fault in the row's own words; a fault in the path or the query has its schema's words.
 */
function describeFault(wrongBody: ((path: readonly PropertyKey[]) => BodyFault) | undefined) {
  const fault: FaultOf<ImportProblem> = (place, { issues }) => {
    const [issue] = issues;
    const path = issue?.path ?? [];
    const own = place === "body" ? wrongBody?.(path) : undefined;
    const field = [`/${place}`, ...path].map(String).join("/");
    return { kind: "invalid", ...(own ?? { field, message: issue?.message ?? "" }) };
  };
  return fault;
}

/** The id in the path, as it was sent. */
export const ID = z.object({ id: z.string() });

/** The number of an id in the path; 0, which nothing has, if it is not a number. */
export function parseId(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** A whole number in a path or query; the message names its bounds. */
export function whole(name: string, min: number, max: number) {
  const error = `${name} is a whole number from ${min} to ${max}.`;
  return z
    .string()
    .refine((text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error,
    })
    .transform(Number)
    .meta({ type: "integer", minimum: min, maximum: max });
}

const DIGITS = /^\d{1,9}$/;

/** The query parameters that ask for a page of a list. */
export function page(max: number) {
  return {
    limit: z
      .string()
      .default(String(Math.min(100, max)))
      .refine((text) => DIGITS.test(text) && Number(text) >= 1 && Number(text) <= max, {
        error: `limit is a whole number from 1 to ${max}.`,
      })
      .transform(Number)
      .meta({ type: "integer", minimum: 1, maximum: max }),
    offset: z
      .string()
      .default("0")
      .refine((text) => DIGITS.test(text), { error: "offset is a whole number from 0." })
      .transform(Number)
      .meta({ type: "integer", minimum: 0 }),
  };
}

/** The filter by state; all states if left out or empty. */
export function stateQuery<T extends string>(thing: string, states: readonly T[]) {
  return z
    .string()
    .default("")
    .transform((text, context): T | null => {
      const state = states.find((known) => known === text);
      if (state !== undefined || text === "") return state ?? null;
      const message = `A ${thing}'s state is ${states.join(", ")}; not "${text.slice(0, 40)}".`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ enum: ["", ...states] });
}

/** An empty answer if it was done; else the problem. */
export function done(isDone: boolean, otherwise: ImportProblem): Result<undefined, ImportProblem> {
  return isDone ? ok(undefined) : err(otherwise);
}

/** The value if it was found; else the problem. */
export function found<T>(value: T | null, otherwise: ImportProblem): Result<T, ImportProblem> {
  return value === null ? err(otherwise) : ok(value);
}
