// Every refusal of the service, and the one place where each gets its status and wire form.
// The envelope is {message, errors: [{errMsg, ...locators}]} (service-v2.md, Errors; gaps.md 3.10).
// Adding a kind does not compile until KINDS says how it is answered.

import { JsonText } from "./json-text.ts";
import { err } from "../result.ts";
import type { Scope } from "../credentials/scope.ts";

/** One error of the envelope: a sentence, and properties that locate the fault in the request. */
export interface ErrorItem {
  readonly errMsg: string;
  readonly [locator: string]: unknown;
}

const KINDS = {
  "invalid request": { status: 400, message: "Invalid Request" },
  "invalid path": { status: 400, message: "Invalid Path Parameters" },
  "invalid query": { status: 400, message: "Invalid Request Parameters" },
  "invalid body": { status: 400, message: "Invalid Request Body" },
  "invalid shape": { status: 400, message: "Request Validation Failure" },
  unauthorized: { status: 401, message: "Unauthorized" },
  forbidden: { status: 403, message: "Forbidden" },
  "not found": { status: 404, message: "Not Found" },
  "method not allowed": { status: 405, message: "Method Not Allowed" },
  conflict: { status: 409, message: "Conflict" },
  "too large": { status: 413, message: "Request Entity Too Large" },
  unusable: { status: 422, message: "Invalid Request" },
  dependents: { status: 422, message: "Explicit confirmation required" },
  "too early": { status: 425, message: "Too Early" },
  "too many": { status: 429, message: "Too Many Requests" },
  internal: { status: 500, message: "Internal Server Error" },
} as const;

export type ProblemKind = keyof typeof KINDS;

export interface Problem {
  readonly kind: ProblemKind;
  readonly errors: readonly ErrorItem[];
  /** Replaces the envelope, for the deletions whose 422 has a body of its own. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The statuses a route can be refused with, for the OpenAPI document. */
export const FAILURE_MESSAGES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.values(KINDS).map(({ status, message }) => [status, message]),
);

/** A refusal as the error of a Result. */
export function refuse(
  kind: ProblemKind,
  ...errors: readonly ErrorItem[]
): { readonly ok: false; readonly error: Problem } {
  return err({ kind, errors });
}

/** "There is no tag 7", for an id in the path. */
export function notFound(
  what: string,
  id: number,
): { readonly ok: false; readonly error: Problem } {
  return refuse("not found", { errMsg: `There is no ${what} with the id ${id}.`, id });
}

/**
 * An update without anything to update; `expected` ends the sentence "it must hold at least one
 * ...".
 */
export function changesNothing(expected = "updatable property"): {
  readonly ok: false;
  readonly error: Problem;
} {
  return refuse("invalid body", {
    errMsg: `The request body changes nothing: it must hold at least one ${expected}.`,
  });
}

/**
 * The 422 of a deletion with dependents and without force: the dependents in the documented body;
 * null if nothing depends on it.
 */
export function inUse(
  name: object,
  dependents: Readonly<Record<string, number>>,
  force: boolean,
): { readonly ok: false; readonly error: Problem } | null {
  if (force || Object.values(dependents).every((count) => count === 0)) return null;
  return err({ kind: "dependents", errors: [], body: { ...name, dependents } });
}

export const UNAUTHORIZED: Problem = {
  kind: "unauthorized",
  errors: [{ errMsg: "Access token does not exist." }],
  headers: { "WWW-Authenticate": "Bearer" },
};

/** The same where no bearer token came at all: it says how one is sent. */
export const NO_TOKEN: Problem = {
  ...UNAUTHORIZED,
  errors: [{ errMsg: "Access token does not exist. Send it as Authorization: Bearer <token>." }],
};

/**
 * As documented, with what a client that can refresh looks for (RFC 6750, 3.1): the access token
 * expired or was ended.
 */
export const INVALID_TOKEN: Problem = {
  ...UNAUTHORIZED,
  headers: {
    "WWW-Authenticate":
      'Bearer error="invalid_token", error_description="The access token expired or was revoked."',
  },
};

/**
 * The refusal of a caller that lacks these scopes; the header names all that are needed (RFC 6750,
 * 3).
 */
export function lacks(lacking: readonly Scope[], needed: readonly Scope[] = lacking): Problem {
  const word = lacking.length === 1 ? "scope" : "scopes";
  return {
    kind: "forbidden",
    errors: [
      {
        errMsg: `The access token lacks the ${word} ${lacking.join(", ")}.`,
        scope: lacking.join(" "),
      },
    ],
    headers: {
      "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${needed.join(" ")}"`,
    },
  };
}

const JSON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
};

/** The status of a refusal of this kind. */
export function statusOf(kind: ProblemKind): number {
  return KINDS[kind].status;
}

/** The answer to a refused request. */
export function problemResponse(problem: Problem): Response {
  const { status, message } = KINDS[problem.kind];
  return jsonResponse(status, problem.body ?? { message, errors: problem.errors }, problem.headers);
}

/** The answer to a successful request; a 202 or 204 has no body. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  if (body === undefined)
    return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  return new Response(text, { status, headers: { ...JSON_HEADERS, ...headers } });
}
