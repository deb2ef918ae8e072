// A plot on a page: the table that it is drawn from. Without a script the table is all there is.
// The script (public/plots.js) draws the plot above the table and folds it. Values are plain
// decimals in the cells. Series differ by dash and by the name at their end, never by colour alone.

import { printUnits, units, type Units } from "../../money/money.ts";
import { printBalance, printMonth } from "../ui/print.ts";

/** A column: its name, and how its line is drawn. */
export interface Series {
  readonly label: string;
  readonly dash: "solid" | "dashed" | "dotted" | "none";
  /** The colour of what a person has or owes; the text's own without one. */
  readonly ink?: "have" | "owe";
}

export interface PlotRow {
  readonly month: string;
  readonly isNow: boolean;
  /** A cell for each series: the exact decimal to draw, or null for a gap, and the text. */
  readonly cells: readonly { readonly value: string | null; readonly text: string }[];
}

interface PlotProps {
  readonly id: string;
  /** What it shows, for screen readers. */
  readonly title: string;
  readonly currency: string;
  readonly series: readonly Series[];
  readonly rows: readonly PlotRow[];
}

/** The figure. A single month is not a line, so only its table is shown. */
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
                {series.map(({ label, dash, ink }) => (
                  <th scope="col" class="number" data-dash={dash} data-ink={ink}>
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
