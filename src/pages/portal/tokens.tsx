// The frame of the portal's pages, and its first page: the developer tokens of one person in one
// budget, and the apps with access to it. A token is shown once.

import { DataTable, hidden } from "../ui/table.tsx";
import { Field, InputField } from "../ui/fields.tsx";
import { ConfirmButton, CopyableText } from "../ui/buttons.tsx";
import type { Child } from "hono/jsx";
import type { GrantListing } from "../../budget/grants/api.ts";
import type { TokenListing } from "../../budget/tokens.ts";
import { TOKEN_LABEL_CHARS_MAX } from "../../platform/limits.ts";
import type { Account } from "../../oauth/people/accounts.ts";
import { Moment } from "../ui/moment.tsx";
import { plural } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";

/** What every page of the portal is given. */
export interface PortalFrame {
  /** The current budget of this session; null if the person has none. */
  readonly current: Account | null;
  readonly accounts: readonly Account[];
  readonly alert: string | null;
}

interface PortalProps extends PortalFrame {
  readonly title: string;
  /** Its address, one of the navigation's tabs. */
  readonly part: "/portal" | "/portal/clients" | "/portal/people" | "/portal/budgets";
  readonly children?: Child;
}

/** A page of the portal, with its budget. */
export function Portal({ current, accounts, alert, title, part, children }: PortalProps) {
  return (
    <Shell title={title} current={part} scripts={["/copy.js"]}>
      <h1>{title}</h1>
      {part === "/portal" || part === "/portal/people" ? (
        <Current current={current} accounts={accounts} part={part} />
      ) : null}
      <Alert message={alert} />
      {children}
    </Shell>
  );
}

function Current({
  current,
  accounts,
  part,
}: {
  readonly current: Account | null;
  readonly accounts: readonly Account[];
  readonly part: string;
}) {
  if (current === null) {
    return (
      <p>
        You have no budget. <a href="/portal/budgets">Create one</a>, or open an invitation to
        somebody else’s.
      </p>
    );
  }
  if (accounts.length === 1) {
    return (
      <p class="lead">
        Budget: <strong>{current.name}</strong> (ID {String(current.accountId)})
      </p>
    );
  }
  return (
    <form class="row-form" method="post" action="/portal/current">
      <input type="hidden" name="back" value={part} />
      <Field label="Budget">
        <select name="account">
          {accounts.map(({ accountId, name }) => (
            <option value={String(accountId)} selected={accountId === current.accountId}>
              {`${name} (ID ${accountId})`}
            </option>
          ))}
        </select>
      </Field>
      <button type="submit">Show</button>
    </form>
  );
}

interface TokensProps extends PortalFrame {
  readonly tokens: readonly TokenListing[];
  readonly grants: readonly GrantListing[];
  /** The new token: its text is known only now. */
  readonly made: { readonly label: string | null; readonly text: string } | null;
  /** The origin of this deployment, for the example. */
  readonly origin: string;
}

/** The tokens, and the apps with access. */
export function Tokens({ tokens, grants, made, origin, ...frame }: TokensProps) {
  const { current } = frame;
  return (
    <Portal {...frame} title="Developer tokens" part="/portal">
      {current === null ? null : (
        <>
          {made === null ? null : <Made made={made} origin={origin} />}
          <section aria-labelledby="tokens">
            <h2 id="tokens">Your tokens</h2>
            <p class="hint">
              A developer token can do everything in this budget on your behalf. Anybody who has the
              token can use it, so keep it secret.
            </p>
            <form class="row-form" method="post" action="/portal/tokens">
              <input type="hidden" name="account" value={String(current.accountId)} />
              <InputField
                label="Name of the token"
                name="label"
                maxlength={TOKEN_LABEL_CHARS_MAX}
                autocomplete="off"
                placeholder="reporting script"
              />
              <button class={made === null ? "primary" : undefined} type="submit">
                Create token
              </button>
            </form>
            {tokens.length === 0 ? (
              <p>You have no developer tokens.</p>
            ) : (
              <TokenTable tokens={tokens} account={current.accountId} />
            )}
          </section>
          {grants.length === 0 ? null : <Grants grants={grants} account={current.accountId} />}
        </>
      )}
    </Portal>
  );
}

function Made({
  made,
  origin,
}: {
  readonly made: { readonly label: string | null; readonly text: string };
  readonly origin: string;
}) {
  return (
    <section class="made" aria-labelledby="made">
      <h2 id="made">{made.label === null ? "New token" : `Token “${made.label}”`}</h2>
      <Secret id="token" text={made.text} />
      <pre>
        <code>{`curl -H "Authorization: Bearer ${made.text}" ${origin}/v2/me`}</code>
      </pre>
    </section>
  );
}

/** A secret that is shown only now. */
export function Secret({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <>
      <p>Copy it now. It will not be shown again.</p>
      <CopyableText id={id} text={text} />
    </>
  );
}

function TokenTable({
  tokens,
  account,
}: {
  readonly tokens: readonly TokenListing[];
  readonly account: number;
}) {
  return (
    <DataTable
      class="keys"
      caption="Developer tokens"
      columns={["Name", "Created", "Last used", hidden("Revoke")]}
    >
      {tokens.map((token) => (
        <tr>
          <th scope="row">{token.label ?? <i>no name</i>}</th>
          <td data-label="created">
            <Moment at={token.created_at} />
          </td>
          <td data-label="last used">
            {token.last_used_at === null ? "never" : <Moment at={token.last_used_at} />}
          </td>
          <td>
            <ConfirmButton
              label="Revoke…"
              of={token.label ?? "the token without a name"}
              ask={`Scripts and apps that use ${token.label === null ? "this token" : `“${token.label}”`} will be refused immediately.`}
              action={`/portal/tokens/${account}/${token.id}/revoke`}
              confirm="Revoke"
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Grants({
  grants,
  account,
}: {
  readonly grants: readonly GrantListing[];
  readonly account: number;
}) {
  return (
    <section aria-labelledby="apps">
      <h2 id="apps">Apps with access</h2>
      <DataTable
        class="keys"
        caption="Apps that can access this budget on your behalf"
        columns={["App", "Access", "Since", "Last used", hidden("End access")]}
      >
        {grants.map((grant) => (
          <tr>
            <th scope="row">{grant.clientName}</th>
            <td title={grant.scopes.join(" ")}>{plural(grant.scopes.length, "scope")}</td>
            <td data-label="since">
              <Moment at={grant.createdAt} />
            </td>
            <td data-label="last used">
              {grant.lastUsedAt === null ? "never" : <Moment at={grant.lastUsedAt} />}
            </td>
            <td>
              <ConfirmButton
                label="End access…"
                of={grant.clientName}
                ask={`“${grant.clientName}” will lose access until you allow it again.`}
                action={`/portal/grants/${account}/${grant.id}/end`}
                confirm="End access"
              />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
