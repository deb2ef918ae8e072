// How refusals look in the OpenAPI document: the envelope, an example of each kind, and the
// headers.

import type { ErrorItem } from "../problem.ts";
import type { Described } from "../route.ts";
import { reference, toSchema, type Book, type Schema } from "./schema.ts";

/** An answer of an operation. */
export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: unknown }>
  >;
}

/** How an interface refuses, for its document. */
export interface Refusing<R extends Described> {
  /** When an operation answers so, in order of precedence. */
  readonly failures: readonly (readonly [status: number, when: string])[];
  /** Refusals that every operation may answer with. */
  readonly everywhere: readonly number[];
  /** The envelope's message of each status. */
  readonly messages: Readonly<Record<number, string>>;
  /** The faults of form that a row can meet. */
  readonly badRequests: (row: R) => NonNullable<MediaType["examples"]>;
  /** One error of each status. */
  readonly examples: Readonly<Record<number, ErrorItem>>;
  /**
   * The part that a row's refusals of status 200 have; null where a refusal has a status of its
   * own.
   */
  readonly refusalPart: (row: R) => string | null;
  /** The names of the headers that an answer of the row with this status has. */
  readonly headerNames: (status: number, row: R) => readonly string[];
}

/** The envelope of refusals (service-v2.md, Errors; gaps.md 3.10). */
export const ERROR: Schema = {
  type: "object",
  description: "A refusal: its kind, and what is wrong.",
  required: ["message", "errors"],
  properties: {
    message: { type: "string", description: "The kind of failure." },
    errors: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        description: "One fault; further properties locate it in the request.",
        required: ["errMsg"],
        properties: {
          errMsg: { type: "string", description: "What was found, where, and what was expected." },
          code: { type: "string", description: "VALIDATION_ERROR for a fault of form." },
          error: { type: "string", description: "A fixed tag, such as Invalid Category ID." },
          instancePath: { type: "string", description: "Where: /path/…, /query/… or /body/…." },
          keyword: { type: "string", description: "The rule of JSON Schema that is broken." },
        },
        additionalProperties: true,
      },
    },
  },
};

/** The headers of an answer with this status, as references. */
export function listHeaders(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The answer to a refusal of one operation. */
export function describeFailure<R extends Described>(
  route: R,
  status: number,
  refusing: Refusing<R>,
  book: Book,
): Answer {
  const own = route.refusals[status];
  const when = refusing.failures.find(([known]) => known === status)?.[1] ?? "";
  const message = refusing.messages[status] ?? "Failure";
  const described = `${status === 400 ? "Invalid request" : message}. ${when}`;
  const ownWords = status === 400 ? `${described} ${own?.when}` : own?.when;
  return {
    description: ownWords === undefined || own === undefined ? described : ownWords,
    headers: listHeaders(refusing.headerNames(status, route)),
    content: { "application/json": describeContent(route, status, refusing, book) },
  };
}

/** A 400 with a body of its own is the envelope too: every operation can meet faults of form. */
function describeContent<R extends Described>(
  route: R,
  status: number,
  refusing: Refusing<R>,
  book: Book,
): MediaType {
  const { refusalPart, examples: known, badRequests } = refusing;
  const own = route.refusals[status];
  if (refusalPart(route) !== null)
    return { schema: reference("Error"), example: { error: known[status]?.errMsg ?? "…" } };
  const envelope = reference("Error");
  if (own === undefined) return { schema: envelope, ...listExamples(route, status, refusing) };
  const schema = toSchema(own.body, "output", book);
  if (status !== 400) return { schema, example: own.example };
  const examples = { ...badRequests(route), own: { summary: own.when, value: own.example } };
  return { schema: { anyOf: [envelope, schema] }, examples };
}

function listExamples<R extends Described>(
  route: R,
  status: number,
  { messages, badRequests, examples }: Refusing<R>,
): Partial<MediaType> {
  if (status === 400) return { examples: badRequests(route) };
  return { example: envelope(messages[status] ?? "Failure", examples[status] ?? { errMsg: "…" }) };
}

/** The faults of form that this operation can meet: each needs its part of the request. */
export function listBadRequests(route: Described): NonNullable<MediaType["examples"]> {
  const example = (summary: string, message: string, item: ErrorItem) => ({
    summary,
    value: envelope(message, { code: "VALIDATION_ERROR", ...item }),
  });
  const hasPath = route.path.includes("{");
  return {
    ...(hasPath && {
      path: example("In the path", "Invalid Path Parameters", {
        errMsg: 'id must be an integer id, found "first".',
        error: "Invalid type",
        instancePath: "/path/id",
        schemaPath: "#/type",
        keyword: "type",
        params: {},
      }),
    }),
    query: example("In the query", "Invalid Request Parameters", {
      errMsg: "colour is not a known parameter.",
      instancePath: "/query/colour",
      schemaPath: "#/additionalProperties",
      keyword: "additionalProperties",
      params: { additionalProperty: "colour" },
    }),
    ...(route.body !== null && {
      body: example("In the body", "Request Validation Failure", {
        errMsg: "colour is not a known property.",
        instancePath: "/body/colour",
        schemaPath: "#/additionalProperties",
        keyword: "additionalProperties",
        params: { additionalProperty: "colour" },
      }),
    }),
  };
}

function envelope(message: string, ...errors: readonly ErrorItem[]): object {
  return { message, errors };
}
