// The overview: net worth by month, this month, what needs attention, the last imports, and every
// account by kind with its balance and age. No total includes an unknown value: accounts that are
// left out are named above it.

import { OVERVIEW_CELLS_MAX, OVERVIEW_MONTHS_MIN } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { joinWords } from "../../platform/text.ts";
import type { Month } from "../../money/month.ts";
import { parseMonth } from "../../money/month.ts";
import { plural, printBalance, printMonth, printTime } from "../ui/print.ts";
import { Dismiss, WAITING_PATH } from "../import/waiting.tsx";
import { schedulePath } from "../schedules/list.tsx";
import type { Schedule } from "../schedules/wire.ts";
import { runWords } from "../schedules/words.ts";
import { Shell } from "../ui/shell.tsx";
import { useTarget } from "../ui/frame.tsx";
import type { Import } from "../ui/wire.ts";
import { WorthChanges } from "./changed.tsx";
import { FirstSteps, LastImports, MonthSection } from "./month-section.tsx";
import type { ThisMonth } from "./this-month.ts";
import { AccountKinds, heldWords } from "./accounts.tsx";
import { accountsWaiting, type Attention } from "./attention.ts";
import { lastPoint, listLines, type Line } from "./lines.ts";
import { amountCell, Plot, type PlotRow } from "./plot.tsx";
import type { Found } from "./read-accounts.ts";
import { netWorth, type MonthWorth, type NetWorth } from "./net-worth.ts";

/** The numbers of months that can be shown, the current one included. */
export const RANGES = [12, 24, 60, 120] as const;

interface OverviewProps {
  readonly found: Found;
  readonly attention: Attention;
  readonly schedules: readonly Schedule[];
  readonly months: (typeof RANGES)[number];
  /** This month's sums; null if the service does not have them. */
  readonly month: ThisMonth | null;
  /** The newest finished imports. */
  readonly imports: readonly Import[];
  /** A sentence about what was just done. */
  readonly done: string | null;
  /** The change that did it; 0 if there is none. */
  readonly change: number;
  readonly now: number;
  readonly isRemote: boolean;
}

/** The whole page. */
export function Overview(props: OverviewProps) {
  const { found, attention, schedules, months, month, now, isRemote } = props;
  const { accounts, unread, first, current } = found;
  const lines = listLines(accounts);
  const waiting = [
    ...attention.waiting,
    ...accountsWaiting(accounts.linked, accounts.cryptoSynced, isRemote),
  ];
  const shown = Math.max(
    OVERVIEW_MONTHS_MIN,
    Math.min(months, Math.floor(OVERVIEW_CELLS_MAX / Math.max(1, lines.length))),
  );
  const begin = shown < months ? monthsBefore(current, shown - 1) : first;
  return (
    <Shell title="Overview" current="/overview" scripts={["/plots.js"]}>
      <h1>Overview</h1>
      <p class="lead">What you have, what you owe, and what needs your attention.</p>
      {unread.length === 0 ? <FirstSteps hasAccounts={lines.length > 0} month={month} /> : null}
      <Worth lines={lines} found={found} isRemote={isRemote} />
      {unread.some(({ isHistory }) => isHistory) ? null : <Ranges chosen={months} />}
      {month === null ? null : <MonthSection found={month} primary={accounts.primary} />}
      <Waits attention={{ ...attention, waiting }} done={props.done} change={props.change} />
      <LastImports imports={props.imports} />
      {begin === first ? null : (
        <p class="hint">{`With this many accounts, each one shows only its last ${plural(shown, "month")}.`}</p>
      )}
      <AccountKinds
        lines={lines}
        primary={accounts.primary}
        first={begin}
        current={current}
        now={now}
      />
      <Sources schedules={schedules} />
    </Shell>
  );
}

function Waits({
  attention: { waiting, moreImports, transfers, unread },
  done,
  change,
}: {
  readonly attention: Attention;
  readonly done: string | null;
  readonly change: number;
}) {
  const count = waiting.length + moreImports;
  return (
    <section class={count > 0 ? "made" : "calm"} aria-labelledby="waits">
      <h2 id="waits">{waitsTitle(count, unread.length === 0)}</h2>
      {done === null ? null : (
        <p class="saved" role="status">
          {done}
          {change === 0 ? null : (
            <>
              {" "}
              <a href={`/changes/${change}`}>See it and undo</a>
            </>
          )}
        </p>
      )}
      {transfers === 0 ? null : <AcceptAll transfers={transfers} isAll={moreImports === 0} />}
      {count === 0 ? null : (
        <ul class="waits">
          {waiting.map(({ sentence, href, link, dismissible }) => (
            <li>
              <span>{sentence}</span> <a href={href}>{link}</a>
              {dismissible === undefined ? null : <Dismiss {...dismissible} back="overview" />}
            </li>
          ))}
          {moreImports === 0 ? null : (
            <li>
              <span>{`And ${plural(moreImports, "more import")}.`}</span>{" "}
              <a href={WAITING_PATH}>See all waiting imports</a>
            </li>
          )}
        </ul>
      )}
      {unread.map((sentence) => (
        <p class="warning">{sentence}</p>
      ))}
    </section>
  );
}

/** Accepts the transfers of every import at once. */
function AcceptAll({ transfers, isAll }: { readonly transfers: number; readonly isAll: boolean }) {
  return (
    <form class="accept-all" method="post" action={useTarget("/overview/transfers")}>
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <button type="submit" id="accept-transfers">
        {isAll ? `Accept all ${transfers} transfers` : "Accept all transfers"}
      </button>
      <small>Each groups its two sides. One that needs a category stays.</small>
    </form>
  );
}

