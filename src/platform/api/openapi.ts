// The OpenAPI 3.1 documents of both versions, assembled from their route tables: what they say is what is checked.
// Prose that no schema says is in openapi/words.ts and legacy-words.ts. The reference pages are rendered from them.

import * as z from "zod";
import {
  ERROR,
  EVERYWHERE,
  failureOf,
  HEADERS,
  headersOf,
  LEGACY_HEADERS,
  LEGACY_REFUSALS,
  REFUSAL_PARTS,
  type Answer,
  type MediaType,
} from "./openapi/failures.ts";
import { sampleOf } from "./openapi/sample.ts";
import {
  LEGACY_CONVENTIONS,
  LEGACY_PARAMETERS,
  LEGACY_TAGS,
} from "../../budget/openapi/legacy-words.ts";
import { reference, schemaOf, type Parts, type Schema } from "./openapi/schema.ts";
import { CONVENTIONS, PARAMETERS, TAGS } from "../../budget/openapi/words.ts";
import { jsonResponse } from "./problem.ts";
import type { Route } from "./route.ts";
import type { Scope } from "../credentials/scope.ts";
import { SCOPE_WORDS } from "../credentials/scope-words.ts";
import { VERSION_2, type Version } from "../../budget/versions.ts";

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
  /** A bearer token of either kind; of OAuth's the scope, which a developer token has in any case. */
  readonly security: readonly [
    { readonly bearer: readonly [] },
    { readonly oauth2: readonly Scope[] },
  ];
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

/** What is told of a version beside its table. */
interface Edition {
  readonly title: string;
  readonly version: string;
  readonly conventions: typeof CONVENTIONS;
  readonly servers: OpenApi["servers"];
  readonly tags: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  readonly refusals: Parts;
  readonly headers: object;
}

/** The editions by where they are mounted. */
export const EDITIONS: Readonly<Record<Version["base"], Edition>> = {
  "/v2": {
    title: "Personal finance and budgeting service",
    version: "2.11.1",
    conventions: CONVENTIONS,
    servers: [
      { url: "/v2", description: "The service; changes are permanent." },
      { url: "/mock/v2", description: "A static mock: no key, nothing changes." },
    ],
    tags: TAGS,
    parameters: PARAMETERS,
    refusals: { Error: ERROR },
    headers: HEADERS,
  },
  "/v1": {
    title: "Personal finance and budgeting service, legacy",
    version: "1.0.0",
    conventions: LEGACY_CONVENTIONS,
    servers: [{ url: "/v1", description: "The service; changes are permanent." }],
    tags: LEGACY_TAGS,
    parameters: LEGACY_PARAMETERS,
    refusals: LEGACY_REFUSALS,
    headers: { ...HEADERS, ...LEGACY_HEADERS },
  },
};

/** Addresses are relative to the server's, so that they are right wherever this runs. */
const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A developer access token, which has every scope, or an OAuth 2.0 access token.",
  },
  oauth2: {
    type: "oauth2",
    description:
      "For apps: the authorization code flow with PKCE (S256). A client has the scopes that it was registered with.",
    flows: {
      authorizationCode: {
        authorizationUrl: "/oauth/authorize",
        tokenUrl: "/oauth/token",
        refreshUrl: "/oauth/token",
        scopes: SCOPE_WORDS,
      },
    },
  },
} as const;

const assembled = new Map<Version, OpenApi>();
const printed = new Map<Version, string>();

/** The document of a version; assembled once an isolate, since the table never changes. */
export function theDocument(version: Version = VERSION_2): OpenApi {
  const document = assembled.get(version) ?? openApi(version);
  assembled.set(version, document);
  return document;
}

/** The document as a response. */
export function openApiResponse(version: Version): Response {
  const text = printed.get(version) ?? JSON.stringify(theDocument(version));
  printed.set(version, text);
  return new Response(text, jsonResponse(200, null));
}

