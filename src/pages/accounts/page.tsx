// The page of all accounts and their sources: banks, wallets and exchanges, and manual accounts. It
// works by forms alone. A credential is never shown.

import { useContext } from "hono/jsx";
import { AccountFields } from "../import/account-fields.tsx";
import { FrameContext } from "../ui/frame.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import { Bank, LinkedTable } from "./banks.tsx";
import { AccountsByKind, type KindsProps } from "./by-kind.tsx";
import { SyncedCrypto } from "./synced-crypto.tsx";
import { FEEDS } from "./feeds.ts";
import type { Held } from "./wire.ts";

/**
 * A refusal and its form: a bank's, or the balance of an account. Both are null if it belongs to
 * neither.
 */
export interface Complaint {
  readonly bank: string | null;
  readonly account?: number | null;
  /** The account that was to be created, as it was typed. */
  readonly typed?: NewAccount | null;
  readonly message: string;
}

/** The fields of an account that is to be created. */
export interface NewAccount {
  readonly name: string;
  readonly type: string;
  readonly currency: string;
}

interface AccountsProps extends Pick<KindsProps, "primary" | "marks" | "lastImports"> {
  readonly held: Held;
  readonly complaint: Complaint | null;
}

/** Seconds after which the browser reloads while a server is being asked. */
const REFRESH_SECONDS = 5;

/** The whole page. */
export function Accounts({ held, complaint, ...beside }: AccountsProps) {
  const { connections, linked, synced, unread } = held;
  const { remote } = useContext(FrameContext);
  const known = new Set(connections.map(({ id }) => id));
  const isBusy =
    connections.some(({ state, reason }) => state === "claiming" && reason === null) ||
    linked.some(
      ({ status, linked_item_id: item }) => status === "syncing" && item != null && known.has(item),
    );
  const account = complaint?.account ?? null;
  const isGeneral = complaint !== null && complaint.bank === null && account === null;
  return (
    <Shell
      title="Accounts"
      current="/accounts"
      refresh={isBusy && complaint === null ? REFRESH_SECONDS : null}
    >
      <h1>Accounts</h1>
      <p class="lead">
        Your accounts, where their balances come from, how recent they are, and what needs
        attention.
      </p>
      <Alert message={isGeneral ? complaint.message : null} />
      <CreateAccount
        typed={complaint?.typed ?? null}
        primary={beside.primary}
        isFirst={linked.length + synced.length + held.manual.length + held.holdings.length === 0}
      />
      {unread.map((sentence) => (
        <p class="warning">{sentence}</p>
      ))}
      <AccountsByKind
        {...beside}
        held={held}
        refused={
          complaint === null || account === null ? null : { account, message: complaint.message }
        }
      />
      <Banks held={held} complaint={complaint} isBusy={isBusy} />
      <SyncedCrypto synced={synced} />
      {remote === null ? <Connect isFirst={connections.length + synced.length === 0} /> : null}
    </Shell>
  );
}

function CreateAccount({
  typed,
  primary,
  isFirst,
}: {
  readonly typed: NewAccount | null;
  readonly primary: string | null;
  readonly isFirst: boolean;
}) {
  const { name = "", type = "cash", currency = primary ?? "usd" } = typed ?? {};
  return (
    <details class="panel" id="create-account" open={isFirst || typed !== null}>
      <summary>Create account</summary>
      <form class="row-form" method="post" action="/accounts/manual">
        <AccountFields name={name} type={type} currency={currency} required />
        <button type="submit">Create account</button>
      </form>
    </details>
  );
}

function Banks({
  held: { connections, linked },
  complaint,
  isBusy,
}: Pick<AccountsProps, "held" | "complaint"> & { readonly isBusy: boolean }) {
  const { remote } = useContext(FrameContext);
  const known = new Set(connections.map(({ id }) => id));
  const apart = linked.filter(({ linked_item_id: item }) => item == null || !known.has(item));
  if (connections.length === 0 && apart.length === 0) return null;
  return (
    <section aria-labelledby="banks">
      <h2 id="banks">Banks</h2>
      {isBusy ? (
        <p>
          A bank is being updated. <a href="/accounts">Refresh</a>
        </p>
      ) : null}
      {connections.map((bank) => (
        <Bank
          bank={bank}
          accounts={linked.filter(({ linked_item_id: item }) => item === bank.id)}
          refused={complaint?.bank === bank.id ? complaint.message : null}
        />
      ))}
      {apart.length === 0 ? null : (
        <article class="connection" aria-labelledby="apart">
          <h3 id="apart">{remote === null ? "Not connected" : remote.host}</h3>
          <p class="hint">
            {remote === null
              ? "No bank connection updates these accounts. Connect their bank again to continue where they stopped."
              : "The budgeting service updates these accounts. Connect and remove them there."}
          </p>
          <LinkedTable accounts={apart} />
        </article>
      )}
    </section>
  );
}

function Connect({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <section aria-labelledby="connect">
      <h2 id="connect">
        {isFirst ? "Connect a bank, a wallet or an exchange" : "Add a connection"}
      </h2>
      <ul class="choices plain">
        {FEEDS.map(({ id, label }) => (
          <li>
            <a class="button" href={`/accounts/new/${id}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
