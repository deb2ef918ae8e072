// A connection that may only read the budget: the service answers each write with 403, and waiting
// would not help. So what it refuses in that way is refused at once.

import type { Ask } from "./service.ts";

/** The refusal of a change by a connection that may not make it. */
export const NOT_PERMITTED =
  "The budgeting service does not let this connection change that. Connect again and allow changes, or change it in the service itself.";

/** The service, which refuses what the connection may not do; a missing or old token is waited for. */
export function refuseForbidden(ask: Ask): Ask {
  return async (method, path, body) => {
    const reply = await ask(method, path, body);
    return reply.kind === "unauthorized" && reply.status === 403
      ? { kind: "refused", status: 403, message: NOT_PERMITTED, named: new Map() }
      : reply;
  };
}
