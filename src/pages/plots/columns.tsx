// A plot of columns by period: one or two columns each, a mark such as the budget, and a line such
// as the difference. Drawn on the server, so that it needs no script and can be printed. Columns
// differ by pattern as well as colour. Each period is a link, and a table below has the figures.

import type { Child } from "hono/jsx";
import { chooseScale, place, printMark, type Scale } from "./scale.ts";

/** One period. Values are units of one currency. */
export interface ColumnGroup {
  /** A few letters below the columns. */
  readonly label: string;
  /** The description of the whole period, for the pointer and screen readers. */
  readonly title: string;
  readonly href: string;
  /** In the order of the plot's kinds. */
  readonly values: readonly number[];
  /** Null for no mark. */
  readonly mark?: number | null;
  /** Null for no point of the line. */
  readonly line?: number | null;
}

interface ColumnPlotProps {
  /** What the plot shows, for screen readers. */
  readonly title: string;
  readonly groups: readonly ColumnGroup[];
  /** How each of the values is drawn. */
  readonly kinds: readonly ("solid" | "hatched")[];
}

const WIDE = 760;
const HIGH = 250;
const LEFT = 46;
const BOTTOM = 24;
const TOP = 8;
const PLOT_WIDE = WIDE - LEFT - 4;
const PLOT_HIGH = HIGH - TOP - BOTTOM;

/** The positions of all parts of the plot, in the drawing's units. */
export interface Layout {
  readonly scale: Scale;
  /** The vertical position of zero. */
  readonly ground: number;
  readonly columns: readonly {
    readonly group: number;
    readonly kind: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly marks: readonly { readonly x: number; readonly width: number; readonly y: number }[];
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** The left end of each group, and its width. */
  readonly groups: readonly { readonly x: number; readonly width: number }[];
}

/** Measures the plot. Pure. */
export function layOut(groups: readonly ColumnGroup[]): Layout {
  const all = groups.flatMap(({ values, mark = null, line = null }) => [
    ...values,
    ...(mark === null ? [] : [mark]),
    ...(line === null ? [] : [line]),
  ]);
  const scale = chooseScale(all);
  const height = (value: number) => roundToTenth(TOP + PLOT_HIGH - place(scale, value, PLOT_HIGH));
  const ground = height(0);
  const width = PLOT_WIDE / Math.max(1, groups.length);
  const at = (index: number) => roundToTenth(LEFT + index * width);
  return {
    scale,
    ground,
    groups: groups.map((_, index) => ({ x: at(index), width: roundToTenth(width) })),
    columns: groups.flatMap(({ values }, group) => {
      const one = (width * 0.72) / Math.max(1, values.length);
      return values.map((value, kind) => ({
        group,
        kind,
        x: roundToTenth(at(group) + width * 0.14 + kind * one),
        y: Math.min(height(value), ground),
        width: roundToTenth(one - 1.5),
        height: roundToTenth(Math.abs(height(value) - ground)),
      }));
    }),
    marks: groups.flatMap(({ mark = null }, group) =>
      mark === null
        ? []
        : [
            {
              x: roundToTenth(at(group) + width * 0.06),
              width: roundToTenth(width * 0.88),
              y: height(mark),
            },
          ],
    ),
    points: groups.flatMap(({ line = null }, group) =>
      line === null ? [] : [{ x: roundToTenth(at(group) + width / 2), y: height(line) }],
    ),
  };
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The drawing. The page adds the legend and the table. */
export function ColumnPlot({ title, groups, kinds }: ColumnPlotProps) {
  const layout = layOut(groups);
  return (
    <div class="plot-scroll" tabindex={0} role="group" aria-label={title}>
      <svg class="columns-plot" viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={title}>
        <Axis layout={layout} />
        {groups.map((group, index) => (
          <Group group={group} index={index} layout={layout} kinds={kinds} />
        ))}
        {layout.points.length < 2 ? null : (
          <polyline
            class="plot-path"
            points={layout.points.map(({ x, y }) => `${x},${y}`).join(" ")}
            fill="none"
            stroke-width="2"
          />
        )}
        {layout.points.map(({ x, y }) => (
          <circle class="plot-point" cx={x} cy={y} r="3" />
        ))}
      </svg>
    </div>
  );
}

function Axis({ layout: { scale, ground } }: { readonly layout: Layout }) {
  return (
    <>
      {scale.marks.map((mark) => {
        const y = roundToTenth(TOP + PLOT_HIGH - place(scale, mark, PLOT_HIGH));
        return (
          <>
            <line
              class={y === ground ? "plot-ground" : "plot-rule"}
              x1={LEFT}
              x2={WIDE}
              y1={y}
              y2={y}
            />
            <text class="plot-text" x={LEFT - 6} y={y + 4} text-anchor="end">
              {printMark(mark)}
            </text>
          </>
        );
      })}
    </>
  );
}

function Group({
  group: { label, title, href },
  index,
  layout,
  kinds,
}: {
  readonly group: ColumnGroup;
  readonly index: number;
  readonly layout: Layout;
  readonly kinds: ColumnPlotProps["kinds"];
}) {
  const place = layout.groups[index] ?? { x: 0, width: 0 };
  const mark = layout.marks.find(({ x }) => x >= place.x && x < place.x + place.width);
  return (
    <a href={href} aria-label={title}>
      <title>{title}</title>
      <rect class="plot-area" x={place.x} y={TOP} width={place.width} height={PLOT_HIGH + BOTTOM} />
      {layout.columns
        .filter((column) => column.group === index)
        .map(({ kind, ...rectangle }) => (
          <Column kind={kinds[kind] ?? "solid"} rectangle={rectangle} />
        ))}
      {mark === undefined ? null : (
        <line
          class="plot-mark"
          x1={mark.x}
          x2={mark.x + mark.width}
          y1={mark.y}
          y2={mark.y}
          stroke-width="2.5"
        />
      )}
      <text class="plot-text" x={place.x + place.width / 2} y={HIGH - 6} text-anchor="middle">
        {label}
      </text>
    </a>
  );
}

function Column({
  kind,
  rectangle: { x, y, width, height },
}: {
  readonly kind: "solid" | "hatched";
  readonly rectangle: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}) {
  const size = { x, y, width, height };
  return kind === "solid" ? (
    <rect class="plot-solid" {...size} />
  ) : (
    <rect class="plot-hatched" {...size} fill="url(#hatch)" stroke-width="1" />
  );
}

/** The legend: a sample of each kind of column and line, with its meaning. */
export function Legend({
  items,
}: {
  readonly items: readonly {
    readonly kind: "solid" | "hatched" | "mark" | "line";
    readonly words: string;
  }[];
}) {
  return (
    <ul class="plot-legend">
      {items.map(({ kind, words }) => (
        <li>
          <svg width="18" height="12" aria-hidden="true" focusable="false">
            {drawSample(kind)}
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}

function drawSample(kind: "solid" | "hatched" | "mark" | "line"): Child {
  switch (kind) {
    case "solid":
      return <rect class="plot-solid" x="1" y="1" width="16" height="10" />;
    case "hatched":
      return <rect class="plot-hatched" x="1" y="1" width="16" height="10" fill="url(#hatch)" />;
    case "mark":
      return <line class="plot-mark" x1="0" x2="18" y1="6" y2="6" stroke-width="2.5" />;
    case "line":
      return (
        <>
          <line class="plot-path" x1="0" x2="18" y1="6" y2="6" stroke-width="2" />
          <circle class="plot-point" cx="9" cy="6" r="3" />
        </>
      );
  }
}
