// What the page of accounts asks for. A list that does not answer is named on the page; the others are shown.

import { ACCOUNTS_SOURCES_MAX } from "../../limits.ts";
import type { Result } from "../../value/result.ts";
import { read, type Refusal } from "../client.ts";
import type { Variables } from "../context.ts";
import { cryptoManualSchema, cryptoSyncedSchema, linkedSchema, manualSchema, type CryptoSynced } from "../overview/wire.ts";
import { schedulesSchema } from "../schedules/wire.ts";
import { coinSourceSchema, connectionsSchema, type Held, type Synced } from "./wire.ts";

/** Every account, and what feeds it. */
export async function readHeld({ api, service }: Pick<Variables, "api" | "service">): Promise<Held> {
  const [connections, linked, synced, manual, holdings, schedules] = await Promise.all([
    read(api, "/api/linked/connections", connectionsSchema),
    read(service, "/linked_accounts", linkedSchema),
    read(service, "/crypto/synced", cryptoSyncedSchema),
    read(service, "/manual_accounts", manualSchema),
    read(service, "/crypto/manual", cryptoManualSchema),
    read(api, "/api/schedules", schedulesSchema),
  ]);
  const unread: string[] = [];
  const got = <Value>(what: string, answer: Result<Value, Refusal>): Value | null => {
    if (answer.ok) return answer.value;
    unread.push(`${what} could not be read: ${answer.error.message}`);
    return null;
  };
  return {
    connections: got("The connections to banks", connections)?.connections ?? [],
    linked: got("The linked accounts", linked)?.linked_accounts ?? [],
    synced: await withSources(api, got("The wallets and exchanges", synced)?.crypto_synced ?? []),
    manual: got("The manual accounts", manual)?.manual_accounts ?? [],
    holdings: got("The crypto holdings", holdings)?.crypto_manual ?? [],
    schedules: got("The schedules", schedules)?.schedules ?? [],
    unread,
  };
}

async function withSources(api: Variables["api"], accounts: readonly CryptoSynced[]): Promise<Synced[]> {
  return Promise.all(
    accounts.map(async (account, index) => {
      const found = index < ACCOUNTS_SOURCES_MAX ? await read(api, `/api/crypto/synced/${account.id}/source`, coinSourceSchema) : null;
      return { account, source: found?.ok === true ? found.value : null };
    }),
  );
}
