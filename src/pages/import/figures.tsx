// The figures of an import, written as a sum. After the import each leads to its rows.

import { printCount } from "../ui/print.ts";
import type { Import, PreviewedRows } from "../ui/wire.ts";
import { toGo } from "./actions.tsx";
import { countInserted } from "./preview.tsx";

/** Before anything is posted: read = new + already there + changed + rejected + skipped. */
const PREVIEW_FIGURES = [
  { key: "read", label: "rows read" },
  { key: "togo", label: "new" },
  { key: "duplicate", label: "already there" },
  { key: "changed", label: "changed" },
  { key: "rejected", label: "rejected" },
  { key: "skipped", label: "skipped" },
] as const;

/** Afterwards: read = inserted + duplicates + rejected + skipped + remaining. */
const FIGURES = [
  { key: "read", label: "rows read" },
  { key: "inserted", label: "inserted" },
  { key: "duplicate", label: "duplicates" },
  { key: "rejected", label: "rejected" },
  { key: "skipped", label: "skipped" },
  { key: "togo", label: "remaining" },
] as const;

const HIDDEN_AT_ZERO: readonly string[] = ["changed"];

/** The counts of an import; before it is confirmed, those of its preview. */
export function Figures({
  run,
  preview,
}: {
  readonly run: Import;
  readonly preview: PreviewedRows | null;
}) {
  const counts =
    preview === null
      ? { ...run.counts, changed: 0, togo: toGo(run) }
      : {
          ...run.counts,
          changed: preview.marks.changed,
          duplicate: preview.marks.there,
          togo: countInserted(preview),
        };
  const [figures, hiddenAtZero] =
    run.state === "preview" ? [PREVIEW_FIGURES, "duplicate"] : [FIGURES, "togo"];
  return (
    <dl class="figures" id="figures">
      {figures.map(({ key, label }, index) => (
        <div
          class={counts[key] === 0 ? "zero" : undefined}
          data-figure={key}
          hidden={counts[key] === 0 && (key === hiddenAtZero || HIDDEN_AT_ZERO.includes(key))}
        >
          {index === 0 ? null : (
            <span class="operator" aria-hidden="true">
              {index === 1 ? "=" : "+"}
            </span>
          )}
          <dt>{label}</dt>
          <dd>
            <FigureLink run={run} figure={key} count={counts[key]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A figure leads to the rows that it counts, once the import is done. */
function FigureLink({
  run,
  figure,
  count,
}: {
  readonly run: Import;
  readonly figure: string;
  readonly count: number;
}) {
  if (run.state !== "done" || count === 0) return <>{printCount(count)}</>;
  const id = encodeURIComponent(run.id);
  const state = figure === "read" ? "" : `?state=${figure}`;
  const href =
    figure === "inserted" ? `/transactions?source=import:${id}` : `/imports/${id}/rows${state}`;
  return <a href={href}>{printCount(count)}</a>;
}
