// The budgeting service as the steps of one connection see it: every further request of a step asks
// for its place in the quota, as the first did.

import type { Upstream } from "../connection/upstream.ts";
import { breathe } from "../tools.ts";
import {
  call,
  deleteTransactions,
  listAccounts,
  listTransactions,
  postTransactions,
  type TransactionQuery,
} from "./client.ts";
import { lookUpKnown } from "./known.ts";
import {
  dissolve,
  readSplit,
  readTransaction,
  splitTransaction,
  fetchStanding,
  updateTransaction,
} from "./transaction.ts";

/** `pace`: 0, or the milliseconds to wait before a request may be made. */
export function queueService(upstream: Upstream, pace: () => Promise<number>) {
  const { own } = upstream;
  const paced = async <Reply>(ask: () => Promise<Reply>) => {
    const wait = await pace();
    if (wait <= 0) return ask();
    const throttle = { retryAfter: String(Math.ceil(wait / 1000)), reset: null };
    return {
      kind: "throttled" as const,
      throttle,
      message: "the service's quota for this minute is used up",
    };
  };
  return {
    /** Not paced: its step has asked already. */
    post: (body: string) => postTransactions(upstream, body),
    removeNow: (ids: readonly number[]) => deleteTransactions(upstream, ids),
    remove: (ids: readonly number[]) => paced(() => deleteTransactions(upstream, ids)),
    accounts: () => paced(() => listAccounts(upstream)),
    list: (query: TransactionQuery, offset: number) =>
      paced(async () => {
        const page = await listTransactions(upstream, query, offset);
        // Pages follow one another: what else waits on this thread comes between them.
        await breathe();
        return page;
      }),
    ...(own !== undefined && {
      known: async (account: number, externalIds: readonly string[]) => {
        const found = await lookUpKnown(upstream, own, account, externalIds);
        await breathe();
        return found;
      },
    }),
    standing: (id: number) => paced(() => fetchStanding(upstream, id)),
    present: (id: number) => paced(() => readTransaction(upstream, id)),
    update: (id: number, body: string) => paced(() => updateTransaction(upstream, id, body)),
    parts: (id: number) => paced(() => readSplit(upstream, id)),
    split: (id: number, body: string) => paced(() => splitTransaction(upstream, id, body)),
    ask: (method: "GET" | "PUT" | "POST" | "DELETE", path: string, body: string | null) =>
      paced(() => call(upstream, method, path, body)),
    dissolve: (what: "split" | "group", id: number) => paced(() => dissolve(upstream, what, id)),
  };
}
