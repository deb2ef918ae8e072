// The document around every page: navigation, sign-out, one style sheet, plain scripts. There is no inline script and no
// inline style: the content-security policy allows none.

import { raw } from "hono/html";
import { useContext, type Child } from "hono/jsx";
import type { Frame } from "./context.ts";
import { FrameContext } from "./frame.tsx";
import { printCount } from "./print.ts";

/** The navigation, in order. A new page adds its row here. */
const NAVIGATION = [
  {
    group: "Import",
    connected: true,
    entries: [
      { href: "/", label: "Import a file" },
      { href: "/imports", label: "Imports" },
      { href: "/inbox", label: "Inbox" },
      { href: "/layouts", label: "Layouts" },
      { href: "/schedules", label: "Schedules" },
    ],
  },
  {
    group: "Money",
    connected: true,
    entries: [
      { href: "/overview", label: "Overview" },
      { href: "/transactions", label: "Transactions" },
      { href: "/accounts", label: "Accounts", service: true },
      { href: "/recurring", label: "Recurring", service: true },
      { href: "/rates", label: "Currency rates", service: true },
    ],
  },
  {
    group: "Settings",
    connected: false,
    entries: [
      { href: "/changes", label: "Changes", connected: true },
      { href: "/categories", label: "Categories and tags", connected: true },
      { href: "/connections", label: "Connections" },
      { href: "/keys", label: "Import keys", connected: true },
      { href: "/webhooks", label: "Webhooks", connected: true },
      { href: "/portal", label: "Budgets and API", service: true },
      { href: "/docs", label: "API reference", service: true },
      { href: "/account", label: "Profile" },
    ],
  },
] as const satisfies readonly NavigationGroup[];

interface NavigationGroup {
  readonly group: string;
  /** Whether its pages need a connection. */
  readonly connected: boolean;
  readonly entries: readonly {
    readonly href: string;
    readonly label: string;
    readonly connected?: boolean;
    readonly service?: boolean;
  }[];
}

interface ShellProps {
  readonly title: string;
  /** The href of the current navigation entry; null for a page that has none. */
  readonly current: string | null;
  readonly signedIn?: boolean;
  /** Whether the page is wide even without the navigation. */
  readonly wide?: boolean;
  readonly scripts?: readonly string[];
  /** Seconds after which a browser without scripts reloads; null for never. */
  readonly refresh?: number | null;
  readonly children?: Child;
}

/** A whole document, in the frame of the person who looks at it. */
export function Shell({
  title,
  current,
  signedIn = true,
  wide = false,
  scripts = [],
  refresh = null,
  children,
}: ShellProps) {
  const frame = useContext(FrameContext);
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
              Skip to content
            </a>
          ) : null}
          <header>
            <Brand />
            {signedIn ? <Navigation current={current} frame={frame} /> : null}
            {signedIn || current === "/docs" || frame.remote !== null ? null : (
              <a class="reference-link" href="/docs">
                API reference
              </a>
            )}
          </header>
          <main id="main" tabindex={-1}>
            {signedIn ? <AuthorizeAgain frame={frame} /> : null}
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
        <path
          d="M4 1v3c0 4 6 5 6 9v6M16 1v3c0 3-3.4 4.3-5.2 6.5"
          fill="none"
          stroke="currentColor"
          stroke-width="2.4"
          stroke-linecap="round"
        />
      </svg>
      Tributary
    </a>
  );
}

/** Shown on every page of a connection that must be authorized again, with the button for it. */
function AuthorizeAgain({
  frame: { problem, current, connections, path },
}: {
  readonly frame: Frame;
}) {
  if (problem === null || current === null) return null;
  const name = connections.find(({ id }) => id === current)?.name ?? "This budget";
  return (
    <form class="alert again" role="alert" method="post" action="/connect">
      <input type="hidden" name="connection" value={current} />
      <input type="hidden" name="next" value={path} />
      <p>
        <strong>{`“${name}” needs to be authorized again.`}</strong> {problem} Nothing is lost.
        Files and messages that you sent wait until then.
      </p>
      <button type="submit">Authorize again</button>
    </form>
  );
}

/** Switches between budgets, if there are several. */
function Switcher({ frame: { connections, current } }: { readonly frame: Frame }) {
  if (connections.length < 2) return null;
  return (
    <form class="switcher" method="post" action="/connections/current">
      <label>
        <span>Budget</span>
        <select name="connection">
          {connections.map(({ id, name }) => (
            <option value={id} selected={id === current}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Switch</button>
    </form>
  );
}

function Navigation({
  current,
  frame,
}: {
  readonly current: string | null;
  readonly frame: Frame;
}) {
  const { connected, remote } = frame;
  const isThere = (entry: NavigationGroup["entries"][number]) =>
    (connected || entry.connected !== true) && (remote === null || entry.service !== true);
  const groups: readonly NavigationGroup[] = NAVIGATION.filter(
    (one) => connected || !one.connected,
  );
  return (
    <>
      <Switcher frame={frame} />
      <nav aria-label="Pages">
        {groups.map(
          ({ group, entries }) =>
            entries.some(isThere) && (
              <section>
                <h2>{group}</h2>
                <ul>
                  {entries.filter(isThere).map(({ href, label }) => (
                    <li>
                      <a href={href} aria-current={href === current ? "page" : undefined}>
                        {label}
                        {href === "/inbox" ? <NeedsReview count={frame.needsReview} /> : null}
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )}
      </nav>
      <form class="sign-out" method="post" action="/sign-out">
        <button class="quiet" type="submit">
          Sign out
        </button>
      </form>
    </>
  );
}

/** The number of messages that need review; nothing for none. */
function NeedsReview({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span class="asking">
        {printCount(count)}
        <span class="hidden"> need review</span>
      </span>
    </>
  );
}

/** One line about what went wrong; null shows nothing. */
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
}

/** A page with one message: not found, refused. */
export function Notice({ title, message, signedIn = true }: NoticeProps) {
  return (
    <Shell title={title} current={null} signedIn={signedIn}>
      <h1>{title}</h1>
      <p>{message}</p>
      <NextSteps />
    </Shell>
  );
}

function NextSteps() {
  return useContext(FrameContext).connected ? (
    <p>
      <a href="/">Import a file</a> or see your <a href="/imports">imports</a>.
    </p>
  ) : (
    <p>
      Go to your <a href="/connections">connections</a>.
    </p>
  );
}

/** Links to the pages before and after in a long list; `href` makes a page's address. */
export function Pager(props: {
  readonly page: number;
  readonly hasMore: boolean;
  readonly href: (page: number) => string;
  readonly newer: string;
  readonly older: string;
}) {
  if (props.page === 1 && !props.hasMore) return null;
  return (
    <nav class="pager" aria-label="More of this list">
      {props.page > 1 ? (
        <a href={props.href(props.page - 1)} rel="prev">{`← ${props.newer}`}</a>
      ) : (
        <span />
      )}
      <span>{`Page ${props.page}`}</span>
      {props.hasMore ? (
        <a href={props.href(props.page + 1)} rel="next">{`${props.older} →`}</a>
      ) : (
        <span />
      )}
    </nav>
  );
}
