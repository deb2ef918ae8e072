// Sorted bars: each row has a name, a bar with a tick for comparison, and both figures. It is a
// table, so that text and picture stay together.

/** A row of the plot. Values are units of one currency. */
export interface BarRow {
  readonly name: string;
  readonly href: string;
  readonly value: number;
  readonly text: string;
  /** The value to compare with; null for none. */
  readonly compared: number | null;
  readonly comparedText: string;
  /** The comparison in a word, "more" or "less"; empty if there is none. */
  readonly words: string;
}

/** A row with the length of its bar and the place of its tick, in percent of the longest. */
interface SortedBar extends BarRow {
  readonly length: number;
  readonly tick: number | null;
}

/** The rows with their lengths, the largest first. Pure. */
export function sortBars(
  rows: readonly BarRow[],
): readonly (BarRow & { readonly length: number; readonly tick: number | null })[] {
  const most = Math.max(1, ...rows.flatMap(({ value, compared }) => [value, compared ?? 0]));
  const percent = (part: number) => Math.round((Math.max(0, part) / most) * 1000) / 10;
  return [...rows]
    .sort((a, b) => b.value - a.value || a.name.localeCompare(b.name, "en"))
    .map((row) => ({
      ...row,
      length: percent(row.value),
      tick: row.compared === null ? null : percent(row.compared),
    }));
}

/** The table of bars. */
export function SortedBars({
  caption,
  columns: [name, value, compared],
  rows,
}: {
  readonly caption: string;
  readonly columns: readonly [string, string, string];
  readonly rows: readonly BarRow[];
}) {
  return (
    <table class="sorted-bars">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <td aria-hidden="true" />
          <th scope="col" class="number">
            {value}
          </th>
          <th scope="col" class="number">
            {compared}
          </th>
        </tr>
      </thead>
      <tbody>
        {sortBars(rows).map((row) => (
          <Bar row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Bar({ row }: { readonly row: SortedBar }) {
  return (
    <tr>
      <th scope="row">
        <a href={row.href}>{row.name}</a>
      </th>
      <td class="bar-cell" aria-hidden="true">
        <svg width="100%" height="14" focusable="false">
          <rect class="bar-spent" x="0" y="2" width={`${row.length}%`} height="10" rx="2" />
          {row.tick === null ? null : (
            <line
              class="bar-end"
              x1={`${row.tick}%`}
              x2={`${row.tick}%`}
              y1="0"
              y2="14"
              stroke-width="2"
            />
          )}
        </svg>
      </td>
      <td class="number">{row.text}</td>
      <td class="number compared">
        {row.comparedText}
        {row.words === "" ? null : <small>{row.words}</small>}
      </td>
    </tr>
  );
}
