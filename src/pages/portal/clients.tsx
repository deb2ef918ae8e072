// The OAuth clients that a person registered: the list, the form for another, and the page of one.
// A client's secret is shown once. Its redirect URIs and scopes never change; another registration
// is needed for that.

import { Field, InputField, RadioChoice } from "../ui/fields.tsx";
import { Fact } from "../ui/table.tsx";
import { ConfirmButton } from "../ui/buttons.tsx";
import { CLIENT_NAME_CHARS_MAX } from "../../platform/limits.ts";
import type { ClientDescription } from "../../oauth/clients/client.ts";
import { SCOPES } from "../../platform/credentials/scope.ts";
import { Portal, Secret, type PortalFrame } from "./tokens.tsx";
import { Moment } from "../ui/moment.tsx";

/** The form's content, as sent. */
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
        An OAuth client is an app of yours that people can give access to their budgets. It belongs
        to you, not to a budget.
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
        <InputField
          label="Name, shown to people who give it access"
          name="name"
          required
          maxlength={CLIENT_NAME_CHARS_MAX}
          autocomplete="off"
          value={typed?.name ?? ""}
        />
        <Field label="Redirect URIs, one per line (must match exactly)">
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
        </Field>
        <fieldset>
          <legend>Client type</legend>
          <RadioChoice
            name="kind"
            value="confidential"
            checked={kind === "confidential"}
            label="Confidential"
            hint=": runs on a server and can keep a secret"
          />
          <RadioChoice
            name="kind"
            value="public"
            checked={kind === "public"}
            label="Public"
            hint=": an installed app or a web page, which cannot keep a secret"
          />
        </fieldset>
        <ScopeChoices chosen={typed?.scopes ?? ["me:read"]} />
        <p class="actions">
          <button type="submit">Register</button>
        </p>
      </form>
    </section>
  );
}

function ScopeChoices({ chosen }: { readonly chosen: readonly string[] }) {
  return (
    <fieldset>
      <legend>Scopes (the app gets all of them; you cannot add more later)</legend>
      <div class="scopes">
        {SCOPES.map((scope) => (
          <label>
            <input type="checkbox" name="scopes" value={scope} checked={chosen.includes(scope)} />{" "}
            <code>{scope}</code>
          </label>
        ))}
      </div>
      <p class="hint">
        offline_access gives the app refresh tokens, so that it can work while you are away.
      </p>
    </fieldset>
  );
}

interface ClientProps extends PortalFrame {
  readonly client: ClientDescription;
  /** The new secret: it is known only now. */
  readonly secret: string | null;
}

/** The page of one client. */
export function ClientPage({ client, secret, ...frame }: ClientProps) {
  const path = `/portal/clients/${client.clientId}`;
  return (
    <Portal {...frame} title={client.name} part="/portal/clients">
      {secret === null ? null : (
        <section class="made" aria-labelledby="made">
          <h2 id="made">Client secret</h2>
          <Secret id="secret" text={secret} />
        </section>
      )}
      <dl class="facts">
        <Fact term="Client ID">
          <code>{client.clientId}</code>
        </Fact>
        <Fact term="Client type">{client.kind}</Fact>
        <Fact term="Registered">
          <Moment at={client.createdAt} />
        </Fact>
        {client.secretSince === null ? null : (
          <Fact term="Secret created">
            <Moment at={client.secretSince} />
          </Fact>
        )}
      </dl>
      <h2>Redirect URIs</h2>
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
          <ConfirmButton
            label="New secret…"
            ask="The current secret will stop working immediately."
            action={`${path}/rotate`}
            confirm="Create new secret"
          />
        ) : null}
        <ConfirmButton
          label="Delete…"
          ask={`“${client.name}” will be deleted permanently and lose access to every budget.`}
          action={`${path}/delete`}
          confirm="Delete client"
        />
      </div>
    </Portal>
  );
}