function openApi({ base, routes }: Version): OpenApi {
  const edition = EDITIONS[base];
  const schemas: Parts = { ...edition.refusals };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, schemas, edition);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: edition.title,
      version: edition.version,
      description: edition.conventions.map(([topic, rule]) => `- **${topic}**: ${rule}`).join("\n"),
    },
    servers: edition.servers,
    security: [{ bearer: [] }, { oauth2: [] }],
    tags: tagsOf(routes, edition.tags),
    paths,
    components: { schemas, headers: edition.headers, securitySchemes: SECURITY_SCHEMES },
  };
}

/** In the order of the words; a tag without words comes last. */
function tagsOf(routes: readonly Route[], words: Edition["tags"]): OpenApi["tags"] {
  const used = new Set(routes.map(({ tag }) => tag));
  const known = Object.keys(words).filter((name) => used.delete(name));
  return [...known, ...used].map((name) => ({ name, description: words[name] ?? "" }));
}

function operation(route: Route, schemas: Parts, edition: Edition): Operation {
  const failures = [...route.failures, ...EVERYWHERE];
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.faults !== null && { deprecated: true as const }),
    ...(route.aliasOf !== null && {
      description: `Another name of ${route.method} ${route.aliasOf}.`,
      "x-alias-of": route.aliasOf,
    }),
    security: [{ bearer: [] }, { oauth2: route.scopes }],
    parameters: [
      ...parameters("path", route, route.params, schemas, edition),
      ...parameters("query", route, route.query, schemas, edition),
    ],
    ...requestBody(route, schemas),
    responses: {
      [route.status]: success(route, schemas),
      ...Object.fromEntries(failures.map((status) => [status, failureOf(route, status, schemas)])),
    },
  };
}

/** get /manual_accounts/{id} -> get_manual_accounts_id */
function operationId({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replace(/[{}]/g, "").replaceAll("/", "_")}`;
}

function parameters(
  place: "path" | "query",
  route: Route,
  schema: z.ZodType,
  schemas: Parts,
  { parameters: words }: Edition,
): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(schema, "input", schemas);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    description:
      words[`${route.aliasOf ?? route.path} ${name}`] ?? words[name] ?? description ?? "",
    schema: { ...property, ...defaultOf(schema, name) },
  }));
}

/** The value a parameter has when it is left out; a text that is read as a number or flag hides it from zod's own description. */
function defaultOf(schema: z.ZodType, name: string): Pick<Schema, "default"> {
  const parameter: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!(parameter instanceof z.ZodType)) return {};
  const left = parameter.safeParse(undefined);
  return left.success && left.data !== undefined ? { default: left.data } : {};
}

function requestBody(
  { body, form, example }: Route,
  schemas: Parts,
): Pick<Operation, "requestBody"> {
  const schema = body ?? form;
  if (schema === null) return {};
  const content: MediaType = {
    schema: schemaOf(schema, "input", schemas),
    ...(body !== null && example !== undefined && { example }),
  };
  const type = body === null ? "multipart/form-data" : "application/json";
  return { requestBody: { required: true, content: { [type]: content } } };
}

function success(route: Route, schemas: Parts): Answer {
  const { status, response, faults } = route;
  const headers = headersOf(status, route);
  if (response === null) return { description: SUCCESS[status] ?? "Done.", headers };
  const done = schemaOf(response, "output", schemas);
  const schema = faults === null ? done : { anyOf: [done, reference(REFUSAL_PARTS[faults])] };
  return {
    description:
      faults === null ? (SUCCESS[status] ?? "Done.") : "What was asked for, or why it was refused.",
    headers,
    content: { "application/json": { schema, example: sampleOf(schema, schemas) } },
  };
}

const SUCCESS: Readonly<Record<number, string>> = {
  200: "What was asked for.",
  201: "What was created.",
  202: "Accepted: it is done after the answer.",
  204: "Done; there is no body.",
};
