// The OpenAPI 3.1 document, assembled from the route table: what it says is what is checked.

import * as z from "zod";
import { FAILURE_MESSAGES, jsonResponse } from "./problem.ts";
import type { Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import { SCOPES } from "./scope.ts";

type Json = Record<string, unknown>;

const SPECIFICATION_VERSION = "2.11.1";

/** Refusals that every operation may answer with. */
const EVERYWHERE = [401, 403, 429, 500];

let cached: string | undefined;

/** The document as a response; assembled once an isolate, since the table never changes. */
export function openApiResponse(): Response {
  const response = jsonResponse(200, null);
  cached ??= JSON.stringify(openApi(ROUTES));
  return new Response(cached, response);
}

/** The document for a route table mounted at /v2. */
export function openApi(routes: readonly Route[]): Json {
  const schemas: Json = { Error: ERROR };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Personal finance and budgeting service", version: SPECIFICATION_VERSION },
    servers: [{ url: "/v2" }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: `An access token. Scopes: ${SCOPES.join(", ")}.`,
        },
      },
    },
  };
}

function operation(route: Route, schemas: Json): Json {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.scope !== null && { security: [{ bearer: [route.scope] }] }),
    parameters: [
      ...parameters("path", route.params, schemas),
      ...parameters("query", route.query, schemas),
    ],
    ...(route.body !== null && {
      requestBody: {
        required: true,
        content: json(described(route.body, "input", schemas), route.example),
      },
    }),
    responses: {
      [route.status]: {
        description: "Success",
        ...(route.response !== null && {
          content: json(described(route.response, "output", schemas)),
        }),
      },
      ...Object.fromEntries(
        [...route.failures, ...EVERYWHERE].map((status) => [status, failure(status)]),
      ),
    },
  };
}

/** get /manual_accounts/{id} -> get_manual_accounts_id */
function operationId({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replace(/[{}]/g, "").replaceAll("/", "_")}`;
}

function parameters(place: "path" | "query", schema: z.ZodType, schemas: Json): Json[] {
  const { properties = {}, required = [] } = described(schema, "input", schemas) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: { ...(property as Json), ...defaultOf(schema, name) },
  }));
}

/** The value a parameter has when it is left out; a text that is read as a number or flag hides it from zod's own description. */
function defaultOf(schema: z.ZodType, name: string): Json {
  const parameter: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!(parameter instanceof z.ZodType)) return {};
  const left = parameter.safeParse(undefined);
  return left.success && left.data !== undefined ? { default: left.data } : {};
}

function failure(status: number): Json {
  const schema = status === 422 ? { type: "object" } : { $ref: "#/components/schemas/Error" };
  return { description: FAILURE_MESSAGES[status] ?? "Failure", content: json(schema) };
}

function json(schema: unknown, example?: unknown): Json {
  return { "application/json": { schema, ...(example !== undefined && { example }) } };
}

/** The JSON Schema of a zod schema; named parts move to the document's components. */
function described(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const {
    $schema: _,
    $defs: parts = {},
    ...body
  } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json & { $defs?: Json };
  for (const [name, part] of Object.entries(parts)) schemas[name] = relocated(part);
  return relocated(body) as Json;
}

function relocated(value: unknown): unknown {
  const moved: unknown = JSON.parse(
    JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  return moved;
}

const ERROR: Json = {
  type: "object",
  required: ["message", "errors"],
  properties: {
    message: { type: "string", description: "The kind of failure." },
    errors: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["errMsg"],
        properties: {
          errMsg: { type: "string" },
          code: { type: "string" },
          error: { type: "string" },
        },
        additionalProperties: true,
      },
    },
  },
};
