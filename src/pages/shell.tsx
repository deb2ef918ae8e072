// The frame of every page: navigation, the way out, one style sheet, plain scripts. No inline script
// and no inline style anywhere: the content-security policy allows none.

import { raw } from "hono/html";
import type { Child } from "hono/jsx";

/** The navigation, a row each, in the order a transaction takes; a later page adds its row here. */
const NAVIGATION = [
  {
    group: "Flow in",
    connected: true,
    entries: [
      { href: "/", label: "Import a file" },
      { href: "/imports", label: "Imports" },
    ],
  },
  {
    group: "Budget",
    connected: true,
    entries: [
      { href: "/recurring", label: "Recurring" },
      { href: "/rates", label: "Currency rates" },
    ],
  },
  {
    group: "Access",
    connected: false,
    entries: [
      { href: "/portal", label: "Portal" },
      { href: "/keys", label: "Import keys", connected: true },
      { href: "/docs", label: "API reference" },
      { href: "/account", label: "Account" },
    ],
  },
] as const satisfies readonly NavigationGroup[];

interface NavigationGroup {
  readonly group: string;
  /** Only for who has a connection: without one there is nothing on these pages. */
  readonly connected: boolean;
  readonly entries: readonly { readonly href: string; readonly label: string; readonly connected?: boolean }[];
}

interface ShellProps {
  readonly title: string;
  /** The navigation entry that is current; null for a page outside of it. */
  readonly current: string | null;
  readonly signedIn?: boolean;
  /** Whether the person's importer is connected to a budget, so that the pages about importing are theirs. */
  readonly connected?: boolean;
  /** For a page of tables that is wide even without the navigation. */
  readonly wide?: boolean;
  readonly scripts?: readonly string[];
  /** Seconds after which a browser without scripts asks again. */
  readonly refresh?: number | null;
  readonly children?: Child;
}

/** A whole document. */
export function Shell({ title, current, signedIn = true, connected = true, wide = false, scripts = [], refresh = null, children }: ShellProps) {
  return (
    <>
      {raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>{`${title} · Tributary`}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <link rel="stylesheet" href="/app.css" />
          <script type="module" src="/page.js" />
          {scripts.map((script) => (
            <script type="module" src={script} />
          ))}
          {refresh === null ? null : (
            <noscript>
              <meta http-equiv="refresh" content={String(refresh)} />
            </noscript>
          )}
        </head>
        <body class={`${signedIn ? "with-navigation" : "alone"}${wide ? " wide" : ""}`}>
          {signedIn || wide ? (
            <a class="skip" href="#main">
              Skip to the page
            </a>
          ) : null}
          <header>
            <Brand />
            {signedIn ? <Navigation current={current} connected={connected} /> : null}
            {signedIn || current === "/docs" ? null : (
              <a class="reference-link" href="/docs">
                API reference
              </a>
            )}
          </header>
          <main id="main" tabindex={-1}>
            {children}
          </main>
        </body>
      </html>
    </>
  );
}

function Brand() {
  return (
    <a class="brand" href="/">
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
        <path d="M4 1v3c0 4 6 5 6 9v6M16 1v3c0 3-3.4 4.3-5.2 6.5" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" />
      </svg>
      Tributary
    </a>
  );
}

function Navigation({ current, connected }: { readonly current: string | null; readonly connected: boolean }) {
  const groups: readonly NavigationGroup[] = NAVIGATION.filter((one) => connected || !one.connected);
  return (
    <>
      <nav aria-label="Pages">
        {groups.map(({ group, entries }) => (
          <section>
            <h2>{group}</h2>
            <ul>
              {entries.filter((entry) => connected || entry.connected !== true).map(({ href, label }) => (
                <li>
                  <a href={href} aria-current={href === current ? "page" : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <form class="sign-out" method="post" action="/sign-out">
        <button class="quiet" type="submit">
          Sign out
        </button>
      </form>
    </>
  );
}

/** One line that says what went wrong; null shows nothing. */
export function Alert({ message }: { readonly message: string | null }) {
  return message === null ? null : (
    <p class="alert" role="alert">
      {message}
    </p>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly message: string;
  readonly signedIn?: boolean;
  readonly connected?: boolean;
}

/** A page that only says something: not found, refused. */
export function Notice({ title, message, signedIn = true, connected = true }: NoticeProps) {
  return (
    <Shell title={title} current={null} signedIn={signedIn} connected={connected}>
      <h1>{title}</h1>
      <p>{message}</p>
      {connected ? (
        <p>
          <a href="/">Import a file</a> or look at <a href="/imports">earlier imports</a>.
        </p>
      ) : (
        <p>
          Go on to the <a href="/portal">portal</a>.
        </p>
      )}
    </Shell>
  );
}

/** A button that asks once before it acts; works without scripts. */
export function AskOnce(props: { readonly label: string; readonly ask: string; readonly action: string; readonly confirm: string; readonly of?: string }) {
  return (
    <details class="ask-once">
      <summary aria-label={props.of === undefined ? undefined : `${props.label} ${props.of}`}>{props.label}</summary>
      <form method="post" action={props.action}>
        <p>{props.ask}</p>
        <button class="danger" type="submit">
          {props.confirm}
        </button>
      </form>
    </details>
  );
}

/** Older and newer, for lists that come in pages; `href` makes a page's address. */
export function Pager(props: { readonly page: number; readonly hasMore: boolean; readonly href: (page: number) => string; readonly newer: string; readonly older: string }) {
  if (props.page === 1 && !props.hasMore) return null;
  return (
    <nav class="pager" aria-label="More of this list">
      {props.page > 1 ? <a href={props.href(props.page - 1)} rel="prev">{`← ${props.newer}`}</a> : <span />}
      <span>{`Page ${props.page}`}</span>
      {props.hasMore ? <a href={props.href(props.page + 1)} rel="next">{`${props.older} →`}</a> : <span />}
    </nav>
  );
}
