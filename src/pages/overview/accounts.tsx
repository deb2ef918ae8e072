// The accounts of the overview by kind: what each holds, how old that is, and a plot of its months.

import { BALANCE_OLD_DAYS } from "../../platform/limits.ts";
import type { Month } from "../../money/month.ts";
import { nextMonth } from "../../money/month.ts";
import { statusWords } from "../accounts/words.ts";
import { isDebtKind } from "./kinds.ts";
import { printAge, printBalance, printQuantity, printTime } from "../ui/print.ts";
import { lastPoint, type Line, type Point } from "./lines.ts";
import { amountCell, Plot, type PlotRow, type Series } from "./plot.tsx";
import { pointAt } from "./net-worth.ts";

interface AccountsProps {
  readonly lines: readonly Line[];
  readonly primary: string;
  readonly first: Month;
  readonly current: Month;
  readonly now: number;
}

/** A section for each kind that has accounts. */
export function AccountKinds({ lines, ...rest }: AccountsProps) {
  const kinds = [...new Map(lines.map(({ kind }) => [kind.id, kind] as const)).values()];
  return (
    <>
      {kinds.map((kind) => {
        const members = lines.filter((line) => line.kind.id === kind.id);
        return (
          <section class="kind" aria-labelledby={`kind-${kind.id}`}>
            <h2 id={`kind-${kind.id}`}>
              {kind.label} <KindSum lines={members} primary={rest.primary} />
            </h2>
            <div class="lines">
              {members.map((line) => (
                <Account line={line} {...rest} />
              ))}
            </div>
          </section>
        );
      })}
    </>
  );
}

/** The total of a kind, unless a part of it cannot be converted. */
export function KindSum({
  lines,
  primary,
}: {
  readonly lines: readonly Line[];
  readonly primary: string;
}) {
  const worths = lines.flatMap(({ now }) => (now === null ? [] : [now.worth]));
  if (worths.length === 0) return null;
  const known = worths.filter((worth) => worth !== null);
  if (known.length < worths.length)
    return <span class="sum">no total: not everything can be converted</span>;
  const sum = known.reduce((all, worth) => all + BigInt(worth), 0n);
  const kind = lines[0]?.kind;
  const owes = kind !== undefined && isDebtKind(kind);
  return <span class="sum">{owes ? owedWords(sum, primary) : heldSum(sum, primary)}</span>;
}

function heldSum(amount: bigint, currency: string): string {
  return `${printBalance(amount, currency)} ${currency.toUpperCase()}`;
}

/** A debt, whose balance is negative, as the amount owed. */
function owedWords(amount: bigint, currency: string): string {
  const owed = 0n - amount;
  if (owed === 0n) return heldSum(0n, currency);
  return owed > 0n ? `${heldSum(owed, currency)} owed` : `${heldSum(amount, currency)} paid ahead`;
}

type AccountProps = Omit<AccountsProps, "lines"> & { readonly line: Line };

function Account({ line, primary, first, current, now }: AccountProps) {
  const id = line.key.replaceAll(" ", "-");
  const href = findLinePath(line);
  const point = lastPoint(line);
  const rows = listRows(line, primary, first, current);
  return (
    <article class="holding" id={id} aria-labelledby={`${id}-name`}>
      <h3 id={`${id}-name`}>{href === null ? line.name : <a href={href}>{line.name}</a>}</h3>
      {point === null ? null : <Held line={line} point={point} primary={primary} />}
      <p class="hint">
        <Freshness line={line} now={now} />
      </p>
      <Remarks line={line} />
      {rows.length < 2 ? null : (
        <Plot
          id={id}
          title={`${line.name}, month by month`}
          currency={shownIn(line, primary)}
          series={listSeries(line, primary)}
          rows={rows}
        />
      )}
    </article>
  );
}

/** The page of a line's account; null if it has no page. */
export function findLinePath({ key }: Pick<Line, "key">): string | null {
  const [, kind, id] = /^(manual|linked) (\d+)$/.exec(key) ?? [];
  return kind === undefined || id === undefined ? null : `/accounts/${kind}/${id}`;
}

function Held({
  line,
  point,
  primary,
}: {
  readonly line: Line;
  readonly point: Point;
  readonly primary: string;
}) {
  const converted =
    point.worth === null
      ? "not converted"
      : `${printBalance(point.worth, primary)} ${primary.toUpperCase()}`;
  return (
    <p class="held">
      <strong>{heldWords(line, point)}</strong>
      {point.quantity === null && point.currency === primary ? null : <span>{converted}</span>}
      {line.now === null ? (
        <span>{line.status === "deleted" ? "deleted; history kept" : "closed; last balance"}</span>
      ) : null}
    </p>
  );
}

