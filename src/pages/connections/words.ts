// Why connecting failed, in words for the person who tried. No text of a service is repeated.

import type { AuthorizeFault } from "../../importer/connection/authorize.ts";
import type { IdentifyFault } from "../../importer/connection/identity.ts";

export interface Words {
  readonly title: string;
  readonly message: string;
  /**
   * The status says whose turn it is: 200 a normal outcome, 400 the browser's, 409 a conflict, 502
   * the service's.
   */
  readonly status: 200 | 400 | 409 | 502;
}

const NOTHING = "Nothing was changed.";
/** An authorization that cannot be used here is revoked at the service. */
const RETURNED = "The authorization has been revoked.";

type FaultOf<Kind extends AuthorizeFault["kind"]> = Extract<AuthorizeFault, { kind: Kind }>;

type ServiceFault = FaultOf<
  | "no authorization server"
  | "not authorized"
  | "invalid grant"
  | "invalid client"
  | "refused"
  | "throttled"
  | "unreachable"
  | "unreadable"
  | "unsuitable server"
>;

type ConflictFault = FaultOf<
  | "somebody else is signed in"
  | "another budget"
  | "another person"
  | "another identity"
  | "configured"
  | "closed"
  | "too many connections"
>;

/** Explains an authorization that ended without a connection. `who` is signed in. */
export function explainFault(fault: AuthorizeFault, host: string, who: string | null): Words {
  switch (fault.kind) {
    case "access denied":
      return {
        title: "Not authorized",
        message: "You did not authorize Tributary. Nothing was changed.",
        status: 200,
      };
    case "not this browser's":
    case "state mismatch":
      return bad(
        "This authorization cannot be used",
        "It does not belong to this browser’s last attempt. It may have been used before or be older than ten minutes, or somebody has signed in or out since.",
      );
    case "malformed callback":
      return bad(
        "This authorization cannot be used",
        `${host} sent an incomplete answer: neither an authorization nor a refusal.`,
      );
    case "wrong issuer":
      return bad("This authorization cannot be used", `The answer did not come from ${host}.`);
    case "another address":
      return {
        title: "Use the main address",
        message: `Tributary’s main address here is ${fault.address}. To connect a budget, open ${fault.address} and sign in there. ${NOTHING}`,
        status: 409,
      };
    case "not identified":
      return { ...identityWords(fault.why, host), status: 502 };
    case "not stored":
      return {
        title: "The authorization could not be saved",
        message: `The authorization could not be saved. ${RETURNED} ${NOTHING}`,
        status: 502,
      };
    case "somebody else is signed in":
    case "another budget":
    case "another person":
    case "another identity":
    case "configured":
    case "closed":
    case "too many connections":
      return conflictWords(fault, host, who);
    case "no authorization server":
    case "not authorized":
    case "invalid grant":
    case "invalid client":
    case "refused":
    case "throttled":
    case "unreachable":
    case "unreadable":
    case "unsuitable server":
      return serviceWords(fault, host);
  }
}

function serviceWords(fault: ServiceFault, host: string): Words {
  switch (fault.kind) {
    case "no authorization server":
      return gone(
        "Authorization is not available",
        "No authorization server is set up here. Use a developer token instead.",
      );
    case "not authorized":
      return gone("The service refused", `${host} refused with the error “${fault.error}”.`);
    case "invalid grant":
      return gone(
        "The service refused",
        `${host} no longer accepts the authorization that it just gave. Try again.`,
      );
    case "invalid client":
      return gone(
        "The service does not recognize Tributary",
        `${host} does not accept Tributary’s client ID or secret. The operator of this server has to fix that.`,
      );
    case "refused":
      return gone("The service refused", `${host} refused with the error “${fault.error}”.`);
    case "throttled":
      return gone(
        "The service is busy",
        `${host} is receiving too many requests. Try again in a few minutes.`,
      );
    case "unreachable":
      return gone(
        "The service is not responding",
        `${host} could not be reached or did not respond in time. Try again in a few minutes.`,
      );
    case "unreadable":
      return gone(
        "Unexpected answer from the service",
        `${host} sent an answer that Tributary does not understand.`,
      );
    case "unsuitable server":
      return gone(
        "The service cannot be used",
        `The authorization server of ${host} does not support ${fault.lacks}.`,
      );
  }
}

function conflictWords(fault: ConflictFault, host: string, who: string | null): Words {
  switch (fault.kind) {
    case "somebody else is signed in":
      return taken(
        "Somebody else gave the authorization",
        `${fault.agreed || "Somebody"} gave the authorization at ${host}, but ${who ?? "nobody"} is signed in here. ${RETURNED}`,
      );
    case "another budget":
      return taken(
        "Another budget was chosen",
        `You chose “${fault.chosen}”, but another budget needed to be authorized again. ${RETURNED} To use both budgets, connect another budget.`,
      );
    case "another person":
      return taken(
        "Another person has connected this budget",
        `Another person on this server has connected this budget. ${RETURNED}`,
      );
    case "another identity":
      return taken(
        "This is a different budget",
        `The service answered for a different budget than the one you connected. ${RETURNED}`,
      );
    case "configured":
      return taken(
        "This connection cannot be changed here",
        "It is set in the server’s configuration.",
      );
    case "closed":
      return taken(
        "Sign-up is closed",
        `The operator of this server does not accept new people. ${RETURNED}`,
      );
    case "too many connections":
      return taken(
        "Too many connections",
        "You have reached the maximum number of connections. Disconnect one first.",
      );
  }
}

/** Explains a refused token in one sentence. */
export function identityWords(
  why: IdentifyFault,
  host: string,
): { readonly title: string; readonly message: string } {
  const title = "The budget could not be identified";
  switch (why.kind) {
    case "malformed":
      return {
        title,
        message: `This is not a developer token. A token has no spaces and only ASCII characters. ${NOTHING}`,
      };
    case "unauthorized":
      return { title, message: `${host} does not accept this token. ${NOTHING}` };
    case "forbidden":
      return {
        title,
        message: `This token is not allowed to read who you are at ${host}. ${NOTHING}`,
      };
    case "throttled":
      return {
        title,
        message: `${host} is receiving too many requests. Try again in a few minutes. ${NOTHING}`,
      };
    case "unreachable":
      return {
        title,
        message: `${host} could not be reached or did not respond in time. ${NOTHING}`,
      };
    case "unreadable":
      return {
        title,
        message: `${host} did not say which budget this token belongs to. ${NOTHING}`,
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
