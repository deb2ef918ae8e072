// The OpenAPI document of /api, from the route tables that answer it: the importer's, and what the
// embedded budget leaves to the app.

import {
  PARAMETERS as BUDGET_PARAMETERS,
  TAGS as BUDGET_TAGS,
} from "../../budget/openapi/words.ts";
import { WORDS } from "../../budget/openapi/document.ts";
import { LEDGER_PARAMETERS } from "../../budget/ledger/words.ts";
import { OWN_ROUTES } from "../../budget/routes.ts";
import { conventionsOf, FAILURES, PARAMETERS, TAGS } from "../../importer/api-words.ts";
import type { Config } from "../../config.ts";
import type { By } from "../../importer/route.ts";
import { IMPORTER_ROUTES } from "../../importer/routes.ts";
import { listBadRequests, ERROR, type Refusing } from "../../platform/api/openapi/failures.ts";
import { openApi, type Edition, type OpenApi, type Security } from "../../platform/api/openapi.ts";
import { FAILURE_MESSAGES } from "../../platform/api/problem.ts";
import type { Described } from "../../platform/api/route.ts";
import type { PlanLimits } from "../../platform/plan-limits.ts";

/** A row of /api; `by` is left out in the budget's own, which are for people. */
type ApiRow = Described & { readonly by?: By };

const PEOPLE: Security = [{ session: [] }, { developerToken: [] }];
const EVERYBODY: Security = [...PEOPLE, { importKey: [] }];
const READERS: Security = [...PEOPLE, { readingKey: [] }];

const SECURITY: Readonly<Record<By, Security>> = {
  everybody: EVERYBODY,
  readers: READERS,
  people: PEOPLE,
};

const BEARER = { type: "http", scheme: "bearer" };
const SECURITY_SCHEMES = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-tributary_session",
    description: "Somebody who is signed in to the pages.",
  },
  developerToken: { ...BEARER, description: "A developer token of the budget." },
  importKey: { ...BEARER, description: "An import key of the connection." },
  readingKey: { ...BEARER, description: "An import key that may read transactions." },
};

const REFUSING: Refusing<ApiRow> = {
  failures: FAILURES,
  everywhere: [401, 403, 409, 500],
  messages: {
    ...FAILURE_MESSAGES,
    409: "Invalid Request",
    415: "Unsupported Media Type",
    502: "Bad Gateway",
  },
  examples: {
    401: { errMsg: "Nobody is signed in, and there is no Authorization header." },
    403: { errMsg: "An import key may send files and mail, and read their results." },
    404: { errMsg: "There is no import 7." },
    409: { errMsg: "You have not connected a budget yet; /connect does." },
    413: { errMsg: "A request here has at most 1048576 bytes." },
    415: { errMsg: "The body is a raw message, with content-type: message/rfc822." },
    422: { errMsg: "The file is empty: 0 bytes arrived, a bank's export was expected." },
    425: { errMsg: "A fetch was asked for less than 60 seconds ago." },
    500: { errMsg: "Something went wrong here; it was logged." },
    502: { errMsg: "The service cannot be asked for its accounts just now; nothing was changed." },
  },
  badRequests: (row) =>
    row.by === undefined
      ? listBadRequests(row)
      : {
          invalid: {
            summary: "Not of the form",
            value: {
              message: "Request Validation Failure",
              errors: [
                { errMsg: "limit is a whole number from 1 to 100.", instancePath: "/query/limit" },
              ],
            },
          },
        },
  refusalPart: () => null,
  headerNames: () => [],
};

const OWN_TAGS = Object.fromEntries(
  Object.entries({
    ...BUDGET_TAGS,
    rules: "What is done to transactions as they are inserted.",
    rates: "Currency rates: the bank's, and those that were put in.",
  }).filter(([tag]) => OWN_ROUTES.some((row) => row.tag === tag)),
);

/** What of a deployment its document of /api depends on. */
export interface Deployment {
  /** Whether the budget is in this deployment. */
  readonly embedded: boolean;
  readonly limits: PlanLimits;
}

/** What is said of /api beside its tables. */
function createEdition({ embedded, limits }: Deployment): Edition<ApiRow> {
  return {
    title: "Importing into a budget",
    version: "1.0.0",
    routes: embedded ? [...IMPORTER_ROUTES, ...OWN_ROUTES] : IMPORTER_ROUTES,
    conventions: conventionsOf(limits),
    servers: [{ url: "/api", description: "This deployment; changes are permanent." }],
    tags: embedded ? { ...TAGS, ...OWN_TAGS } : TAGS,
    parameters: { ...BUDGET_PARAMETERS, ...PARAMETERS, ...LEDGER_PARAMETERS },
    words: {
      ...WORDS,
      // The bare names are the service's words for its own properties.
      properties: {},
      usual: { ...WORDS.usual, fingerprint: ["csv:0123456789abcdef0123456789abcdef"] },
    },
    refusing: REFUSING,
    refusals: { Error: ERROR },
    headers: {},
    securitySchemes: SECURITY_SCHEMES,
    security: PEOPLE,
    securityOf: ({ by }) => SECURITY[by ?? "people"],
  };
}

const assembled = new Map<string, OpenApi>();

/** The document; assembled once an isolate, since nothing that it depends on ever changes there. */
export function apiDocument(deployment: Deployment): OpenApi {
  const key = JSON.stringify(deployment);
  const document = assembled.get(key) ?? openApi(createEdition(deployment));
  assembled.set(key, document);
  return document;
}

/** GET /api/openapi.json, which needs no credential. */
export function apiDocumentResponse(config: Config): Response {
  const headers = { "cache-control": "no-store" };
  return Response.json(apiDocument(deploymentOf(config)), { headers });
}

/** What of a configuration the document depends on. */
export function deploymentOf({ budgetApiUrl, limits }: Config): Deployment {
  return { embedded: budgetApiUrl === null, limits };
}
