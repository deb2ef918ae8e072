// The facts about the person of a valid session: from their row, the session's and the connections.

import { currentConnection, type ConnectionRecord } from "../clients/connections.ts";
import { readPassword, type PersonRow, type SessionRow } from "../people/store.ts";

export interface SessionFacts {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly hasPassword: boolean;
  /** The budget account that is current in the portal. */
  readonly accountId: number | null;
  /** The connection whose importer and budget the person works with; null without one. */
  readonly connection: string | null;
  /** The budget account of that connection, in its service. */
  readonly connectedAccount: number | null;
  /** All of them, to choose from. */
  readonly connections: readonly { readonly id: string; readonly name: string }[];
}

export function sessionFacts(
  person: PersonRow,
  session: SessionRow,
  connections: readonly ConnectionRecord[],
): SessionFacts {
  const current = currentConnection(connections, session.connection);
  return {
    id: session.id,
    userId: person.user_id,
    name: person.name,
    email: person.email,
    hasPassword: readPassword(person) !== null,
    accountId: session.account_id,
    connection: current?.id ?? null,
    connectedAccount: current?.accountId ?? null,
    connections: connections
      .filter(({ state }) => state === "connected")
      .map(({ id, name }) => ({ id, name })),
  };
}
