// The OAuth clients that a person registered: the list, the form for another, and one client's page. A client's
// secret is shown once; its redirect addresses and scopes are for good (another registration changes them).

import { CLIENT_NAME_CHARS_MAX } from "../../platform/limits.ts";
import type { ClientDescription } from "../../oauth/clients/client.ts";
import { SCOPES } from "../../platform/credentials/scope.ts";
import { Portal, Secret, type PortalFrame } from "./portal.tsx";
import { Moment } from "../ui/print-time.tsx";
import { AskOnce } from "../ui/shell.tsx";

/** What the form says, as it came. */
export interface ClientForm {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly kind: string;
}

interface ClientsProps extends PortalFrame {
  readonly clients: readonly ClientDescription[];
  readonly typed: ClientForm | null;
}

/** The clients, and a form for another. */
export function Clients({ clients, typed, ...frame }: ClientsProps) {
  return (
    <Portal {...frame} title="OAuth clients" part="/portal/clients">
      <p class="lead">
        An app of yours that others let into their budget accounts. It is yours, whichever budget
        account is current.
      </p>
      {clients.length === 0 ? null : (
        <ul class="plain">
          {clients.map((client) => (
            <li>
              <a href={`/portal/clients/${client.clientId}`}>{client.name}</a>{" "}
              <span class="hint">{client.kind}</span>
            </li>
          ))}
        </ul>
      )}
      <NewClient typed={typed} />
    </Portal>
  );
}

function NewClient({ typed }: { readonly typed: ClientForm | null }) {
  const kind = typed?.kind ?? "confidential";
  return (
    <section aria-labelledby="register">
      <h2 id="register">Register a client</h2>
      <form class="stack" method="post" action="/portal/clients">
        <label class="field">
          <span>Name, shown to whoever lets it in</span>
          <input
            name="name"
            required
            maxlength={CLIENT_NAME_CHARS_MAX}
            autocomplete="off"
            value={typed?.name ?? ""}
          />
        </label>
        <label class="field">
          <span>Redirect addresses, one a line, compared exactly</span>
          <textarea
            name="redirect_uris"
            required
            rows={3}
            spellcheck={false}
            autocomplete="off"
            placeholder="https://app.example.com/callback"
          >
            {typed?.redirectUris.join("\n") ?? ""}
          </textarea>
        </label>
        <fieldset>
          <legend>What it is</legend>
          <label class="choice">
            <input
              type="radio"
              name="kind"
              value="confidential"
              checked={kind === "confidential"}
            />
            <span>
              <strong>Confidential</strong>: it runs on a server and keeps a secret
            </span>
          </label>
          <label class="choice">
            <input type="radio" name="kind" value="public" checked={kind === "public"} />
            <span>
              <strong>Public</strong>: an installed app or a page, which can keep none
            </span>
          </label>
        </fieldset>
        <fieldset>
          <legend>Scopes: all of them are given, none can be added later</legend>
          <div class="scopes">
            {SCOPES.map((scope) => (
              <label>
                <input
                  type="checkbox"
                  name="scopes"
                  value={scope}
                  checked={typed?.scopes.includes(scope) ?? scope === "me:read"}
                />{" "}
                <code>{scope}</code>
              </label>
            ))}
          </div>
          <p class="hint">
            offline_access gives it refresh tokens, so that it works while nobody is there.
          </p>
        </fieldset>
        <p class="actions">
          <button type="submit">Register it</button>
        </p>
      </form>
    </section>
  );
}

interface ClientProps extends PortalFrame {
  readonly client: ClientDescription;
  /** The secret just made: the only time it is known. */
  readonly secret: string | null;
}

/** One client. */
export function ClientPage({ client, secret, ...frame }: ClientProps) {
  const path = `/portal/clients/${client.clientId}`;
  return (
    <Portal {...frame} title={client.name} part="/portal/clients">
      {secret === null ? null : (
        <section class="made" aria-labelledby="made">
          <h2 id="made">The client’s secret</h2>
          <Secret id="secret" text={secret} />
        </section>
      )}
      <dl class="facts">
        <div>
          <dt>Client id</dt>
          <dd>
            <code>{client.clientId}</code>
          </dd>
        </div>
        <div>
          <dt>Kind</dt>
          <dd>{client.kind}</dd>
        </div>
        <div>
          <dt>Registered</dt>
          <dd>
            <Moment at={client.createdAt} />
          </dd>
        </div>
        {client.secretSince === null ? null : (
          <div>
            <dt>Secret since</dt>
            <dd>
              <Moment at={client.secretSince} />
            </dd>
          </div>
        )}
      </dl>
      <h2>Redirect addresses</h2>
      <ul class="plain">
        {client.redirectUris.map((uri) => (
          <li>
            <code>{uri}</code>
          </li>
        ))}
      </ul>
      <h2>Scopes</h2>
      <p class="scopes">
        {client.scopes.map((scope) => (
          <code>{scope}</code>
        ))}
      </p>
      <div class="actions">
        {client.kind === "confidential" ? (
          <AskOnce
            label="New secret…"
            ask="The secret there is now is refused from then on."
            action={`${path}/rotate`}
            confirm="Make a new secret"
          />
        ) : null}
        <AskOnce
          label="Delete…"
          ask={`“${client.name}” and every access that people gave it end, for good.`}
          action={`${path}/delete`}
          confirm="Delete the client"
        />
      </div>
    </Portal>
  );
}
