// The two logs: what was sent to an outgoing webhook, and what an incoming one received.

import { Moment } from "../ui/moment.tsx";
import { Pager, Shell } from "../ui/shell.tsx";
import { Act } from "./outgoing.tsx";
import type { Call, Delivery } from "./wire.ts";

interface ListProps<One> {
  readonly label: string;
  readonly id: number;
  readonly list: readonly One[];
  readonly page: number;
  readonly hasMore: boolean;
}

/** What was sent to an outgoing webhook, with a button to send it again. */
export function Deliveries({ label, id, list, page, hasMore }: ListProps<Delivery>) {
  return (
    <Shell title={`Deliveries to ${label}`} current="/webhooks">
      <h1>{`Deliveries to “${label}”`}</h1>
      {list.length === 0 ? <p>Nothing has been sent yet.</p> : null}
      <ul class="plain">
        {list.map((delivery) => (
          <li>
            <p>
              <Moment at={Date.parse(delivery.happened_at)} />
              {` ${[delivery.type, delivery.subject].filter((part) => part !== "").join(" ")}: ${deliveryWords(delivery)}`}
            </p>
            <p class="hint">{delivery.webhook_id}</p>
            <Act
              action={`/webhooks/endpoints/${id}/deliveries/${delivery.id}/resend`}
              label="Send again"
              of={delivery.webhook_id}
            />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        hasMore={hasMore}
        href={(to) => `/webhooks/endpoints/${id}?page=${to}`}
        newer="newer"
        older="older"
      />
      <p>
        <a href="/webhooks">All webhooks</a>
      </p>
    </Shell>
  );
}

function deliveryWords({ state, attempts, said }: Delivery): string {
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return state === "delivered"
    ? `delivered, ${tries}`
    : `${state === "failed" ? "not delivered" : "waiting"}, ${tries}${said === null ? "" : `. ${said}`}`;
}

/** What an incoming webhook received, and the result. */
export function Calls({ label, id, list, page, hasMore }: ListProps<Call>) {
  return (
    <Shell title={`Calls from ${label}`} current="/webhooks">
      <h1>{`Calls from “${label}”`}</h1>
      {list.length === 0 ? <p>Nothing has been received yet.</p> : null}
      <ul class="plain">
        {list.map(({ received_at: at, import_id: run, balance }) => (
          <li>
            <Moment at={Date.parse(at)} />
            {run === null
              ? ` Balance of ${balance?.amount ?? ""} ${balance?.currency.toUpperCase() ?? ""}: ${balance?.state ?? ""}${balance?.said == null ? "" : `, ${balance.said}`}`
              : " Transactions: "}
            {run === null ? null : <a href={`/imports/${run}`}>see the import</a>}
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        hasMore={hasMore}
        href={(to) => `/webhooks/hooks/${id}?page=${to}`}
        newer="newer"
        older="older"
      />
      <p>
        <a href="/webhooks">All webhooks</a>
      </p>
    </Shell>
  );
}
