// The full sentences about a connection that does not work, for its page and for the imports that
// wait for it. None of them quotes what a server said.

import type { Fault } from "./oauth-answer.ts";

const AGAIN = "Authorize again under Connections; what waits here then goes on by itself.";

export const NOT_CONNECTED = `This budget is not connected. ${AGAIN.replace("Authorize again", "Connect it")}`;
export const ENDED = `The budgeting service has ended this connection's access. ${AGAIN}`;
export const TOKEN_REFUSED = `The budgeting service does not accept this connection's token. ${AGAIN}`;
export const CONFIGURED_REFUSED =
  "The budgeting service does not accept the token that this deployment is configured with (BUDGET_API_TOKEN).";
export const OTHER_SERVICE =
  "This connection is to another budgeting service than the one that this deployment works with now (BUDGET_API_URL).";
export const TOKENS_LATE =
  "The connection's tokens cannot be read at the moment; it is tried again.";
export const TOKENS_GONE = `The connection's tokens are gone. ${AGAIN}`;
export const NO_SERVER =
  "This deployment is not told how the budgeting service's authorization server knows it (OAUTH_ISSUER, OAUTH_CLIENT_ID).";
export const FRESH_REFUSED =
  "The budgeting service does not accept the token that its authorization server has just given; it is tried again.";
export const NOT_CONFIRMED =
  "The budgeting service refused the token, and could not be asked once more whether it is still good; it is tried again.";
export const NOT_STORED = "The new tokens could not be stored; it is tried again.";

/** Why a refresh failed that is tried again. */
export function refreshProblem(fault: Fault): string {
  switch (fault.kind) {
    case "invalid grant":
      return ENDED;
    case "invalid client":
      return "The authorization server does not know this deployment (any longer), or not by its secret (OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET); it is tried again.";
    case "refused":
      return `The authorization server refused to renew the access (${fault.error}); it is tried again.`;
    case "throttled":
      return "The authorization server asked us to wait; the access is renewed then.";
    case "unreachable":
      return "The authorization server did not answer; it is tried again.";
    case "unreadable":
      return "The authorization server's answer could not be read; it is tried again.";
    case "unsuitable server":
      return `The authorization server cannot be used: it has no ${fault.lacks}; it is tried again.`;
  }
}
