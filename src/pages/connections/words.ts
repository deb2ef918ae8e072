// What came in the way of connecting, in words for whoever wanted to connect. Nothing that a service said is repeated.

import type { AuthorizeFault } from "../../importer/connection/authorize.ts";
import type { IdentifyFault } from "../../importer/connection/identity.ts";

export interface Words {
  readonly title: string;
  readonly message: string;
  /** Statuses that say whose turn it is: 200 a normal outcome, 400 the browser's, 409 what there is already, 502 the service's. */
  readonly status: 200 | 400 | 409 | 502;
}

const NOTHING = "Nothing was changed.";

/** A page's words for each way in which an authorization can end without a connection. `who` is who is signed in. */
export function wordsOf(fault: AuthorizeFault, host: string, who: string | null): Words {
  switch (fault.kind) {
    case "access denied":
      return {
        title: "You did not agree",
        message: `You did not agree; nothing was changed.`,
        status: 200,
      };
    case "not this browser's":
    case "state mismatch":
      return bad(
        "This answer cannot be used",
        "It is not the answer to what this browser asked last: it was used before, is older than ten minutes, or somebody has signed in or out since.",
      );
    case "malformed callback":
      return bad(
        "This answer cannot be used",
        `${host} sent an answer that holds neither an agreement nor a refusal.`,
      );
    case "wrong issuer":
      return bad("This answer cannot be used", `It does not come from ${host}.`);
    case "another address":
      return {
        title: "This is not its own address",
        message: `This deployment is known as ${fault.address}. Open ${fault.address} and sign in there to connect a budget. ${NOTHING}`,
        status: 409,
      };
    case "no authorization server":
      return gone(
        "This cannot be connected here",
        "This deployment has no authorization server to ask. A developer token can be used instead.",
      );
    case "not authorized":
      return gone("The service refused", `${host} refused with the error “${fault.error}”.`);
    case "invalid grant":
      return gone(
        "The service refused",
        `${host} no longer takes what it had just given. Start again.`,
      );
    case "invalid client":
      return gone(
        "The service does not know this deployment",
        `${host} does not take this deployment's client id or secret. Whoever runs this deployment has to mend that.`,
      );
    case "refused":
      return gone("The service refused", `${host} refused with the error “${fault.error}”.`);
    case "throttled":
      return gone(
        "The service is busy",
        `${host} wants to be asked later. Try again in a few minutes.`,
      );
    case "unreachable":
      return gone(
        "The service does not answer",
        `${host} could not be reached, or did not answer in time. Try again in a few minutes.`,
      );
    case "unreadable":
      return gone(
        "The service answered something else",
        `${host} answered something that is no answer to what was asked.`,
      );
    case "unsuitable server":
      return gone(
        "The service cannot be used",
        `The authorization server of ${host} lacks ${fault.lacks}.`,
      );
    case "not identified":
      return { ...identityWords(fault.why, host), status: 502 };
    case "somebody else is signed in":
      return taken(
        "Somebody else agreed",
        `${fault.agreed || "Somebody"} agreed at ${host}, and ${who ?? "nobody"} is signed in here. What was agreed to has been given back.`,
      );
    case "another budget":
      return taken(
        "Another budget was chosen",
        `“${fault.chosen}” was chosen, and another budget was to be authorized again. What was agreed to has been given back. To use both, connect another budget.`,
      );
    case "another person":
      return taken(
        "This budget is somebody else's here",
        "It was connected by another person of this deployment. What was agreed to has been given back.",
      );
    case "another identity":
      return taken(
        "This is another budget",
        "The budget that answered is not the one that this connection stands for. What was agreed to has been given back.",
      );
    case "configured":
      return taken(
        "This connection is configured",
        "It is part of this deployment's configuration: nothing can be put in its place.",
      );
    case "closed":
      return taken(
        "This deployment is not open to everybody",
        "Whoever runs it lets nobody new in. What was agreed to has been given back.",
      );
    case "too many connections":
      return taken(
        "Too many connections",
        "You have as many connections as one person can have. Disconnect one first.",
      );
    case "not stored":
      return {
        title: "It could not be kept",
        message: `What was agreed to could not be stored, and has been given back. ${NOTHING}`,
        status: 502,
      };
  }
}

/** The same for a pasted token, in one sentence. */
export function identityWords(
  why: IdentifyFault,
  host: string,
): { readonly title: string; readonly message: string } {
  const title = "Whose budget it is could not be learned";
  switch (why.kind) {
    case "malformed":
      return {
        title,
        message: `This is no token: one has no blanks and no letters outside of ASCII. ${NOTHING}`,
      };
    case "unauthorized":
      return { title, message: `${host} does not take this token. ${NOTHING}` };
    case "forbidden":
      return { title, message: `The token may not ask ${host} whose it is. ${NOTHING}` };
    case "throttled":
      return {
        title,
        message: `${host} wants to be asked later. Try again in a few minutes. ${NOTHING}`,
      };
    case "unreachable":
      return {
        title,
        message: `${host} could not be reached, or did not answer in time. ${NOTHING}`,
      };
    case "unreadable":
      return {
        title,
        message: `${host} answered something that does not say whose budget it is. ${NOTHING}`,
      };
  }
}

function bad(title: string, message: string): Words {
  return { title, message: `${message} ${NOTHING}`, status: 400 };
}

function gone(title: string, message: string): Words {
  return { title, message: `${message} ${NOTHING}`, status: 502 };
}

function taken(title: string, message: string): Words {
  return { title, message: `${message} ${NOTHING}`, status: 409 };
}
