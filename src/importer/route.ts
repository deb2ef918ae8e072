// A row of the importer's route tables. `route` closes over the row's types; `bind` gives its handler what it works with (its
// room): a feature of the Importer object, or what the Worker has where it answers itself. A handler answers a value, which
// becomes the JSON body, or a Response where the answer is something else.

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

/** Who may call a row: everybody who acts for the connection, import keys among them, or people alone. */
export type By = "everybody" | "people";

/** A request that was let in. */
export interface Asked {
  readonly request: Request;
  /** A person has a session, a developer token, or the token of a developer's machine; a script has an import key. */
  readonly isPerson: boolean;
}

/** What is wrong with a body: the field to point at, and a sentence. */
export interface BodyFault {
  readonly field: string;
  readonly message: string;
}

/** How a row takes its body, and answers. */
interface Manner {
  readonly by: By;
  /** A body without a byte is read as {}. */
  readonly mayBeEmpty?: boolean;
  /** The handler takes the body's text, and refuses it in words of its own. `body` only describes it. */
  readonly takesText?: boolean;
  /** The answer must not be stored by anybody: it has a secret, or is about somebody's mail. */
  readonly noStore?: boolean;
}

export interface Operation<Room, P, Q, B> extends Description<P, Q, B>, Manner {
  /** The parameters of a query that the handler reads itself, for the OpenAPI document. */
  readonly describedQuery?: z.ZodType;
  /** What is said of a body that is not of the form: `path` is where its first fault is. */
  readonly wrongBody?: (path: readonly PropertyKey[]) => BodyFault;
  readonly handle: (
    room: Room,
    input: Input<P, Q, B>,
    asked: Asked,
  ) => Promise<Result<unknown, ImportProblem>>;
}

/** What a checked request becomes. */
export type Call = (asked: Asked) => Promise<Result<unknown, ImportProblem>>;

/** A row whose handler waits for its room. */
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
    // What else is asked is ignored.
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

/** The rows with what they work with. */
export function bind<Room>(rows: readonly Row<Room>[], room: Room): BoundRow[] {
  return rows.map((row) => ({
    ...row,
    begin: (raw) => {
      const work = row.begin(raw);
      return work.ok ? ok(work.value(room)) : work;
    },
  }));
}

/** A body's fault in the row's own words; what is wrong with the path or the query is in the words of its schema. */
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

/** The number that an id of the path is; 0, which nothing has, for what is none. */
export function parseId(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** A whole number in a path or query; the sentence says its bounds. */
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

/** The part of a query that asks for a page of a list. */
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

/** Only those of a state; all of them where it is left out or empty. */
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

/** Nothing to answer with, where it was done; the problem where it was not. */
export function done(isDone: boolean, otherwise: ImportProblem): Result<undefined, ImportProblem> {
  return isDone ? ok(undefined) : err(otherwise);
}

/** What was found; the problem where nothing was. */
export function found<T>(value: T | null, otherwise: ImportProblem): Result<T, ImportProblem> {
  return value === null ? err(otherwise) : ok(value);
}
