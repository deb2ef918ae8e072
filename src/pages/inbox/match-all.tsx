// All receipts with exactly one possible transaction, on one page: those that stay ticked are
// matched by one button. The page shows each match with its evidence.

import { Hono } from "hono";
import { CHANGE_ANSWER } from "../../importer/changes/wire.ts";
import { MESSAGE_LIST } from "../../importer/inbox/wire.ts";
import { INBOX_PAGE_MAX } from "../../platform/limits.ts";
import type { PageContext } from "../ui/calls.ts";
import { passOnStatus, read, readService, send, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import { TransactionText } from "./match.tsx";
import {
  transactionSchema,
  type ListedMessage,
  type ReceiptShown,
  type Transaction,
} from "./wire.ts";
import { moneyWords } from "./words.ts";

/** To be mounted behind the gates of the inbox. */
export const matchAllPages = new Hono<PageEnv>();

matchAllPages.get("/inbox/matches", (c) => matchesPage(c, null, 200));

matchAllPages.post("/inbox/matches", async (c) => {
  const form = await c.req.parseBody({ all: true });
  const sent = form["match"];
  const chosen = (Array.isArray(sent) ? sent : [sent]).flatMap((value) => {
    const match = parseMatch(readText(value));
    return match === null ? [] : [match];
  });
  if (chosen.length === 0) return matchesPage(c, "Tick at least one receipt.", 400);
  const key = readText(form["key"]) || crypto.randomUUID();
  const records = chosen.map(({ receipt: id, transactions }) => ({
    kind: "receipt",
    id,
    was: { decision: "open", transactions: [] },
    set: { decision: "accepted", transactions },
  }));
  const done = await send(c.get("api"), "/api/changes", { key, records }, CHANGE_ANSWER);
  if (!done.ok) return matchesPage(c, done.error.message, passOnStatus(done.error));
  const { change, record_refused: refused, record_conflicts: conflicts } = done.value;
  const left = [
    ...refused.map(({ message }) => message),
    ...conflicts.map(() => "Somebody decided about it meanwhile."),
  ];
  if (left.length === 0) return c.redirect(`/changes/${change.id}`, 303);
  const why = [...new Set(left)].join(" ");
  const alert = `${plural(left.length, "receipt was", "receipts were")} not matched: ${why}`;
  return matchesPage(c, alert, 409);
});

/** A receipt in review with its only possible match. */
interface SureMatch {
  readonly message: ListedMessage;
  readonly receipt: ReceiptShown;
  readonly transactions: readonly number[];
  readonly evidence: readonly string[];
}

/** Lists the receipts in review that have exactly one possible transaction. */
export function findSureMatches(messages: readonly ListedMessage[]): readonly SureMatch[] {
  return messages.flatMap((message) =>
    message.receipts.flatMap((receipt): SureMatch[] => {
      const candidates = receipt.match?.candidates ?? [];
      const [only] = candidates;
      return receipt.state === "review" && only !== undefined && candidates.length === 1
        ? [{ message, receipt, ...only }]
        : [];
    }),
  );
}

/** The value of a tick: the message, the receipt and the transactions. */
function printMatch({ message, receipt, transactions }: SureMatch): string {
  return `${message.id} ${receipt.id} ${transactions.join(",")}`;
}

function parseMatch(text: string) {
  const [message = "", receipt = "", ids = ""] = text.split(" ");
  const transactions = ids.split(",").map(parseId);
  const isWhole = message !== "" && parseId(receipt) > 0 && transactions.every((id) => id > 0);
  return isWhole ? { message, receipt: parseId(receipt), transactions } : null;
}

async function matchesPage(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const path = `/api/inbox?state=review&limit=${INBOX_PAGE_MAX}`;
  const found = await read(c.get("api"), path, MESSAGE_LIST);
  if (!found.ok) return refusalPage(c, found.error);
  const matches = findSureMatches(found.value.messages).slice(0, SHOWN_MAX);
  const ids = [...new Set(matches.flatMap(({ transactions }) => transactions))];
  const answers = await Promise.all(
    ids.map((id) => readService(c.get("service"), `/transactions/${id}`, transactionSchema)),
  );
  const transactions = answers.flatMap((one) => (one.ok ? [one.value] : []));
  c.header("cache-control", "no-store");
  return c.html(<MatchAll matches={matches} transactions={transactions} alert={alert} />, status);
}

const SHOWN_MAX = 40;

function MatchAll({
  matches,
  transactions,
  alert,
}: {
  readonly matches: readonly SureMatch[];
  readonly transactions: readonly Transaction[];
  readonly alert: string | null;
}) {
  return (
    <Shell title="Match receipts" current="/inbox">
      <h1>Match receipts</h1>
      <p class="lead">
        Each of these receipts has one possible transaction. Untick those that do not belong
        together. You can undo them all at once.
      </p>
      <Alert message={alert} />
      {matches.length === 0 ? (
        <p>
          No receipt waits with one possible transaction. <a href="/inbox">Back to the inbox</a>
        </p>
      ) : (
        <form class="tick-list" method="post" action={useTarget("/inbox/matches")}>
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          {matches.map((match, index) => (
            <label class="tick">
              <input
                id={`match-${index}`}
                type="checkbox"
                name="match"
                value={printMatch(match)}
                checked
              />
              <span>
                {`${match.receipt.merchant ?? "Receipt"}, ${moneyWords(match.receipt)} → `}
                {match.transactions.map((id) => (
                  <TransactionText id={id} transactions={transactions} />
                ))}
                <small>{match.evidence.join("; ")}</small>
              </span>
            </label>
          ))}
          <p class="actions">
            <button id="match-all" class="primary" type="submit">
              {matches.length === 1 ? "Match it" : "Match all that are ticked"}
            </button>
            <a href="/inbox?state=review">Back to the inbox</a>
          </p>
        </form>
      )}
    </Shell>
  );
}
