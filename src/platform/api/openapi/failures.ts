// How refusals look in the OpenAPI document: the envelope, an example of each kind, and the headers.

import { RATE_LIMIT_REQUESTS } from "../../limits.ts";
import { FAILURE_MESSAGES, UNAUTHORIZED, type ErrorItem } from "../problem.ts";
import type { Faults, Route } from "../route.ts";
import { reference, schemaOf, type Parts, type Schema } from "./schema.ts";
import { FAILURES } from "../../../budget/openapi/words.ts";

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

/** Refusals that every operation may answer with. */
export const EVERYWHERE: readonly number[] = [401, 403, 429, 500];

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

/** The parts of version 1's document that its refusals have, by what a row says of them. */
export const REFUSAL_PARTS: Readonly<Record<Faults, string>> = {
  error: "Error",
  "error list": "ErrorList",
  "errors list": "ErrorsList",
};

const SENTENCE: Schema = {
  type: "string",
  description: "What was found, where, and what was expected.",
};
const SENTENCES: Schema = {
  type: "array",
  minItems: 1,
  items: SENTENCE,
  description: "A sentence for each fault.",
};
const only = (name: string, schema: Schema): Schema => ({
  type: "object",
  description: "A refusal.",
  required: [name],
  properties: { [name]: schema },
  additionalProperties: false,
});

/** How version 1 refuses (routes.ts). */
export const LEGACY_REFUSALS: Parts = {
  Error: only("error", SENTENCE),
  ErrorList: only("error", SENTENCES),
  ErrorsList: only("errors", SENTENCES),
};

const integer = (description: string) => ({ description, schema: { type: "integer" } });

/** The headers that answers have, for the document's components. */
export const HEADERS = {
  "RateLimit-Limit": integer(`Requests allowed in a window of a minute: ${RATE_LIMIT_REQUESTS}.`),
  "RateLimit-Remaining": integer("Requests left in the window."),
  "RateLimit-Reset": integer("When the window ends, as Unix time in seconds."),
  "X-RateLimit-Limit": integer("The same as RateLimit-Limit."),
  "X-RateLimit-Remaining": integer("The same as RateLimit-Remaining."),
  "X-RateLimit-Reset": integer("The same as RateLimit-Reset."),
  "Retry-After": integer("Seconds until it may be asked again, rounded up."),
  "WWW-Authenticate": {
    description: "The kind of credential that is expected.",
    schema: { type: "string", const: "Bearer" },
  },
};

/** Those that answers of version 1 have besides. */
export const LEGACY_HEADERS = {
  Deprecation: {
    description: "Since when version 1 is deprecated (RFC 9745).",
    schema: { type: "string" },
  },
  Link: {
    description: "The document of version 2, as successor-version.",
    schema: { type: "string" },
  },
};

/** The headers of an answer with this status, as references. */
export function headersOf(
  status: number,
  { faults }: Pick<Route, "faults">,
): Record<string, unknown> {
  const all = { ...HEADERS, ...(faults !== null && LEGACY_HEADERS) };
  const names = Object.keys(all).filter(
    (name) =>
      (name !== "Retry-After" || status === 429 || status === 425) &&
      (name !== "WWW-Authenticate" || status === 401),
  );
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The answer to a refusal of one operation. */
export function failureOf(route: Route, status: number, parts: Parts): Answer {
  const own = route.refusals[status];
  const when = FAILURES.find(([known]) => known === status)?.[1] ?? "";
  const message = FAILURE_MESSAGES[status] ?? "Failure";
  const described = `${status === 400 ? "Invalid request" : message}. ${when}`;
  return {
    description:
      own === undefined ? described : status === 400 ? `${described} ${own.when}` : own.when,
    headers: headersOf(status, route),
    content: { "application/json": contentOf(route, status, parts) },
  };
}

/** A 400 with a body of its own is the envelope too: every operation can meet faults of form. */
function contentOf(route: Route, status: number, parts: Parts): MediaType {
  const own = route.refusals[status];
  if (route.faults !== null)
    return { schema: reference("Error"), example: { error: EXAMPLES[status]?.errMsg ?? "…" } };
  const envelope = reference("Error");
  if (own === undefined) return { schema: envelope, ...examplesOf(route, status) };
  const schema = schemaOf(own.body, "output", parts);
  if (status !== 400) return { schema, example: own.example };
  const examples = { ...badRequests(route), own: { summary: own.when, value: own.example } };
  return { schema: { anyOf: [envelope, schema] }, examples };
}

function examplesOf(route: Route, status: number): Partial<MediaType> {
  if (status === 400) return { examples: badRequests(route) };
  const example = EXAMPLES[status];
  return { example: envelope(FAILURE_MESSAGES[status] ?? "Failure", example ?? { errMsg: "…" }) };
}

const EXAMPLES: Readonly<Record<number, ErrorItem>> = {
  401: UNAUTHORIZED.errors[0] ?? { errMsg: "" },
  403: { errMsg: "The access token lacks the scope tags:write.", scope: "tags:write" },
  404: { errMsg: "There is no tag with the id 12.", id: 12 },
  413: { errMsg: "The request body is longer than 4194304 bytes." },
  422: { errMsg: "This cannot be done without confirmation." },
  425: { errMsg: "A fetch was asked for less than 60 seconds ago." },
  429: { errMsg: "Too many requests, please try again later." },
  500: { errMsg: "The service met a fault of its own; nothing was changed." },
};

/** The faults of form that this operation can meet: each needs its part of the request. */
function badRequests(route: Route): NonNullable<MediaType["examples"]> {
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
