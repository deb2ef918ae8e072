// Webhooks: where other programs may send to, and who is told of what happens here. Addresses and secrets are shown once, when
// they are made. Every control is a form.

import { ENDPOINT_LABEL_CHARS_MAX, HOOK_LABEL_CHARS_MAX, SOURCE_URL_CHARS_MAX } from "../limits.ts";
import { EVENTS } from "../import/notices/notify.ts";
import { nameOf } from "./client.ts";
import { useTarget } from "./frame.tsx";
import { Moment } from "./print-time.tsx";
import { Alert, AskOnce, Pager, Shell } from "./shell.tsx";
import type { Account } from "./wire.ts";
import type { Call, Delivery, Endpoint, Hook, Made } from "./webhooks-wire.ts";

interface WebhooksProps {
  readonly hooks: readonly Hook[];
  readonly endpoints: readonly Endpoint[];
  readonly accounts: readonly Account[];
  /** What was just made: the only time that its address or secret is known. */
  readonly made?: Made | null;
  readonly alert?: string | null;
}

/** The whole page. */
export function Webhooks({ hooks, endpoints, accounts, made = null, alert = null }: WebhooksProps) {
  return (
    <Shell title="Webhooks" current="/webhooks" scripts={["/copy.js"]}>
      <h1>Webhooks</h1>
      <p class="lead">Other programs send transactions and balances here, and are told of what happens here.</p>
      <Alert message={alert} />
      {made === null ? null : <JustMade made={made} />}
      <section aria-labelledby="hooks">
        <h2 id="hooks">What comes in</h2>
        <p>A program sends transactions or a balance to a hook’s address. Transactions become an import, which you can undo.</p>
        {hooks.length === 0 ? <p>There are no hooks.</p> : <HookTable hooks={hooks} accounts={accounts} />}
        <NewHook accounts={accounts} />
      </section>
      <section aria-labelledby="endpoints">
        <h2 id="endpoints">Who is told</h2>
        <p>A signed message without amounts or names goes to each address, and is tried again for a day until it is taken.</p>
        {endpoints.length === 0 ? <p>There are no endpoints.</p> : <EndpointTable endpoints={endpoints} />}
        <NewEndpoint />
      </section>
    </Shell>
  );
}

function JustMade({ made }: { readonly made: Made }) {
  return (
    <section class="made" aria-labelledby="made">
      <h2 id="made">{made.title}</h2>
      <p>Copy it now: it is not shown again.</p>
      {made.shown.map(({ name, text }, index) => (
        <p class="secret">
          {`${name}: `}
          <code id={`made-${index}`}>{text}</code>
          <button class="with-scripts" type="button" data-copy={`made-${index}`} aria-label={`Copy the ${name.toLowerCase()}`}>
            Copy
          </button>
        </p>
      ))}
    </section>
  );
}

