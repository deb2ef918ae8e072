// Reads everything that the page of accounts shows. A list that cannot be read is named on the
// page; the others are shown. Another service than the embedded one keeps its connections to itself.

import type { Result } from "../../platform/result.ts";
import { read, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import {
  cryptoManualSchema,
  cryptoSyncedSchema,
  linkedSchema,
  manualSchema,
} from "../overview/wire.ts";
import { STATEMENT_BALANCES } from "../../importer/imports/wire.ts";
import { SCHEDULE_LIST } from "../../importer/schedules/wire.ts";
import { coinSourcesSchema, connectionsSchema, unconfirmedSchema, type Held } from "./wire.ts";

/** Reads every account with its source; `isEmbedded` is whether the service is part of this deployment. */
export async function readHeld(
  { api, service }: Pick<Variables, "api" | "service">,
  isEmbedded: boolean,
): Promise<Held> {
  const own = isEmbedded ? api : null;
  const [
    connections,
    linked,
    synced,
    sources,
    manual,
    holdings,
    schedules,
    unconfirmed,
    statements,
  ] = await Promise.all([
    own && read(own, "/api/linked/connections", connectionsSchema),
    read(service, "/linked_accounts", linkedSchema),
    read(service, "/crypto/synced", cryptoSyncedSchema),
    own && read(own, "/api/crypto/sources", coinSourcesSchema),
    read(service, "/manual_accounts", manualSchema),
    read(service, "/crypto/manual", cryptoManualSchema),
    read(api, "/api/schedules", SCHEDULE_LIST),
    own && read(own, "/api/balances/unconfirmed", unconfirmedSchema),
    read(api, "/api/statement-balances", STATEMENT_BALANCES),
  ]);
  const unread: string[] = [];
  const got = <Value>(what: string, answer: Result<Value, Refusal> | null): Value | null => {
    if (answer === null) return null;
    if (answer.ok) return answer.value;
    unread.push(`${what} could not be read: ${answer.error.message}`);
    return null;
  };
  const accounts = got("The wallets and exchanges", synced)?.crypto_synced ?? [];
  const sourceOf = new Map(
    got("The sources of wallets and exchanges", sources)?.sources.map(
      ({ id, ...source }) => [id, source] as const,
    ),
  );
  return {
    connections: got("The bank connections", connections)?.connections ?? [],
    linked: got("The linked accounts", linked)?.linked_accounts ?? [],
    synced: accounts.map((account) => ({ account, source: sourceOf.get(account.id) ?? null })),
    manual: got("The manual accounts", manual)?.manual_accounts ?? [],
    holdings: got("The crypto holdings", holdings)?.crypto_manual ?? [],
    schedules: got("The schedules", schedules)?.schedules ?? [],
    unconfirmed: got("The balances to check", unconfirmed)?.balances ?? [],
    neverSet: got("The choices about statements", statements)?.never ?? [],
    unread,
  };
}
