// POST /api/operator/reseal: after TOKEN_KEY was changed, seals everything again with the current
// key. Only for the operator, who proves to know TOKEN_KEY; no session and no import key reaches
// it. One request handles some connections or budgets and returns a cursor. Repeating or stopping
// it does no harm: each object writes only its own values, and checks them itself.

import * as z from "zod";
import { readConfig } from "../config.ts";
import { isConnectionId } from "./connection/identity.ts";
import { NOTHING_SEALED, addResealed, type Resealed } from "../platform/sealing/resealed.ts";
import {
  PROOF_AGE_MS_MAX,
  RESEAL_CURSOR_CHARS_MAX,
  RESEAL_STEP_CONNECTIONS,
} from "../platform/limits.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { isProven } from "../platform/credentials/request-signature.ts";
import { pageOfConnections, type ConnectionsPage } from "./connection/all-connections.ts";
import { parseJson } from "../platform/json.ts";

export const RESEAL_PATH = "/api/operator/reseal";

const body = z.strictObject({ cursor: z.string().max(RESEAL_CURSOR_CHARS_MAX).nullable() });

/**
 * The result for some budgets, which another part reseals; `next` is where to continue, null at the
 * end.
 */
export interface BudgetsResealed {
  readonly budgets: number;
  readonly done: readonly { readonly budget: number; readonly done: Resealed }[];
  readonly next: number | null;
}

interface Step {
  readonly connections: number;
  readonly budgets: number;
  readonly done: readonly (readonly [Where, Resealed])[];
  readonly cursor: string | null;
}
type Where = { readonly connection: string } | { readonly budget: number };

const BUDGETS_CURSOR = /^budgets ([1-9]\d{0,14})$/;

/**
 * {cursor: null or the last answer's} -> {connections, budgets, resealed, current, failed:
 * [{connection or budget, message}], cursor: null at the end}. The connections come first, then the
 * budgets, by `resealBudgets`.
 */
export async function serveReseal(
  request: Request,
  env: Env,
  resealBudgets: (first: number) => Promise<BudgetsResealed>,
): Promise<Response> {
  const text = await request.text();
  const proven = { method: request.method, path: new URL(request.url).pathname, body: text };
  const { tokenKey } = readConfig(env);
  if (
    !(await isProven(
      tokenKey,
      proven,
      request.headers.get("authorization") ?? "",
      Date.now(),
      PROOF_AGE_MS_MAX,
    ))
  ) {
    return refusal(
      401,
      "Unauthorized",
      "This takes a proof of TOKEN_KEY for this very request, not older than five minutes: npm run reseal makes it.",
    );
  }
  const read = body.safeParse(parseJson(text));
  if (!read.success)
    return refusal(
      400,
      "Request Validation Failure",
      "The body is {cursor: <null, or what the last answer gave>}.",
    );
  const [, first] = BUDGETS_CURSOR.exec(read.data.cursor ?? "") ?? [];
  const step =
    first === undefined
      ? await ofConnections(env, read.data.cursor)
      : ofBudgets(await resealBudgets(Number(first)));
  if (step === null)
    return refusal(503, "Unavailable", "The store of the tokens could not be listed. Begin again.");
  const { resealed, current } = step.done
    .map(([, done]) => done)
    .reduce(addResealed, NOTHING_SEALED);
  const failed = step.done.flatMap(([where, done]) =>
    done.failed.map((message) => ({ ...where, message })),
  );
  const { connections, budgets, cursor } = step;
  return Response.json(
    { connections, budgets, resealed, current, failed, cursor },
    { headers: { "cache-control": "no-store" } },
  );
}

async function ofConnections(env: Env, after: string | null): Promise<Step | null> {
  const page = await listPage(env.TOKENS, after);
  if (!page.ok) return null;
  const { connections, cursor } = page.value;
  const done = await Promise.all(
    connections.map(async (connection) => [{ connection }, await reseal(env, connection)] as const),
  );
  return { connections: connections.length, budgets: 0, done, cursor: cursor ?? "budgets 1" };
}

function ofBudgets({ budgets, done, next }: BudgetsResealed): Step {
  return {
    connections: 0,
    budgets,
    done: done.map((one) => [{ budget: one.budget }, one.done] as const),
    cursor: next === null ? null : `budgets ${next}`,
  };
}

async function listPage(
  kv: KVNamespace,
  cursor: string | null,
): Promise<Result<ConnectionsPage, "not listed">> {
  try {
    return ok(await pageOfConnections(kv, RESEAL_STEP_CONNECTIONS, cursor));
  } catch {
    return err("not listed");
  }
}

async function reseal(env: Env, connection: string): Promise<Resealed> {
  if (!isConnectionId(connection))
    return { ...NOTHING_SEALED, failed: ["this is no connection's name"] };
  try {
    return await env.IMPORTER.getByName(connection).reseal();
  } catch {
    return { ...NOTHING_SEALED, failed: ["its object did not answer: run this again"] };
  }
}

function refusal(status: number, message: string, errMsg: string): Response {
  return Response.json({ message, errors: [{ errMsg }] }, { status });
}