function HookTable({ hooks, accounts }: Pick<WebhooksProps, "hooks" | "accounts">) {
  return (
    <table class="keys">
      <caption class="hidden">Hooks</caption>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Known by</th>
          <th scope="col">Account</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span class="hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {hooks.map((hook) => (
          <tr>
            <th scope="row">
              <a href={`/webhooks/hooks/${hook.id}`}>{hook.label}</a>
              {hook.refused_at === null ? null : (
                <p class="hint">
                  {"Refused "}
                  <Moment at={Date.parse(hook.refused_at)} />
                  {`: ${hook.refusal ?? ""}`}
                </p>
              )}
            </th>
            <td data-label="known by">{hook.check === "signature" ? "its signature" : "the address alone"}</td>
            <td data-label="account">{accountWords(hook.account_id, accounts)}</td>
            <td data-label="last used">{hook.last_used_at === null ? "never" : <Moment at={Date.parse(hook.last_used_at)} />}</td>
            <td>
              <AskOnce label="Revoke…" of={hook.label} ask={`What “${hook.label}” sends is refused from then on. What it sent stays.`} action={useTarget(`/webhooks/hooks/${hook.id}/revoke`)} confirm="Revoke it" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function accountWords(id: number | null, accounts: readonly Account[]): string {
  if (id === null) return "each call says it";
  const account = accounts.find((one) => one.id === String(id));
  return account === undefined ? "one that is not there" : nameOf(account);
}

function NewHook({ accounts }: Pick<WebhooksProps, "accounts">) {
  return (
    <details>
      <summary>Make a hook</summary>
      <form method="post" action={useTarget("/webhooks/hooks")}>
        <label class="field">
          <span>What sends to it</span>
          <input name="label" required maxlength={HOOK_LABEL_CHARS_MAX} autocomplete="off" placeholder="the till" />
        </label>
        <label class="field">
          <span>How it is known</span>
          <select name="check">
            <option value="signature">By its signature (Standard Webhooks)</option>
            <option value="address">By the secret address alone</option>
          </select>
        </label>
        <label class="field">
          <span>Key the sender gave you (whsec_ or whpk_), if it did</span>
          <input name="key" type="password" autocomplete="off" spellcheck={false} />
        </label>
        <label class="field">
          <span>Account</span>
          <select name="account_id">
            <option value="">each call says it</option>
            {accounts.map((account) => (
              <option value={account.id}>{`${nameOf(account)} (${account.currency.toUpperCase()})`}</option>
            ))}
          </select>
        </label>
        <button type="submit">Make the hook</button>
      </form>
    </details>
  );
}

function EndpointTable({ endpoints }: Pick<WebhooksProps, "endpoints">) {
  return (
    <table class="keys">
      <caption class="hidden">Endpoints</caption>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Address</th>
          <th scope="col">State</th>
          <th scope="col">
            <span class="hidden">Change or remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <tr>
            <th scope="row">
              <a href={`/webhooks/endpoints/${endpoint.id}`}>{endpoint.label}</a>
            </th>
            <td data-label="address">{endpoint.url}</td>
            <td data-label="state">
              <EndpointState endpoint={endpoint} />
            </td>
            <td>
              <EndpointActions endpoint={endpoint} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EndpointState({ endpoint: { enabled, said, failing_since: failing, delivered_at: delivered } }: { readonly endpoint: Endpoint }) {
  if (!enabled) return <strong>{`Switched off. ${said ?? ""}`}</strong>;
  if (failing !== null) {
    return (
      <strong>
        {"Has taken nothing since "}
        <Moment at={Date.parse(failing)} />
      </strong>
    );
  }
  if (delivered === null) return <>nothing sent yet</>;
  return (
    <>
      {"delivered "}
      <Moment at={Date.parse(delivered)} />
    </>
  );
}

function EndpointActions({ endpoint: { id, label, enabled } }: { readonly endpoint: Endpoint }) {
  const path = `/webhooks/endpoints/${id}`;
  return (
    <div class="actions">
      {enabled ? <Act action={`${path}/test`} label="Send a test" of={label} /> : <Act action={`${path}/enable`} label="Switch on" of={label} />}
      {enabled ? <Act action={`${path}/disable`} label="Switch off" of={label} /> : null}
      <AskOnce label="New secret…" of={label} ask="Messages are signed by both secrets for a day." action={useTarget(`${path}/rotate`)} confirm="Make it" />
      <AskOnce label="Remove…" of={label} ask={`“${label}” is told nothing more, and its list of deliveries goes.`} action={useTarget(`${path}/remove`)} confirm="Remove it" />
    </div>
  );
}

function Act({ action, label, of }: { readonly action: string; readonly label: string; readonly of: string }) {
  return (
    <form method="post" action={useTarget(action)}>
      <button type="submit" aria-label={`${label}: ${of}`}>
        {label}
      </button>
    </form>
  );
}

function NewEndpoint() {
  return (
    <details>
      <summary>Make an endpoint</summary>
      <form method="post" action={useTarget("/webhooks/endpoints")}>
        <label class="field">
          <span>What is told</span>
          <input name="label" required maxlength={ENDPOINT_LABEL_CHARS_MAX} autocomplete="off" placeholder="my script" />
        </label>
        <label class="field">
          <span>Address</span>
          <input name="url" type="url" required maxlength={SOURCE_URL_CHARS_MAX} autocomplete="off" placeholder="https://example.com/webhooks" />
        </label>
        <fieldset>
          <legend>Of what</legend>
          {EVENTS.map(({ type, words }) => (
            <label>
              <input type="checkbox" name="events" value={type} checked />
              {` ${words}`}
            </label>
          ))}
        </fieldset>
        <button type="submit">Make the endpoint</button>
      </form>
    </details>
  );
}

interface ListProps<One> {
  readonly label: string;
  readonly id: number;
  readonly list: readonly One[];
  readonly page: number;
  readonly hasMore: boolean;
}

/** What was sent to an endpoint, with a way to send it once more. */
export function Deliveries({ label, id, list, page, hasMore }: ListProps<Delivery>) {
  return (
    <Shell title={`Deliveries to ${label}`} current="/webhooks">
      <h1>{`Deliveries to “${label}”`}</h1>
      {list.length === 0 ? <p>Nothing has been sent.</p> : null}
      <ul class="plain">
        {list.map((delivery) => (
          <li>
            <p>
              <Moment at={Date.parse(delivery.happened_at)} />
              {` ${delivery.type} ${delivery.subject}: ${deliveryWords(delivery)}`}
            </p>
            <p class="hint">{delivery.webhook_id}</p>
            <Act action={`/webhooks/endpoints/${id}/deliveries/${delivery.id}/resend`} label="Send again" of={delivery.webhook_id} />
          </li>
        ))}
      </ul>
      <Pager page={page} hasMore={hasMore} href={(to) => `/webhooks/endpoints/${id}?page=${to}`} newer="newer" older="older" />
      <p>
        <a href="/webhooks">All webhooks</a>
      </p>
    </Shell>
  );
}

function deliveryWords({ state, attempts, said }: Delivery): string {
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return state === "delivered" ? `delivered, ${tries}` : `${state === "failed" ? "not delivered" : "waits"}, ${tries}${said === null ? "" : `. ${said}`}`;
}

/** What came by a hook, and what became of it. */
export function Calls({ label, id, list, page, hasMore }: ListProps<Call>) {
  return (
    <Shell title={`Calls of ${label}`} current="/webhooks">
      <h1>{`What came by “${label}”`}</h1>
      {list.length === 0 ? <p>Nothing has come.</p> : null}
      <ul class="plain">
        {list.map(({ received_at: at, import_id: run, balance }) => (
          <li>
            <Moment at={Date.parse(at)} />
            {run === null ? ` A balance of ${balance?.amount ?? ""} ${balance?.currency.toUpperCase() ?? ""}: ${balance?.state ?? ""}${balance?.said == null ? "" : `, ${balance.said}`}` : " Transactions: "}
            {run === null ? null : <a href={`/imports/${run}`}>the import</a>}
          </li>
        ))}
      </ul>
      <Pager page={page} hasMore={hasMore} href={(to) => `/webhooks/hooks/${id}?page=${to}`} newer="newer" older="older" />
      <p>
        <a href="/webhooks">All webhooks</a>
      </p>
    </Shell>
  );
}
