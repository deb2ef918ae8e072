// A plot as a page holds it: the table that it is drawn from. Without a script the table is what there is; the script
// (public/plots.js) draws it above and folds it away. Values travel as plain decimals in the cells; series differ by dash
// and by name at their end, never by colour alone.

import { printUnits, units, type Units } from "../../money/money.ts";
import { printBalance, printMonth } from "../ui/print.ts";

/** A column: its name, and how its line is drawn. */
export interface Series {
  readonly label: string;
  readonly dash: "solid" | "dashed" | "dotted" | "none";
}

export interface PlotRow {
  readonly month: string;
  readonly isNow: boolean;
  /** A cell for each series: its exact decimal to be drawn, or null for a gap, and what is written. */
  readonly cells: readonly { readonly value: string | null; readonly text: string }[];
}

interface PlotProps {
  readonly id: string;
  /** What it shows, for who does not see it. */
  readonly title: string;
  readonly currency: string;
  readonly series: readonly Series[];
  readonly rows: readonly PlotRow[];
}

/** The figure; a single month is no line, so that its table stands alone where there is one. */
export function Plot({ id, title, currency, series, rows }: PlotProps) {
  return (
    <figure
      class="plot"
      data-plot={rows.length > 1 ? "yes" : "no"}
      data-currency={currency.toUpperCase()}
      data-title={title}
    >
      <details open>
        <summary>Show as a table</summary>
        <div class="scroll" tabindex={0} role="group" aria-labelledby={`${id}-caption`}>
          <table>
            <caption id={`${id}-caption`}>{title}</caption>
            <thead>
              <tr>
                <th scope="col">Month</th>
                {series.map(({ label, dash }) => (
                  <th scope="col" class="number" data-dash={dash}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...rows].reverse().map(({ month, isNow, cells }) => (
                <tr data-month={month} data-label={isNow ? "now" : printMonth(month)}>
                  <th scope="row">{isNow ? `${printMonth(month)}, now` : printMonth(month)}</th>
                  {cells.map(({ value, text }) => (
                    <td class="number" data-value={value ?? undefined}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** A cell of an amount: drawn at its exact place, written with its sign. */
export function amountCell(amount: bigint | Units, currency: string): PlotRow["cells"][number] {
  const safe =
    BigInt(amount) >= BigInt(Number.MIN_SAFE_INTEGER) &&
    BigInt(amount) <= BigInt(Number.MAX_SAFE_INTEGER);
  return {
    value: safe ? printUnits(units(Number(amount))) : String(BigInt(amount) / 10_000n),
    text: printBalance(amount, currency),
  };
}
