// The OpenAPI 3.1 document, assembled from the route table: what it says is what is checked. Prose that
// no schema says is in openapi/words.ts. The reference page is rendered from the same document.

import * as z from "zod";
import {
  ERROR,
  EVERYWHERE,
  failureOf,
  HEADERS,
  headersOf,
  type Answer,
  type MediaType,
} from "./openapi/failures.ts";
import { sampleOf } from "./openapi/sample.ts";
import { schemaOf, type Parts, type Schema } from "./openapi/schema.ts";
import { CONVENTIONS, PARAMETERS, TAGS } from "./openapi/words.ts";
import { jsonResponse } from "./problem.ts";
import type { Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import type { Scope } from "../value/scope.ts";
import { SCOPE_WORDS } from "../value/scope-words.ts";

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
  /** A bearer token of either kind; of OAuth's the scope, which a developer token has in any case. */
  readonly security: readonly [{ readonly bearer: readonly [] }, { readonly oauth2: readonly Scope[] }];
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

const SPECIFICATION_VERSION = "2.11.1";

/** Addresses are relative to the server's, so that they are right wherever this runs. */
const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "A developer access token, which has every scope, or an OAuth 2.0 access token.",
  },
  oauth2: {
    type: "oauth2",
    description: "For apps: the authorization code flow with PKCE (S256). A client has the scopes that it was registered with.",
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

let assembled: OpenApi | undefined;
let printed: string | undefined;

/** The document of version 2; assembled once an isolate, since the table never changes. */
export function theDocument(): OpenApi {
  return (assembled ??= openApi(ROUTES));
}

/** The document as a response. */
export function openApiResponse(): Response {
  const response = jsonResponse(200, null);
  printed ??= JSON.stringify(theDocument());
  return new Response(printed, response);
}

/** The document for a route table mounted at /v2. */
export function openApi(routes: readonly Route[]): OpenApi {
  const schemas: Parts = { Error: ERROR };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Personal finance and budgeting service",
      version: SPECIFICATION_VERSION,
      description: CONVENTIONS.map(([topic, rule]) => `- **${topic}**: ${rule}`).join("\n"),
    },
    servers: [
      { url: "/v2", description: "The service; changes are permanent." },
      { url: "/mock/v2", description: "A static mock: no key, nothing changes." },
    ],
    security: [{ bearer: [] }, { oauth2: [] }],
    tags: tagsOf(routes),
    paths,
    components: {
      schemas,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** In the order of the words; a tag without words comes last. */
function tagsOf(routes: readonly Route[]): OpenApi["tags"] {
  const used = new Set(routes.map(({ tag }) => tag));
  const known = Object.keys(TAGS).filter((name) => used.delete(name));
  return [...known, ...used].map((name) => ({ name, description: TAGS[name] ?? "" }));
}

function operation(route: Route, schemas: Parts): Operation {
  const failures = [...route.failures, ...EVERYWHERE];
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.aliasOf !== null && {
      description: `Another name of ${route.method} ${route.aliasOf}.`,
      "x-alias-of": route.aliasOf,
    }),
    security: [{ bearer: [] }, { oauth2: route.scope === null ? [] : [route.scope] }],
    parameters: [
      ...parameters("path", route, route.params, schemas),
      ...parameters("query", route, route.query, schemas),
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
): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(schema, "input", schemas);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    description: PARAMETERS[`${route.aliasOf ?? route.path} ${name}`] ?? PARAMETERS[name] ?? description ?? "",
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

function requestBody({ body, form, example }: Route, schemas: Parts): Pick<Operation, "requestBody"> {
  const schema = body ?? form;
  if (schema === null) return {};
  const content: MediaType = {
    schema: schemaOf(schema, "input", schemas),
    ...(body !== null && example !== undefined && { example }),
  };
  const type = body === null ? "multipart/form-data" : "application/json";
  return { requestBody: { required: true, content: { [type]: content } } };
}

function success({ status, response }: Route, schemas: Parts): Answer {
  const headers = headersOf(status);
  if (response === null) return { description: SUCCESS[status] ?? "Done.", headers };
  const schema = schemaOf(response, "output", schemas);
  return {
    description: SUCCESS[status] ?? "Done.",
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
