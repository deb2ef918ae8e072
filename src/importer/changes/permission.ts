// If a connection may only read the budget, the service answers each write with 403. Waiting would
// not help, so the change is refused at once.

import type { Ask } from "./service.ts";

/** The refusal of a change that the connection is not allowed to make. */
export const NOT_PERMITTED =
  "The budgeting service does not let this connection change that. Connect again and allow changes, or change it in the service itself.";

/**
 * The service, with each 403 as a refusal. If a token is missing or has expired, the change waits.
 */
export function refuseForbidden(ask: Ask): Ask {
  return async (method, path, body) => {
    const reply = await ask(method, path, body);
    return reply.kind === "unauthorized" && reply.status === 403
      ? { kind: "refused", status: 403, message: NOT_PERMITTED, named: new Map() }
      : reply;
  };
}
