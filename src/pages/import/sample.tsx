// The first rows of a file as it prints them, beside its questions: a person answers a question
// about signs, dates or the account by looking at the rows and their balance.

import { DataTable } from "../ui/table.tsx";
import type { Import, LayoutPreview, Question } from "../ui/wire.ts";
import { LAYOUT_PREVIEW } from "../../importer/layouts/wire.ts";
import { encodePath } from "../ui/calls.ts";
import { send } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";

const SAMPLE_ROWS = 5;

/** Reads the beginning of an import's file; null if it cannot be read. */
export async function readSample(
  api: Variables["api"],
  { id, layout }: Import,
): Promise<LayoutPreview | null> {
  if (layout === null) return null;
  const path = encodePath`/api/layouts/${layout.fingerprint}/preview`;
  const found = await send(api, path, { import: id }, LAYOUT_PREVIEW);
  return found.ok ? found.value : null;
}

/**
 * The first rows, each with all its cells under the file's own headings, and the currency. Folded
 * if every question shows rows of its own.
 */
export function Sample({
  run,
  sample,
  questions,
}: {
  readonly run: Import;
  readonly sample: LayoutPreview;
  readonly questions: readonly Question[];
}) {
  const rows = <FirstRows run={run} sample={sample} />;
  if (sample.rows.length === 0 || questions.some(({ shown }) => shown === undefined)) return rows;
  return (
    <details class="sample-folded">
      <summary>The first rows of the file</summary>
      {rows}
    </details>
  );
}

function FirstRows({ run, sample }: { readonly run: Import; readonly sample: LayoutPreview }) {
  const { columns, currency } = run.layout ?? sample.layout;
  const rows = sample.rows.slice(0, SAMPLE_ROWS);
  if (rows.length === 0) return null;
  const used = columns.filter(
    ({ index, label }) => label !== "" || rows.some(({ raw }) => (raw[index] ?? "") !== ""),
  );
  return (
    <div class="sample">
      <p class="hint">
        {`The first ${rows.length === 1 ? "row" : `${rows.length} rows`} of ${run.document.name}, as printed. ${
          currency === null ? "The file names no currency." : `Currency: ${currency.toUpperCase()}.`
        }`}
      </p>
      <div
        class="scroll"
        tabindex={0}
        role="region"
        aria-label={`First rows of ${run.document.name}`}
      >
        <DataTable
          class="sample-rows"
          caption={`First rows of ${run.document.name}`}
          columns={used.map(({ index, label }) => (label === "" ? `Column ${index + 1}` : label))}
        >
          {rows.map(({ raw }) => (
            <tr>
              {used.map(({ index }) => (
                <td>{raw[index] ?? ""}</td>
              ))}
            </tr>
          ))}
        </DataTable>
      </div>
    </div>
  );
}
