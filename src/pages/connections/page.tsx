// The page of connections: the budgets that Tributary imports into, their status, and what a person
// can do with them. Every control is a form.

import { TokenForm } from "./token-form.tsx";
import { PostButton } from "../ui/buttons.tsx";
import { Fact } from "../ui/table.tsx";
import type { Listed } from "../../importer/connection/connecting.ts";
import type { ConnectionView } from "../../importer/connection/connection.ts";
import { AddressesSection, type AddressesProps } from "./addresses.tsx";
import type { Remote } from "../ui/context.ts";
import { AcceptedSection } from "../inbox/remembered.tsx";
import { Moment } from "../ui/moment.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Trusted } from "../ui/wire.ts";

interface ConnectionsProps {
  readonly connections: readonly Listed[];
  /** The session's connection. */
  readonly current: string | null;
  /** Budgets of the embedded service that are not connected. */
  readonly accounts: readonly { readonly accountId: number; readonly name: string }[];
  readonly remote: Remote | null;
  /** Of the current connection; null if there is none. */
  readonly addresses: Omit<AddressesProps, "connection"> | null;
  /** Null if there is no current connection. */
  readonly trusted: readonly Trusted[] | null;
  readonly alert?: string | null;
}

/** The whole page. */
export function Connections({
  connections,
  current,
  accounts,
  remote,
  addresses,
  trusted,
  alert = null,
}: ConnectionsProps) {
  const own = connections.filter(({ view }) => view !== null);
  const ended = connections.filter(({ view }) => view === null);
  return (
    <Shell title="Connections" current="/connections" scripts={["/copy.js"]}>
      <h1>Connections</h1>
      <p class="lead">{`The budgets${remote === null ? "" : ` at ${remote.host}`} that Tributary imports into.`}</p>
      <Alert message={alert} />
      {own.length === 0 ? <p>You have not connected a budget yet.</p> : null}
      {own.map((one) =>
        one.view === null ? null : <Connected view={one.view} isCurrent={one.id === current} />,
      )}
      {current === null || addresses === null ? null : (
        <AddressesSection connection={current} {...addresses} />
      )}
      {current === null || trusted === null ? null : (
        <AcceptedSection connection={current} trusted={trusted} />
      )}
      <Another isFirst={own.length === 0} accounts={accounts} remote={remote} />
      {ended.length === 0 ? null : <Ended connections={ended} />}
    </Shell>
  );
}

function Connected({
  view,
  isCurrent,
}: {
  readonly view: ConnectionView;
  readonly isCurrent: boolean;
}) {
  const { id, name } = view;
  const heading = `connection-${id}`;
  return (
    <section class="connection" aria-labelledby={heading}>
      <h2 id={heading}>{name || "Unnamed budget"}</h2>
      {view.problem === null ? null : <Alert message={view.problem} />}
      <dl class="facts">
        <Fact term="Status">{stateWords(view)}</Fact>
        <Fact term="Person">
          {[view.personName, view.email].filter((part) => part !== "").join(", ") || "unknown"}
        </Fact>
        <Fact term="Currency">
          {view.currency === "" ? "unknown" : view.currency.toUpperCase()}
        </Fact>
        <Fact term="Last used">
          {view.lastUsedAt === null ? "never" : <Moment at={view.lastUsedAt} />}
        </Fact>
      </dl>
      <div class="actions">
        {isCurrent ? (
          <span>You are using this budget.</span>
        ) : (
          <Act action="/connections/current" connection={id} label="Use this budget" of={name} />
        )}
        {view.kind === "oauth" && view.state === "authorize again" ? (
          <Act action="/connect" connection={id} label="Authorize again" of={name} isPrimary />
        ) : null}
        {view.state === "authorize again" ? (
          <Act action={`/connections/${id}/retry`} connection={id} label="Try again" of={name} />
        ) : null}
        {view.kind === "configured" ? null : (
          <a href={`/connections/${id}/disconnect`} aria-label={`Disconnect ${name}`}>
            Disconnect…
          </a>
        )}
      </div>
    </section>
  );
}

