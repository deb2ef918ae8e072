// All receipts that wait because their sender is new or could not be verified, on one page: those
// that are ticked are accepted by one button. Ticked beforehand are only those whose sender's domain
// has signed the message.

import { Hono } from "hono";
import * as z from "zod";
import { MESSAGE_LIST } from "../../importer/inbox/wire.ts";
import { INBOX_PAGE_MAX } from "../../platform/limits.ts";
import type { PageContext } from "../ui/calls.ts";
import { read, send, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural, printDay } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import type { ListedMessage, ReceiptShown } from "./wire.ts";
import { isAsked, moneyWords, personWords, reasonWords } from "./words.ts";

/** To be mounted behind the gates of the inbox. */
export const acceptAllPages = new Hono<PageEnv>();

/** Why a receipt is asked about, where nothing but its sender is in doubt. */
const OF_SENDERS: readonly (string | null)[] = ["sender_not_trusted", "auth_absent"];
const SHOWN_MAX = 40;

/** A receipt of which only the sender is in doubt. */
interface Acceptable {
  readonly message: ListedMessage;
  readonly receipt: ReceiptShown;
}

/** Lists the receipts of which only the sender is in doubt. */
export function findAcceptable(messages: readonly ListedMessage[]): readonly Acceptable[] {
  return messages
    .flatMap((message) => message.receipts.map((receipt) => ({ message, receipt })))
    .filter(
      ({ receipt }) =>
        isAsked(receipt) &&
        OF_SENDERS.includes(receipt.reason) &&
        receipt.total !== null &&
        receipt.currency !== null &&
        receipt.date !== null,
    );
}

acceptAllPages.get("/inbox/senders", (c) => acceptPage(c, null, 200));

acceptAllPages.post("/inbox/senders", async (c) => {
  const sent = (await c.req.parseBody({ all: true }))["receipt"];
  const chosen = (Array.isArray(sent) ? sent : [sent])
    .map((value) => readText(value).split(" "))
    .filter(([message = "", receipt = ""]) => message !== "" && parseId(receipt) > 0)
    .slice(0, SHOWN_MAX);
  if (chosen.length === 0) return acceptPage(c, "Tick at least one receipt.", 400);
  const refused: string[] = [];
  for (const [message = "", receipt = ""] of chosen) {
    const path = `/api/inbox/${encodeURIComponent(message)}/import`;
    const done = await send(c.get("api"), path, { receipt: parseId(receipt) }, z.unknown());
    if (!done.ok) refused.push(done.error.message);
  }
  if (refused.length === 0) return c.redirect("/inbox", 303);
  const count = plural(refused.length, "receipt was", "receipts were");
  return acceptPage(c, `${count} not accepted: ${[...new Set(refused)].join(" ")}`, 409);
});

async function acceptPage(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const path = `/api/inbox?state=review&limit=${INBOX_PAGE_MAX}`;
  const found = await read(c.get("api"), path, MESSAGE_LIST);
  if (!found.ok) return refusalPage(c, found.error);
  const receipts = findAcceptable(found.value.messages).slice(0, SHOWN_MAX);
  c.header("cache-control", "no-store");
  return c.html(<AcceptAll receipts={receipts} alert={alert} />, status);
}

function AcceptAll({
  receipts,
  alert,
}: {
  readonly receipts: readonly Acceptable[];
  readonly alert: string | null;
}) {
  return (
    <Shell title="Accept receipts" current="/inbox">
      <h1>Accept receipts</h1>
      <p class="lead">
        These receipts wait because you have accepted nothing from their senders before, or because
        a sender could not be verified. Tick only those that you expected. Each waits for its bank
        transaction then, and a verified sender is not asked about again.
      </p>
      <Alert message={alert} />
      {receipts.length === 0 ? (
        <p>
          No receipt waits for its sender to be accepted. <a href="/inbox">Back to the inbox</a>
        </p>
      ) : (
        <form class="tick-list" method="post" action={useTarget("/inbox/senders")}>
          {receipts.map(({ message, receipt }, index) => (
            <label class="tick">
              <input
                id={`accept-${index}`}
                type="checkbox"
                name="receipt"
                value={`${message.id} ${receipt.id}`}
                checked={receipt.reason === "sender_not_trusted"}
              />
              <span>
                {`${receipt.merchant ?? "Receipt"}, ${moneyWords(receipt)}, ${printDay(receipt.date ?? "")}`}
                <small>
                  {message.from === null ? null : `${personWords(message.from)} · `}
                  {receipt.reason === null ? null : reasonWords(receipt.reason)}
                </small>
              </span>
            </label>
          ))}
          <p class="actions">
            <button id="accept-all" class="primary" type="submit">
              Accept all that are ticked
            </button>
            <a href="/inbox?state=review">Back to the inbox</a>
          </p>
        </form>
      )}
    </Shell>
  );
}
