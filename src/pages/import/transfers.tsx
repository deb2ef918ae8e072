// All possible transfers between the person's own accounts, of every import, on one page: those that
// stay ticked are accepted by one button, as one change that can be undone. A form that is sent
// twice does nothing twice.

import { Hono } from "hono";
import { TRANSFERS } from "../../importer/matching/wire.ts";
import { IMPORTS_PAGE_MAX, MATCHES_PAGE_MAX } from "../../platform/limits.ts";
import { acceptTransfers } from "../overview/transfers.ts";
import { encodePath, type PageContext } from "../ui/calls.ts";
import { passOnStatus, read, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import { waitingImportsSchema, type Transfer } from "../ui/wire.ts";
import { printTransfer, TransferSide } from "./matches.tsx";

/** The page of all possible transfers. */
export const TRANSFERS_PATH = "/imports/transfers";

/** To be mounted behind the gates of the imports. */
export const transferPages = new Hono<PageEnv>();

transferPages.get(TRANSFERS_PATH, (c) => transfersPage(c, null, 200));

transferPages.post(TRANSFERS_PATH, async (c) => {
  const form = await c.req.parseBody({ all: true });
  const sent = form["transfer"];
  const chosen = (Array.isArray(sent) ? sent : [sent])
    .map((value) => parseId(readText(value).split(" ")[1] ?? ""))
    .filter((n) => n > 0);
  if (chosen.length === 0) return transfersPage(c, "Tick at least one transfer.", 400);
  const done = await acceptTransfers(c.get("api"), readText(form["key"]), chosen);
  if (!done.ok) return transfersPage(c, done.error.message, passOnStatus(done.error));
  const { refused } = done.value;
  if (refused.length > 0)
    return transfersPage(
      c,
      `${plural(refused.length, "transfer was", "transfers were")} not accepted: ${refused[0] ?? ""}`,
      409,
    );
  const back = readText(form["back"]);
  return c.redirect(
    back === "" ? `/changes/${done.value.change}` : `${encodePath`/imports/${back}`}#transfers`,
    303,
  );
});

/** A transfer that waits, and the import that found it. */
interface Found {
  readonly run: string;
  readonly transfer: Transfer;
}

async function transfersPage(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const path = `/api/imports?waiting=true&limit=${IMPORTS_PAGE_MAX}`;
  const waiting = await read(c.get("api"), path, waitingImportsSchema);
  if (!waiting.ok) return refusalPage(c, waiting.error);
  const runs = waiting.value.imports.filter(({ transfers_to_decide: open }) => open > 0);
  const found = await Promise.all(
    runs.map(async ({ id }): Promise<readonly Found[]> => {
      const listed = encodePath`/api/imports/${id}/transfers`;
      const transfers = await read(c.get("api"), `${listed}?limit=${MATCHES_PAGE_MAX}`, TRANSFERS);
      return transfers.ok
        ? transfers.value.transfers
            .filter(({ state }) => state === "suggested")
            .map((transfer) => ({ run: id, transfer }))
        : [];
    }),
  );
  c.header("cache-control", "no-store");
  return c.html(<TransfersPage found={found.flat()} alert={alert} />, status);
}

function TransfersPage({
  found,
  alert,
}: {
  readonly found: readonly Found[];
  readonly alert: string | null;
}) {
  const inTime = found.toSorted((a, b) =>
    a.transfer.debit.date.localeCompare(b.transfer.debit.date),
  );
  return (
    <Shell title="Transfers" current="/imports">
      <h1>Transfers between your accounts</h1>
      <p class="lead">
        Each transfer is in the budget twice. If you accept it, its two transactions are grouped and
        only their difference counts, usually zero.
      </p>
      <Alert message={alert} />
      {inTime.length === 0 ? (
        <p>
          No transfers wait for you. <a href="/imports">See your imports</a>
        </p>
      ) : (
        <form class="tick-list" method="post" action={useTarget(TRANSFERS_PATH)}>
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          {inTime.map(({ run, transfer }) => (
            <label class="tick">
              <input
                id={`transfer-${transfer.n}`}
                type="checkbox"
                name="transfer"
                value={printTransfer(run, transfer)}
                checked={transfer.problem === null}
              />
              <span>
                <TransferSide side={transfer.debit} />
                {" → "}
                <TransferSide side={transfer.credit} />
                <small>{transfer.problem ?? transfer.evidence.join(" ")}</small>
              </span>
            </label>
          ))}
          <p class="actions">
            <button id="accept-all" class="primary" type="submit">
              Accept all that are ticked
            </button>
          </p>
        </form>
      )}
    </Shell>
  );
}
