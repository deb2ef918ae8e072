// A document of the layout, read with the form's settings: the proof first, then contradictions and
// the first rows. public/layouts.js replaces this region.

import { plural, printCount } from "../ui/print.ts";
import { Proof, Warnings } from "../import/reading.tsx";
import { RowTable } from "../import/rows.tsx";
import type { LayoutPreview } from "../ui/wire.ts";

/** The preview, or why there is none. */
export function Preview({ preview }: { readonly preview: LayoutPreview | string | null }) {
  if (preview === null)
    return (
      <p class="hint">No file with this layout has been imported yet, so there is no preview.</p>
    );
  if (typeof preview === "string") {
    return (
      <section aria-labelledby="preview-title">
        <h2 id="preview-title">Preview</h2>
        <p class="alert" role="alert">
          {`With these settings the file would be refused: ${preview}`}
        </p>
      </section>
    );
  }
  const { document, layout, questions, rows, counts, whole } = preview;
  const fates = [
    plural(counts.transactions, "transaction"),
    ...(counts.rejected > 0 ? [`${printCount(counts.rejected)} rejected`] : []),
    ...(counts.skipped > 0 ? [`${printCount(counts.skipped)} skipped`] : []),
  ].join(", ");
  return (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">{`Preview: ${document}`}</h2>
      <p class="origin" id="preview-sentence">
        {whole
          ? `With these settings: ${fates}. A preview imports nothing.`
          : `With these settings, in the first ${plural(counts.read, "row")}: ${fates}. A preview imports nothing.`}
      </p>
      <Warnings warnings={layout.warnings} />
      {questions.map(({ ask }) => (
        <p class="caution">{`This file would need an answer: ${ask}`}</p>
      ))}
      <Proof proof={layout.proof} />
      {rows.length === 0 ? (
        <p>The file has no rows.</p>
      ) : (
        <RowTable
          rows={rows}
          caption={`The first ${plural(rows.length, "row")} of ${document}`}
          currency={
            layout.currency ?? rows.find(({ item }) => item !== null)?.item?.currency ?? null
          }
          proof={layout.proof}
        />
      )}
    </section>
  );
}
