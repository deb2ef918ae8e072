// Wallets and exchanges that are read automatically: their coins, their last update, and the
// buttons for them.

import { DataTable, numeric } from "../ui/table.tsx";
import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { useContext } from "hono/jsx";
import { FrameContext, useTarget } from "../ui/frame.tsx";
import { printQuantity } from "../ui/print.ts";
import { Moment } from "../ui/moment.tsx";

import { LastFault, AsOf, Status } from "./cells.tsx";
import { providerWords } from "./feeds.ts";
import type { Synced } from "./wire.ts";

/** A section of all of them; nothing if there are none. */
export function SyncedCrypto({ synced }: { readonly synced: readonly Synced[] }) {
  if (synced.length === 0) return null;
  return (
    <section aria-labelledby="coins">
      <h2 id="coins">Wallets and exchanges</h2>
      {synced.map((one) => (
        <Coin {...one} />
      ))}
    </section>
  );
}

function Coin({
  account: { id, provider, display_name: shown, status, balances },
  source,
}: Synced) {
  const kind = providerWords(provider);
  const name = shown || kind;
  const path = `/accounts/coins/${id}`;
  const isOwn = useContext(FrameContext).remote === null;
  return (
    <article class="connection" id={`synced-${id}`} aria-labelledby={`synced-${id}-name`}>
      <h3 id={`synced-${id}-name`}>{name}</h3>
      <p class="hint">
        {name === kind ? null : `${kind}; `}
        <Status status={status} />
        {source?.asked_at == null ? null : (
          <>
            {"; last updated "}
            <Moment at={Date.parse(source.asked_at)} />
          </>
        )}
        .
      </p>
      <LastFault reason={source?.reason} />
      {balances.length === 0 ? (
        <p>No coins were found.</p>
      ) : (
        <Balances of={name} balances={balances} />
      )}
      <div class="actions">
        <PostButton
          action={useTarget(`${path}/refresh`)}
          label="Update now"
          ariaLabel={`Update ${name} now`}
        />
        {source === null ? null : (
          <a href={`${path}/source`} aria-label={`Change settings and credentials of ${name}`}>
            Change settings and credentials
          </a>
        )}
        {isOwn ? (
          <ConfirmButton
            label="Remove…"
            of={name}
            ask="Its credentials are deleted and its coins are removed from the budget. Its balance history stays."
            action={useTarget(`${path}/remove`)}
            confirm="Remove"
          />
        ) : null}
      </div>
    </article>
  );
}

function Balances({
  of,
  balances,
}: {
  readonly of: string;
  readonly balances: Synced["account"]["balances"];
}) {
  return (
    <DataTable
      class="keys accounts"
      caption={`Coins in ${of}`}
      columns={["Coin", numeric("Quantity")]}
    >
      {balances.map(({ name, display_name: shown, balance, symbol, balance_as_of: at }) => (
        <tr>
          <th scope="row">{shown || name}</th>
          <td class="number">
            {`${printQuantity(balance)} ${symbol.toUpperCase()}`}
            <AsOf at={at ?? null} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
