// The two ways to the demo budget's transactions: the embedded service's own ledger, and the
// documented interface as another service would have it. Both ask the same budget.

import { serveOwn } from "../../../src/budget/service.ts";
import type { Frame } from "../../../src/pages/ui/context.ts";
import type { Ways } from "../../../src/pages/transactions/read-ledger.ts";
import { bindings, call } from "../../budget/client.ts";

const FRAME: Frame = {
  connected: true,
  remote: null,
  connections: [],
  current: "1",
  problem: null,
  needsReview: 0,
  path: "/transactions",
};

const service: Ways["service"] = async (path, init) => {
  const { status, body } = await call(init?.method ?? "GET", path);
  return Response.json(body, { status });
};

/** The way of a deployment with its own service. */
export const EMBEDDED: Ways = {
  api: async (path, init) =>
    serveOwn(new Request(`http://localhost${path}`, init), bindings, { accountId: 1, userId: 1 }),
  service,
  frame: FRAME,
};

/**
 * The way over another service, which answers at most `most` transactions at once; `asked` collects
 * the queries.
 */
export function documentedWays(most: number, asked: URLSearchParams[] = []): Ways {
  return {
    api: async (path) => {
      throw new Error(`Our own API is not asked about another service: ${path}`);
    },
    service: async (path, init) => {
      const [at = "", query = ""] = path.split("?");
      const parameters = new URLSearchParams(query);
      asked.push(new URLSearchParams(parameters));
      if (Number(parameters.get("limit")) > most) parameters.set("limit", String(most));
      return service(`${at}?${parameters.toString()}`, init);
    },
    frame: { ...FRAME, remote: { host: "budget.example", hasOAuth: false } },
  };
}