function stateWords({ kind, state }: ConnectionView): string {
  if (state === "authorize again")
    return kind === "oauth"
      ? "needs to be authorized again"
      : "its developer token is no longer valid; enter a new one";
  if (kind === "configured") return "connected by the server’s configuration";
  return kind === "oauth" ? "connected" : "connected with a developer token";
}

interface ActProps {
  readonly action: string;
  readonly connection: string;
  readonly label: string;
  readonly of: string;
  readonly isPrimary?: boolean;
}

function Act({ action, connection, label, of, isPrimary = false }: ActProps) {
  return (
    <PostButton
      action={action}
      label={label}
      ariaLabel={`${label}: ${of}`}
      primary={isPrimary}
      fields={{ connection: connection, next: "/connections" }}
    />
  );
}

function Another({
  isFirst,
  accounts,
  remote,
}: Pick<ConnectionsProps, "accounts" | "remote"> & { readonly isFirst: boolean }) {
  return (
    <section class="panel" aria-labelledby="another">
      <h2 id="another">{isFirst ? "Connect a budget" : "Connect another budget"}</h2>
      {remote === null ? <Accounts accounts={accounts} /> : null}
      {remote?.hasOAuth === true ? (
        <PostButton
          action="/connect"
          label={`Connect ${remote.host}`}
          fields={{ next: "/connections" }}
        />
      ) : null}
      <TokenForm of={remote === null ? "one of your budgets" : remote.host} next="/connections" />
      <p class="hint">
        The token is stored encrypted and used for its budget only. If that budget is connected
        already, the new token replaces the old one.
      </p>
    </section>
  );
}

function Accounts({ accounts }: Pick<ConnectionsProps, "accounts">) {
  if (accounts.length === 0) {
    return (
      <p>
        All your budgets are connected. You can <a href="/portal/budgets">create another one</a>.
      </p>
    );
  }
  return (
    <ul class="plain">
      {accounts.map(({ accountId, name }) => (
        <li>
          <form class="actions" method="post" action="/connect">
            <input type="hidden" name="account" value={String(accountId)} />
            <input type="hidden" name="next" value="/connections" />
            <span>{name}</span>
            <button type="submit" aria-label={`Connect ${name}`}>
              Connect
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}

function Ended({ connections }: Pick<ConnectionsProps, "connections">) {
  return (
    <section class="panel" aria-labelledby="ended">
      <h2 id="ended">Disconnected</h2>
      <p class="hint">
        Imported transactions stay in the budget. The list of imports comes back when you connect
        the budget again.
      </p>
      <ul>
        {connections.map(({ name }) => (
          <li>{name || "Unnamed budget"}</li>
        ))}
      </ul>
    </section>
  );
}

/** Asks before a connection is ended, and says what stays. */
export function Disconnect({
  id,
  name,
  kind,
}: {
  readonly id: string;
  readonly name: string;
  readonly kind: ConnectionView["kind"];
}) {
  return (
    <Shell title={`Disconnect ${name}`} current="/connections">
      <h1>{`Disconnect “${name}”?`}</h1>
      <ul>
        <li>
          {kind === "oauth"
            ? "Tributary loses access to the budget, and its saved authorization is deleted."
            : "The developer token is deleted here. It still works until you revoke it where you created it."}
        </li>
        <li>Its import keys, receipt addresses and webhooks stop working permanently.</li>
        <li>Imports in progress stop where they are.</li>
        <li>Imported transactions stay in the budget.</li>
        <li>The list of imports is kept. It comes back if you connect this budget again.</li>
      </ul>
      <form class="actions" method="post" action={`/connections/${id}/disconnect`}>
        <button class="danger" type="submit">
          Disconnect
        </button>
        <a href="/connections">Cancel</a>
      </form>
    </Shell>
  );
}
