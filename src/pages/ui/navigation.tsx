// The navigation: a column on a wide screen; on a phone a bar at the bottom with the main pages, and a menu with the
// others. It works without scripts.

import type { Child } from "hono/jsx";
import type { Frame } from "./context.ts";
import { printCount } from "./print.ts";

interface PageLink {
  readonly href: string;
  readonly label: string;
  /** Whether it needs a connection. */
  readonly connected?: boolean;
  /** Whether it exists only with the embedded service. */
  readonly service?: boolean;
}

interface NavigationRow extends PageLink {
  /** The drawing of a page that is in the bar of a phone: a path of 20 by 20. */
  readonly icon?: string;
  /** The pages that share the row, each a tab. The row leads to the first one that exists. */
  readonly tabs?: readonly PageLink[];
}

interface NavigationGroup {
  readonly group: string;
  readonly rows: readonly NavigationRow[];
}

const MENU_ICON = "M3 5h14M3 10h14M3 15h14";

/** The navigation, in order. A new page adds its row here. */
// prettier-ignore
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    group: "Money",
    rows: [
      { href: "/overview", label: "Overview", connected: true, icon: "M3 17V10M8 17V4M13 17v-5M18 17V7" },
      { href: "/transactions", label: "Transactions", connected: true, icon: "M3 5h1M7 5h10M3 10h1M7 10h10M3 15h1M7 15h10" },
      { href: "/review", label: "Review", connected: true },
      { href: "/budget", label: "Budget", connected: true, icon: "M3 5.5h14M3 5.5v10h14v-10M3 10h6M3 13h9" },
      { href: "/accounts", label: "Accounts", connected: true },
      { href: "/recurring", label: "Recurring", connected: true, service: true },
    ],
  },
  {
    group: "Flow in",
    rows: [
      {
        href: "/", label: "Import", connected: true, icon: "M10 3v9M6 8.5l4 4 4-4M3 13v4h14v-4",
        tabs: [
          { href: "/", label: "Import files", connected: true },
          { href: "/imports", label: "Imports", connected: true },
        ],
      },
      { href: "/inbox", label: "Inbox", connected: true },
      { href: "/schedules", label: "Schedules", connected: true },
    ],
  },
  {
    group: "Settings",
    rows: [
      { href: "/changes", label: "Changes", connected: true },
      { href: "/categories", label: "Categories and tags", connected: true },
      { href: "/rules", label: "Rules", connected: true, service: true },
      { href: "/layouts", label: "Layouts", connected: true },
      { href: "/rates", label: "Currency rates", connected: true, service: true },
      { href: "/connections", label: "Connections" },
      {
        href: "/portal/people", label: "People", service: true,
        tabs: [
          { href: "/portal/people", label: "People", service: true },
          { href: "/portal/budgets", label: "Budgets", service: true },
        ],
      },
      {
        href: "/portal", label: "For developers",
        tabs: [
          { href: "/portal", label: "Developer tokens", service: true },
          { href: "/portal/clients", label: "OAuth clients", service: true },
          { href: "/keys", label: "Import keys", connected: true },
          { href: "/webhooks", label: "Webhooks", connected: true },
          { href: "/docs", label: "API reference", service: true },
        ],
      },
      { href: "/your-data", label: "Your data", connected: true },
      { href: "/account", label: "Profile" },
    ],
  },
];

interface NavigationProps {
  /** The address of the current page in the navigation; null for a page that has none. */
  readonly current: string | null;
  readonly frame: Frame;
}

/** The whole navigation, for a wide screen. */
export function Navigation({ current, frame }: NavigationProps) {
  return (
    <nav class="pages" aria-label="Pages">
      <Groups groups={listGroups(frame, () => true)} current={current} frame={frame} />
    </nav>
  );
}

/** The bar of a phone: the main pages, and a menu that opens the others. */
export function BottomBar({ current, frame }: NavigationProps) {
  const isMain = ({ icon }: NavigationRow) => icon !== undefined;
  const main = listGroups(frame, isMain).flatMap(({ rows }) => rows);
  const others = listGroups(frame, (row) => !isMain(row));
  const isInMenu = others.some(({ rows }) => rows.some((row) => isCurrent(row, current)));
  return (
    <nav class="bar" aria-label="Main pages">
      <ul>
        {main.map((row) => (
          <li>
            <RowLink row={row} current={current}>
              <Icon path={row.icon ?? ""} />
              <span>{row.label}</span>
            </RowLink>
          </li>
        ))}
        <li>
          <details class="menu">
            <summary class={isInMenu ? "current" : undefined}>
              <Icon path={MENU_ICON} />
              <span>Menu</span>
              <NeedsReview count={frame.needsReview} />
            </summary>
            <div class="menu-pages">
              <Groups groups={others} current={current} frame={frame} />
            </div>
          </details>
        </li>
      </ul>
    </nav>
  );
}

/** The pages that share the current page's row in the navigation; nothing if there is only one. */
export function Tabs({ current, frame }: NavigationProps) {
  const row = NAVIGATION.flatMap(({ rows }) => rows).find(
    ({ tabs = [] }) => current !== null && tabs.some(({ href }) => href === current),
  );
  const tabs = (row?.tabs ?? []).filter((tab) => isThere(tab, frame));
  if (row === undefined || tabs.length < 2) return null;
  return (
    <nav class="filters tabs" aria-label={row.label}>
      {tabs.map(({ href, label }) => (
        <a href={href} aria-current={href === current ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function Groups({
  groups,
  current,
  frame,
}: NavigationProps & { readonly groups: readonly NavigationGroup[] }) {
  return (
    <>
      {groups.map(({ group, rows }) => (
        <section>
          <h2>{group}</h2>
          <ul>
            {rows.map((row) => (
              <li>
                <RowLink row={row} current={current}>
                  {row.label}
                  {row.href === "/inbox" ? <NeedsReview count={frame.needsReview} /> : null}
                </RowLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function RowLink({
  row,
  current,
  children,
}: {
  readonly row: NavigationRow;
  readonly current: string | null;
  readonly children?: Child;
}) {
  return (
    <a href={row.href} aria-current={isCurrent(row, current) ? "page" : undefined}>
      {children}
    </a>
  );
}

function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
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

/** The groups with those of the wanted rows that exist for this person, each leading to a page that exists. */
function listGroups(
  frame: Frame,
  isWanted: (row: NavigationRow) => boolean,
): readonly NavigationGroup[] {
  return NAVIGATION.map(({ group, rows }) => ({
    group,
    rows: rows.filter(isWanted).flatMap((row) => {
      const first = (row.tabs ?? [row]).find((page) => isThere(page, frame));
      return first === undefined ? [] : [{ ...row, href: first.href }];
    }),
  })).filter(({ rows }) => rows.length > 0);
}

function isThere(page: PageLink, { connected, remote }: Frame): boolean {
  return (connected || page.connected !== true) && (remote === null || page.service !== true);
}

function isCurrent({ href, tabs = [] }: NavigationRow, current: string | null): boolean {
  return current !== null && (href === current || tabs.some((tab) => tab.href === current));
}
