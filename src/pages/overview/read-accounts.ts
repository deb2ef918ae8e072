// Reads from the budgeting service, the embedded or a remote one, what the overview shows: the
// budget's currency, four lists of accounts, and the past months. A list that cannot be read is
// named: there is no total without it.

import { dayOfInstant } from "../../money/day.ts";
import { addMonths } from "../../money/day.ts";
import { monthOf, type Month } from "../../money/month.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readService, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { meSchema } from "../ui/wire.ts";
import type { Accounts } from "./lines.ts";
import {
  cryptoManualSchema,
  cryptoSyncedSchema,
  historySchema,
  linkedSchema,
  manualSchema,
} from "./wire.ts";

/** A list that could not be read, and why. */
export interface Unread {
  readonly what: string;
  readonly message: string;
  /** Without the history there are no earlier months, but the current total is known. */
  readonly isHistory: boolean;
}

export interface Found {
  readonly accounts: Accounts;
  readonly unread: readonly Unread[];
  /** The first month shown and the current one. */
  readonly first: Month;
  readonly current: Month;
}

/**
 * Reads the accounts with `months` months, the current one included; or why the service does not
 * answer.
 */
export async function readAccounts(
  service: Variables["service"],
  months: number,
  now: number,
): Promise<Result<Found, Refusal>> {
  const today = dayOfInstant(now);
  const [first, current] = [monthOf(addMonths(today, 1 - months)), monthOf(today)];
  // The month before the current one is never in the future, whatever the service's clock says.
  const range = new URLSearchParams({
    start_month: first,
    end_month: monthOf(addMonths(today, -1)),
  });
  const [me, manual, linked, cryptoManual, cryptoSynced, history] = await Promise.all([
    readService(service, "/me", meSchema),
    readService(service, "/manual_accounts", manualSchema),
    readService(service, "/linked_accounts", linkedSchema),
    readService(service, "/crypto/manual", cryptoManualSchema),
    readService(service, "/crypto/synced", cryptoSyncedSchema),
    readService(service, `/balance_history?${range.toString()}`, historySchema),
  ]);
  if (!me.ok) return me;
  const unread: Unread[] = [];
  const got = <Value>(
    what: string,
    answer: Result<Value, Refusal>,
    isHistory = false,
  ): Value | null => {
    if (answer.ok) return answer.value;
    unread.push({ what, message: answer.error.message, isHistory });
    return null;
  };
  const accounts: Accounts = {
    primary: me.value.primary_currency,
    manual: got("The manual accounts", manual)?.manual_accounts ?? [],
    linked: got("The linked accounts", linked)?.linked_accounts ?? [],
    cryptoManual: got("The crypto holdings", cryptoManual)?.crypto_manual ?? [],
    cryptoSynced: got("The synced crypto accounts", cryptoSynced)?.crypto_synced ?? [],
    history: got("The balance history", history, true)?.balance_history ?? [],
  };
  return ok({ accounts, unread, first, current });
}
