// The OpenAPI documents of both versions, from their route tables. Prose that no schema contains is
// in words.ts and legacy-words.ts.

import { CURRENCIES } from "../../money/currency.ts";
import { listBadRequests, ERROR, type Refusing } from "../../platform/api/openapi/failures.ts";
import type { Parts, Schema } from "../../platform/api/openapi/schema.ts";
import { openApi, type Edition, type OpenApi } from "../../platform/api/openapi.ts";
import {
  FAILURE_MESSAGES,
  jsonResponse,
  UNAUTHORIZED,
  type ErrorItem,
} from "../../platform/api/problem.ts";
import { SCOPE_WORDS } from "../../platform/credentials/scope-words.ts";
import { RATE_LIMIT_REQUESTS } from "../../platform/limits.ts";
import type { Faults, Route } from "../route.ts";
import { VERSION_1, VERSION_2, type Version } from "../versions.ts";
import { LEGACY_CONVENTIONS, LEGACY_PARAMETERS, LEGACY_TAGS } from "./legacy-words.ts";
import { PROPERTIES } from "./property-words.ts";
import { USUAL } from "./samples.ts";
import { CONVENTIONS, FAILURES, PARAMETERS, TAGS } from "./words.ts";

/** The descriptions of the service's schemas. */
export const WORDS: Edition<Route>["words"] = {
  properties: PROPERTIES,
  usual: USUAL,
  lists: {
    Currency: {
      type: "string",
      description: "A lowercase three-letter currency code.",
      enum: [...CURRENCIES],
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

/** Headers that only version 1 answers with. */
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

/** Those of HEADERS and LEGACY_HEADERS that an answer has. */
function headerNames(status: number, { faults }: Route): string[] {
  const all = { ...HEADERS, ...(faults !== null && LEGACY_HEADERS) };
  return Object.keys(all).filter(
    (name) =>
      (name !== "Retry-After" || status === 429 || status === 425) &&
      (name !== "WWW-Authenticate" || status === 401),
  );
}

const REFUSING: Refusing<Route> = {
  failures: FAILURES,
  everywhere: [401, 403, 429, 500],
  messages: FAILURE_MESSAGES,
  badRequests: listBadRequests,
  examples: EXAMPLES,
  refusalPart: ({ faults }) => (faults === null ? null : REFUSAL_PARTS[faults]),
  headerNames,
};

/** Addresses are relative, so that they are right on every server. */
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

const SHARED = {
  words: WORDS,
  refusing: REFUSING,
  securitySchemes: SECURITY_SCHEMES,
  security: [{ bearer: [] }, { oauth2: [] }],
  // A bearer token of either kind; of OAuth's the scope, which a developer token has in any case.
  securityOf: ({ scopes }: Route) => [{ bearer: [] }, { oauth2: scopes }],
};

/** The editions by where they are mounted. */
export const EDITIONS: Readonly<Record<Version["base"], Edition<Route>>> = {
  "/v2": {
    title: "Personal finance and budgeting service",
    version: "2.11.1",
    routes: VERSION_2.routes,
    conventions: CONVENTIONS,
    servers: [
      { url: "/v2", description: "The service; changes are permanent." },
      { url: "/mock/v2", description: "A static mock: no key, nothing changes." },
    ],
    tags: TAGS,
    parameters: PARAMETERS,
    refusals: { Error: ERROR },
    headers: HEADERS,
    ...SHARED,
  },
  "/v1": {
    title: "Personal finance and budgeting service, legacy",
    version: "1.0.0",
    routes: VERSION_1.routes,
    conventions: LEGACY_CONVENTIONS,
    servers: [{ url: "/v1", description: "The service; changes are permanent." }],
    tags: LEGACY_TAGS,
    parameters: LEGACY_PARAMETERS,
    refusals: LEGACY_REFUSALS,
    headers: { ...HEADERS, ...LEGACY_HEADERS },
    ...SHARED,
  },
};

const assembled = new Map<Version, OpenApi>();
const printed = new Map<Version, string>();

/** The document of a version; assembled once an isolate, since the table never changes. */
export function theDocument(version: Version = VERSION_2): OpenApi {
  const document = assembled.get(version) ?? openApi(EDITIONS[version.base]);
  assembled.set(version, document);
  return document;
}

/** The document as a response. */
export function openApiResponse(version: Version): Response {
  const text = printed.get(version) ?? JSON.stringify(theDocument(version));
  printed.set(version, text);
  return new Response(text, jsonResponse(200, null));
}
