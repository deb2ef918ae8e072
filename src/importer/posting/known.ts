// Looks transactions up by their external ids: our own service answers that outside of the documented
// interface. Of another service the days are listed instead.

import * as z from "zod";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import type { Upstream } from "../connection/upstream.ts";
import { call, type Refused } from "./client.ts";

const knownAnswer = z.object({
  found: z.array(z.tuple([z.int(), z.int(), z.string().nullable()])),
});

/** A transaction of ours, with its mark: the import that inserted it. */
export interface Known {
  readonly id: number;
  readonly run: string | null;
}

/** Of a lookup: position of the external id -> its transaction. */
export type LookedUp =
  { readonly kind: "found"; readonly found: ReadonlyMap<number, Known> } | Refused | NoAnswer;

/**
 * POST {own}/transactions/known: the transactions of an account that have these external ids; for
 * our own service alone.
 */
export async function lookUpKnown(
  upstream: Upstream,
  own: string,
  account: number,
  externalIds: readonly string[],
): Promise<LookedUp> {
  const body = JSON.stringify({ manual_account_id: account, external_ids: externalIds });
  const reply = await call({ ...upstream, base: own }, "POST", "/transactions/known", body);
  if (reply.kind !== "answer") return reply;
  const answer = knownAnswer.safeParse(reply.json);
  if (!answer.success)
    return {
      kind: "unknown",
      message: "the service's answer about external ids could not be read",
    };
  const found = new Map(answer.data.found.map(([at, id, run]) => [at, { id, run }]));
  return { kind: "found", found };
}
