// The document around every page: header, navigation, one style sheet, plain scripts. There is no inline script and no
// inline style: the content-security policy allows none.

import { raw } from "hono/html";
import { useContext, type Child } from "hono/jsx";
import type { Frame } from "./context.ts";
import { FrameContext } from "./frame.tsx";
import { BottomBar, Navigation, Tabs } from "./navigation.tsx";
import { HOME } from "./return-path.ts";

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
          <Scripts signedIn={signedIn} scripts={scripts} />
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
            {signedIn ? <Personal current={current} frame={frame} /> : null}
            {signedIn || current === "/docs" || frame.remote !== null ? null : (
              <a class="reference-link" href="/docs">
                API reference
              </a>
            )}
          </header>
          <main id="main" tabindex={-1}>
            {signedIn ? <AuthorizeAgain frame={frame} /> : null}
            {signedIn ? <Tabs current={current} frame={frame} /> : null}
            {children}
          </main>
          {signedIn ? <BottomBar current={current} frame={frame} /> : null}
          {signedIn ? <p id="announcement" class="hidden" aria-live="polite" /> : null}
        </body>
      </html>
    </>
  );
}

/** The scripts of every page, those of a person who signed in, and the page's own. */
function Scripts({ signedIn, scripts }: Required<Pick<ShellProps, "signedIn" | "scripts">>) {
  const common = signedIn ? ["/page.js", "/swap.js", "/keys.js"] : ["/page.js"];
  return (
    <>
      {[...common, ...scripts].map((script) => (
        <script type="module" src={script} />
      ))}
    </>
  );
}

function Brand() {
  return (
    <a class="brand" href={HOME}>
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

/** The header of a person who signed in: the budgets, the pages, and the way out. */
function Personal({ current, frame }: { readonly current: string | null; readonly frame: Frame }) {
  return (
    <>
      <Switcher frame={frame} />
      <Navigation current={current} frame={frame} />
      <form class="sign-out" method="post" action="/sign-out">
        <button class="quiet" type="submit">
          Sign out
        </button>
      </form>
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
      Go to the <a href={HOME}>overview</a> or see your <a href="/imports">imports</a>.
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
