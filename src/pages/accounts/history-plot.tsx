// An account's balance at the end of each month, as a plot with its table. For a debt it is the
// amount owed.

import type { Month } from "../../money/month.ts";
import { nextMonth, parseMonth } from "../../money/month.ts";
import { isDebt } from "../../money/debt.ts";
import { listLines, type Point } from "../overview/lines.ts";
import { pointAt } from "../overview/net-worth.ts";
import { amountCell, Plot, type PlotRow } from "../overview/plot.tsx";
import type { History } from "../overview/wire.ts";
import { printBalance } from "../ui/print.ts";
import type { One } from "./read-one.ts";

interface HistoryPlotProps {
  readonly one: One;
  readonly primary: string;
  readonly history: History;
  readonly current: Month;
}

/** The plot of the history; a sentence if there is no history. */
export function HistoryPlot({ one, primary, history, current }: HistoryPlotProps) {
  const rows = listRows({ one, primary, history, current });
  const owes = isDebt(one.account.type);
  return (
    <section id="history" aria-labelledby="history-title">
      <h2 id="history-title">Balance by month</h2>
      {rows.length < 2 ? (
        <p class="hint">No earlier month is known. Importing statements with balances adds them.</p>
      ) : (
        <Plot
          id="history-plot"
          title={owes ? "Owed, month by month" : "Balance, month by month"}
          currency={one.account.currency}
          series={[
            {
              label: `${owes ? "Owed" : "Balance"} (${one.account.currency.toUpperCase()})`,
              dash: "solid",
            },
          ]}
          rows={rows}
        />
      )}
    </section>
  );
}

function listRows({ one, primary, history, current }: HistoryPlotProps): PlotRow[] {
  const none = { manual: [], linked: [], cryptoManual: [], cryptoSynced: [] };
  const [line] = listLines({
    primary,
    ...none,
    ...(one.kind === "manual" ? { manual: [one.account] } : { linked: [one.account] }),
    history,
  });
  if (line === undefined) return [];
  const owes = isDebt(one.account.type);
  const months = [...line.past.keys()].sort();
  const first = parseMonth(months[0] ?? "") ?? current;
  const last = line.now === null ? (parseMonth(months.at(-1) ?? "") ?? current) : current;
  const rows: PlotRow[] = [];
  for (let month = first; month <= last; month = nextMonth(month))
    rows.push({
      month,
      isNow: month === current && line.now !== null,
      cells: [toCell(pointAt(line, month, current), one.account.currency, owes)],
    });
  return rows;
}

function toCell(point: Point | null, currency: string, owes: boolean): PlotRow["cells"][number] {
  if (point?.own == null) return { value: null, text: "unknown" };
  const held = owes ? 0n - BigInt(point.own) : BigInt(point.own);
  return point.currency === currency
    ? amountCell(held, currency)
    : {
        value: null,
        text: `${printBalance(held, point.currency)} ${point.currency.toUpperCase()}`,
      };
}