/** What a line holds or held, in its own unit. */
export function heldWords({ symbol, kind }: Line, point: Point | null): string {
  if (point === null) return "unknown";
  if (point.quantity !== null)
    return `${printQuantity(point.quantity)} ${symbol?.toUpperCase() ?? ""}`;
  if (point.own === null) return "unknown";
  const [own, currency] = [BigInt(point.own), point.currency];
  return isDebtKind(kind) ? owedWords(own, currency) : heldSum(own, currency);
}

function Freshness({
  line: { asOf, seen, now: held },
  now,
}: {
  readonly line: Line;
  readonly now: number;
}) {
  if (held === null) return null;
  const days = asOf === null ? null : countDays(asOf, now);
  return (
    <>
      {asOf === null ? (
        "Date unknown"
      ) : (
        <>
          {"As of "}
          <time datetime={asOf}>{printTime(asOf)}</time>
        </>
      )}
      {days === null ? "" : `, ${printAge(days)}`}
      {days !== null && days > BALANCE_OLD_DAYS ? <span class="old">, outdated</span> : null}
      {seen.map(({ what, at }) => (
        <>
          {`; ${what} `}
          <time datetime={at}>{printTime(at)}</time>
        </>
      ))}
      .
    </>
  );
}

/** Whole days since a moment; null if the text is not a moment. */
function countDays(iso: string, now: number): number | null {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : Math.max(0, Math.floor((now - at) / 86_400_000));
}

const QUIET_STATUSES: readonly (string | null)[] = [null, "active", "closed", "deleted"];

/** Remarks on an account that is unusual. */
function Remarks({ line: { status, unknownType, kind, now } }: { readonly line: Line }) {
  const remarks = [
    ...(QUIET_STATUSES.includes(status) ? [] : [`Status: ${statusWords(status ?? "")}.`]),
    ...(unknownType === null
      ? []
      : [
          `${unknownType === "" ? "The account type is missing" : `The account type “${unknownType}” is unknown`}. The balance is counted as shown.`,
        ]),
    ...(isDebtKind(kind) && now?.own != null && now.own > 0
      ? [
          "You paid more than you owed, so this counts as money you have. Debts are shown as positive balances here.",
        ]
      : []),
  ];
  return remarks.length === 0 ? null : (
    <ul class="why">
      {remarks.map((remark) => (
        <li>{remark}</li>
      ))}
    </ul>
  );
}

/** The currency of the plot: the account's own; for crypto, the budget's. */
function shownIn(line: Line, primary: string): string {
  const point = lastPoint(line);
  return point === null || point.quantity !== null ? primary : point.currency;
}

function listSeries(line: Line, primary: string): Series[] {
  const shown = shownIn(line, primary).toUpperCase();
  if (line.symbol !== null)
    return [
      { label: `Value (${shown})`, dash: "solid" },
      { label: line.symbol.toUpperCase(), dash: "none" },
    ];
  const what = isDebtKind(line.kind) ? "Owed" : "Balance";
  const own: Series = { label: `${what} (${shown})`, dash: "solid" };
  return shown === primary.toUpperCase()
    ? [own]
    : [own, { label: `In ${primary.toUpperCase()}`, dash: "none" }];
}

/** The months from the first known one on, with gaps for unknown months. */
function listRows(line: Line, primary: string, first: Month, current: Month): PlotRow[] {
  const rows: PlotRow[] = [];
  for (let month = first; month <= current; month = nextMonth(month)) {
    const point = pointAt(line, month, current);
    if (point === null && rows.length === 0) continue;
    if (point === null && ![...line.past.keys()].some((one) => one > month) && line.now === null)
      break;
    rows.push({
      month,
      isNow: month === current && line.now !== null,
      cells: listCells(line, point, primary),
    });
  }
  return rows;
}

const NOT_KNOWN = { value: null, text: "unknown" };
const NOT_CONVERTED = { value: null, text: "not converted" };

function listCells(line: Line, point: Point | null, primary: string): PlotRow["cells"] {
  const shown = shownIn(line, primary);
  if (point === null) return listSeries(line, primary).map(() => NOT_KNOWN);
  const sign = isDebtKind(line.kind) ? -1n : 1n;
  const worth =
    point.worth === null ? NOT_CONVERTED : amountCell(sign * BigInt(point.worth), primary);
  if (line.symbol !== null)
    return [worth, { value: null, text: printQuantity(point.quantity ?? "unknown") }];
  if (point.own === null) return listSeries(line, primary).map(() => NOT_KNOWN);
  // A month in another currency than the account's current one is written but not drawn: the scale
  // does not fit.
  const own =
    point.currency === shown
      ? amountCell(sign * BigInt(point.own), shown)
      : {
          value: null,
          text: `${printBalance(sign * BigInt(point.own), point.currency)} ${point.currency.toUpperCase()}`,
        };
  return shown === primary ? [own] : [own, worth];
}
