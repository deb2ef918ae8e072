// The OpenAPI 3.1 document of an interface, built from its route table, so it states exactly what
// is checked. The edition supplies prose that no schema contains. The reference pages are rendered
// from the document.

import * as z from "zod";
import {
  describeFailure,
  listHeaders,
  type Answer,
  type MediaType,
  type Refusing,
} from "./openapi/failures.ts";
import { makeSample } from "./openapi/sample.ts";
import {
  reference,
  toSchema,
  type Book,
  type Parts,
  type Schema,
  type Words,
} from "./openapi/schema.ts";
import type { Described } from "./route.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** Only of another name of an operation. */
  readonly description?: string;
  readonly "x-alias-of"?: string;
  /** Every operation of version 1. */
  readonly deprecated?: true;
  readonly security: Security;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Parts> } & Readonly<Record<string, object>>;
}

/** Which credentials an operation takes: one of these, with the scopes that it needs. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** The description of an interface besides its table. */
export interface Edition<R extends Described> {
  readonly title: string;
  readonly version: string;
  readonly routes: readonly R[];
  /** Conventions that hold everywhere, a topic each. */
  readonly conventions: readonly (readonly [topic: string, rule: string])[];
  readonly servers: OpenApi["servers"];
  /** The description of each tag, in the order of the page. */
  readonly tags: Readonly<Record<string, string>>;
  /** The meaning of each parameter; "<path> <name>" takes precedence over the bare name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly words: Words;
  readonly refusing: Refusing<R>;
  /** The parts that refusals have. */
  readonly refusals: Parts;
  readonly headers: object;
  readonly securitySchemes: object;
  readonly security: Security;
  readonly securityOf: (row: R) => Security;
}

/** The document of an interface. */
export function openApi<R extends Described>(edition: Edition<R>): OpenApi {
  const { title, version, conventions, servers, routes, tags, headers, securitySchemes } = edition;
  const book: Book = { words: edition.words, parts: { ...edition.refusals } };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, book, edition);
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description: conventions.map(([topic, rule]) => `- **${topic}**: ${rule}`).join("\n"),
    },
    servers,
    security: edition.security,
    tags: listTags(routes, tags),
    paths,
    components: { schemas: book.parts, headers, securitySchemes },
  };
}

/** In the order of the words; a tag without words comes last. */
function listTags(
  routes: readonly Described[],
  words: Readonly<Record<string, string>>,
): OpenApi["tags"] {
  const used = new Set(routes.map(({ tag }) => tag));
  const known = Object.keys(words).filter((name) => used.delete(name));
  return [...known, ...used].map((name) => ({ name, description: words[name] ?? "" }));
}

function operation<R extends Described>(route: R, book: Book, edition: Edition<R>): Operation {
  const { refusing, securityOf } = edition;
  const failures = [...route.failures, ...refusing.everywhere];
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(refusing.refusalPart(route) !== null && { deprecated: true as const }),
    ...(route.aliasOf !== null && {
      description: `Another name of ${route.method} ${route.aliasOf}.`,
      "x-alias-of": route.aliasOf,
    }),
    security: securityOf(route),
    parameters: [
      ...parameters("path", route, book, edition.parameters),
      ...parameters("query", route, book, edition.parameters),
    ],
    ...requestBody(route, book),
    responses: {
      [route.status]: success(route, book, refusing),
      ...Object.fromEntries(
        failures.map((status) => [status, describeFailure(route, status, refusing, book)]),
      ),
    },
  };
}

/** get /manual_accounts/{id} -> get_manual_accounts_id */
function operationId({ method, path }: Described): string {
  return `${method.toLowerCase()}${path.replace(/[{}]/g, "").replaceAll("/", "_")}`;
}

function parameters(
  place: "path" | "query",
  route: Described,
  book: Book,
  words: Readonly<Record<string, string>>,
): Parameter[] {
  const schema = place === "path" ? route.params : route.query;
  const { properties = {}, required = [] } = toSchema(schema, "input", book);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    description:
      words[`${route.aliasOf ?? route.path} ${name}`] ?? words[name] ?? description ?? "",
    schema: { ...property, ...findDefault(schema, name) },
  }));
}

/**
 * The default of a parameter; zod's own description lacks it for a text that is read as a number or
 * flag.
 */
function findDefault(schema: z.ZodType, name: string): Pick<Schema, "default"> {
  const parameter: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!(parameter instanceof z.ZodType)) return {};
  const left = parameter.safeParse(undefined);
  return left.success && left.data !== undefined ? { default: left.data } : {};
}

const BYTES: Schema = { type: "string", format: "binary" };

function requestBody(
  { body, form, bodyMedia, example }: Described,
  book: Book,
): Pick<Operation, "requestBody"> {
  const json = body !== null && {
    "application/json": {
      schema: toSchema(body, "input", book),
      ...(example !== undefined && { example }),
    },
  };
  const parts = form !== null && {
    "multipart/form-data": { schema: toSchema(form, "input", book) },
  };
  const content = {
    ...json,
    ...parts,
    ...(bodyMedia !== null && { [bodyMedia]: { schema: BYTES } }),
  };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
}

function success<R extends Described>(
  route: R,
  book: Book,
  { headerNames, refusalPart }: Refusing<R>,
): Answer {
  const { status, response, media } = route;
  const part = refusalPart(route);
  const headers = listHeaders(headerNames(status, route));
  if (response === null)
    return {
      description: SUCCESS[status] ?? "Done.",
      headers,
      ...(media !== null && { content: { [media]: { schema: BYTES } } }),
    };
  const done = toSchema(response, "output", book);
  const schema = part === null ? done : { anyOf: [done, reference(part)] };
  return {
    description:
      part === null ? (SUCCESS[status] ?? "Done.") : "What was asked for, or why it was refused.",
    headers,
    content: { "application/json": { schema, example: makeSample(schema, book) } },
  };
}

const SUCCESS: Readonly<Record<number, string>> = {
  200: "What was asked for.",
  201: "What was created.",
  202: "Accepted: it is done after the answer.",
  204: "Done; there is no body.",
};
