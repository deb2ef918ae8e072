// Shows the page of accounts, after a form with the refusal of the service.

import { IMPORT_LIST } from "../../importer/imports/wire.ts";
import { dayOfInstant } from "../../money/day.ts";
import { ACCOUNT_IMPORTS_READ } from "../../platform/limits.ts";
import type { Result } from "../../platform/result.ts";
import type { PageContext } from "../ui/calls.ts";
import { passOnStatus, read, readService, type PassedOn, type Refusal } from "../ui/client.ts";
import { meSchema } from "../ui/wire.ts";
import type { LastImport } from "./manual-accounts.tsx";
import { readMarks } from "./marks.ts";
import { Accounts, type Complaint } from "./page.tsx";
import { readHeld } from "./read-accounts.ts";

/** The status of a page that was asked for, or that shows a refusal. */
export type Status = 200 | PassedOn;

export const PAGE = "/accounts";

/** The page of all accounts, with a complaint beside the account or connection that it is about. */
export async function showAccounts(c: PageContext, complaint: Complaint | null, status: Status) {
  const [held, me] = await Promise.all([
    readHeld(c.var, c.get("frame").remote === null),
    readService(c.get("service"), "/me", meSchema),
  ]);
  const primary = me.ok ? me.value.primary_currency : null;
  const [marks, lastImports] = await Promise.all([
    readMarks(c.var, held.manual, primary ?? "", dayOfInstant(Date.now())),
    readLastImports(c.get("api")),
  ]);
  c.header("cache-control", "no-store");
  // The connection or the account may be gone; then there is no form to show the refusal in.
  const isShown =
    held.connections.some(({ id }) => id === complaint?.bank) ||
    held.manual.some(({ id }) => id === complaint?.account);
  return c.html(
    <Accounts
      held={held}
      primary={primary}
      marks={marks}
      lastImports={lastImports}
      complaint={
        complaint === null || isShown ? complaint : { ...complaint, bank: null, account: null }
      }
    />,
    status,
  );
}

/** The newest import of each account, among the newest of all. */
async function readLastImports(
  api: PageContext["var"]["api"],
): Promise<ReadonlyMap<number, LastImport>> {
  const found = await read(api, `/api/imports?limit=${ACCOUNT_IMPORTS_READ}`, IMPORT_LIST);
  const done = found.ok ? found.value.imports.filter(({ state }) => state === "done") : [];
  return new Map(
    done.toReversed().flatMap(({ id, created_at: at, account, balances }) => {
      const accounts = [account, ...balances.map((balance) => balance.account)];
      return accounts.flatMap((one) => (one === null ? [] : [[one.id, { id, at }] as const]));
    }),
  );
}

/** Back to the page if it was done; otherwise the page with the refusal. */
export function answer(c: PageContext, done: Result<unknown, Refusal>) {
  return done.ok
    ? c.redirect(PAGE, 303)
    : showAccounts(c, { bank: null, message: done.error.message }, passOnStatus(done.error));
}
