// Version 1 of the interface, under /v1: another spelling of the same stores and rules, never a
// second implementation.
//
// A resource's file holds rows made with `legacyRoute`, which src/budget/routes.ts gathers in
// LEGACY_ROUTES; the router, the scopes, the transaction around a write and the quota are those of
// version 2. A handler calls the functions of the resource's change.ts, rules.ts or store.ts,
// returns ok(<the body>) or the same refusals as version 2, and leaves all of these habits to this
// file:
//   - every success and nearly every refusal is HTTP 200; a refusal is {error: <sentence>}, or what `faults` says: "error list"
//     is {error: [sentences]} (inserting transactions), "errors list" is {errors: [sentences]} (assets, manual crypto);
//   - 401, 403, 405, 413, 429 and 500 keep their status, with {error}; so do unknown paths (404). A row with `documents404`
//     also answers 404 to refuse("not found", ...) and to a path that is malformed; elsewhere both are 200 {error};
//   - what a deletion would take along is no refusal here: the handler returns ok({dependents: {...}}), and `response` is a union;
//   - unknown query parameters and body properties are ignored: schemas are z.object, never strictObject (a test holds it);
//     a JSON body that is left out is {}.
// Amounts, signs, statuses, months and currencies as version 1 writes them: wire.ts. The older
// bounds of texts: LEGACY_* in platform/limits.ts. Sentences name version 1's own properties
// (asset_id, not manual_account_id). The words for query parameters and tags:
// openapi/legacy-words.ts; a schema's .meta({ id }) begins with Legacy. Tests: test/budget/v1, a
// file per resource.

import * as z from "zod";
import { must } from "../../platform/assert.ts";
import { withoutSecrets } from "../../platform/credentials/redact.ts";
import { jsonResponse, statusOf, type Problem } from "../../platform/api/problem.ts";
import { route, type Faults, type Operation, type Route } from "../route.ts";
import type { Voice } from "../voice.ts";

/** A row of version 1: what it shares with one of version 2. */
interface LegacyOperation<P, Q, B, X, R> extends Omit<
  Operation<P, Q, B, X, R>,
  "status" | "failures" | "refusals" | "response"
> {
  readonly response: z.ZodType;
  /** That what is unknown is answered 404, as documented for few. */
  readonly documents404?: boolean;
}

/** A row of LEGACY_ROUTES from its typed operation. */
export function legacyRoute<P = object, Q = object, B = undefined, X = undefined, R = unknown>(
  operation: LegacyOperation<P, Q, B, X, R>,
): Route {
  const { documents404 = false, ...rest } = operation;
  return route<P, Q, B, X, R>({
    faults: "error",
    // Unknown query parameters are ignored.
    query: z.object({}) as unknown as z.ZodType<Q>,
    ...rest,
    failures: [...(documents404 ? [404] : []), ...(rest.body === undefined ? [] : [413])],
  });
}

/** Statuses that a refusal keeps in version 1; the others become 200. */
const KEPT: ReadonlySet<number> = new Set([401, 403, 405, 413, 429, 500]);

/**
 * Refusals of version 1. A sentence may repeat parts of the request: `secrets`, and texts that look
 * like one, are cut out.
 */
export function legacyVoice(secrets: readonly (string | null)[]): Voice {
  return {
    emptyBody: {},
    refusal: (problem, row) => {
      const status = legacyStatus(problem, row);
      const sentences = problem.errors.map(({ errMsg }) => withoutSecrets(errMsg, secrets));
      const faults = status === 200 ? (row?.faults ?? "error") : "error";
      return jsonResponse(status, toRefusalBody(faults, sentences), problem.headers);
    },
  };
}

function legacyStatus({ kind }: Problem, row: Route | null): number {
  const status = statusOf(kind);
  if (KEPT.has(status)) return status;
  const isUnknown = kind === "not found" || kind === "invalid path";
  return isUnknown && (row === null || row.failures.includes(404)) ? 404 : 200;
}

function toRefusalBody(faults: Faults, sentences: readonly string[]): object {
  switch (faults) {
    case "error":
      return { error: must(sentences[0], "a refusal says why") };
    case "error list":
      return { error: sentences };
    case "errors list":
      return { errors: sentences };
  }
}