function waitsTitle(count: number, isWhole: boolean): string {
  if (count > 0)
    return `${plural(count, "thing")} ${count === 1 ? "needs" : "need"} your attention`;
  return isWhole ? "Nothing needs your attention" : "Not everything could be checked";
}

function Worth({
  lines,
  found: { accounts, unread, first, current },
  isRemote,
}: {
  readonly lines: readonly Line[];
  readonly found: Found;
  readonly isRemote: boolean;
}) {
  const { primary } = accounts;
  const missing = unread.filter(({ isHistory }) => !isHistory);
  const worth = netWorth(lines, first, current);
  const last = worth.months.at(-1);
  return (
    <section aria-labelledby="worth">
      <h2 id="worth">Net worth</h2>
      {unread.map(({ what, message }) => (
        <p class="warning">{`${what} could not be read: ${message}`}</p>
      ))}
      {missing.length > 0 ? <p>There is no total while accounts are missing.</p> : null}
      {missing.length > 0 || last === undefined ? null : <Figures month={last} primary={primary} />}
      {missing.length > 0 ? null : <WorthChanges months={worth.months} primary={primary} />}
      <LeftOut worth={worth} primary={primary} isRemote={isRemote} />
      {missing.length > 0 || worth.months.length === 0 ? null : (
        <WorthPlot worth={worth} primary={primary} current={current} />
      )}
    </section>
  );
}

function Figures({
  month: { sums, unknown },
  primary,
}: {
  readonly month: MonthWorth;
  readonly primary: string;
}) {
  if (sums === null)
    return <p>{`There is no total because the value of ${unknown.join(", ")} is unknown.`}</p>;
  const figures = [
    { label: `net worth, ${primary.toUpperCase()}`, amount: sums.has + sums.owes },
    { label: "assets", amount: sums.has },
    { label: "debts", amount: 0n - sums.owes },
  ];
  return (
    <dl class="figures worth">
      {figures.map(({ label, amount }) => (
        <div>
          <dd>{printBalance(amount, primary)}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

function LeftOut({
  worth: { leftOut, months, joined },
  primary,
  isRemote,
}: {
  readonly worth: NetWorth;
  readonly primary: string;
  readonly isRemote: boolean;
}) {
  const gaps = months.filter(({ sums }) => sums === null);
  return (
    <>
      {leftOut.length === 0 ? null : (
        <div class="warning">
          <p>
            <strong>{`Not counted: ${plural(leftOut.length, "account")}.`}</strong>{" "}
            {`No exchange rate or price is known to convert ${leftOut.length === 1 ? "it" : "them"} to ${primary.toUpperCase()}.`}{" "}
            {isRemote ? null : <a href="/rates">Add a rate</a>}
          </p>
          <ul class="why">
            {leftOut.map((line) => (
              <li>{`${line.name}: ${heldWords(line, lastPoint(line))}`}</li>
            ))}
          </ul>
        </div>
      )}
      {joined.length === 0 ? null : (
        <p class="hint">{`Earlier months are without ${nameJoined(joined)}: no balance that early is known.`}</p>
      )}
      {gaps.length === 0 ? null : (
        <p class="hint">{`${plural(gaps.length, "month")} ${gaps.length === 1 ? "has" : "have"} no total because a balance is unknown. The table shows which one.`}</p>
      )}
    </>
  );
}

function nameJoined(joined: NetWorth["joined"]): string {
  return joinWords(joined.map(({ name, first }) => `${name} (counted from ${printMonth(first)})`));
}

function WorthPlot({
  worth: { months },
  primary,
  current,
}: {
  readonly worth: NetWorth;
  readonly primary: string;
  readonly current: Month;
}) {
  const rows = months.map(({ month, sums, unknown }): PlotRow => {
    const isNow = month === current;
    if (sums === null) {
      const gap = { value: null, text: "" };
      return {
        month,
        isNow,
        cells: [{ value: null, text: `unknown: ${unknown.join(", ")}` }, gap, gap],
      };
    }
    return {
      month,
      isNow,
      cells: [sums.has + sums.owes, sums.has, sums.owes].map((amount) =>
        amountCell(amount, primary),
      ),
    };
  });
  return (
    <Plot
      id="net-worth"
      title="Net worth, month by month"
      currency={primary}
      series={[
        { label: "Net worth", dash: "solid" },
        { label: "Assets", dash: "dashed", ink: "have" },
        { label: "Debts", dash: "dotted", ink: "owe" },
      ]}
      rows={rows}
    />
  );
}

/** The schedules and their last runs. */
function Sources({ schedules }: { readonly schedules: readonly Schedule[] }) {
  if (schedules.length === 0) return null;
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">Automatic updates</h2>
      <ul class="newest">
        {schedules.map(({ id, name, enabled, last_run: last }) => (
          <li>
            <a href={schedulePath(id)}>{name}</a>
            <span>{last === null ? "not run yet" : runWords(last)}</span>
            {last === null ? null : (
              <time datetime={last.finished_at ?? last.created_at}>
                {printTime(last.finished_at ?? last.created_at)}
              </time>
            )}
            {enabled ? null : <span class="old">off</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ranges({ chosen }: { readonly chosen: number }) {
  return (
    <nav class="filters" aria-label="How far back">
      {RANGES.map((months) => (
        <a
          href={`/overview?months=${months}`}
          aria-current={months === chosen ? "true" : undefined}
        >
          {months === 12 ? "1 year" : `${months / 12} years`}
        </a>
      ))}
    </nav>
  );
}

function monthsBefore(month: Month, count: number): Month {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - count;
  const [year, index] = [Math.floor(number / 12), number % 12];
  return must(
    parseMonth(`${year}-${String(index + 1).padStart(2, "0")}`),
    "a month before a month is one",
  );
}
