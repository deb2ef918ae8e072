// Helps a person to answer a question: shows rows of the file with the disputed cells marked and the
// result of each answer, and links to the settings if no answer fits.

import { isAccountQuestion } from "../../importer/imports/accounts.ts";
import { isSettable } from "../../statements/settings.ts";
import { DataTable } from "../ui/table.tsx";
import type { Import, Question } from "../ui/wire.ts";

type Shown = NonNullable<Question["shown"]>;

/** The rows as the file prints them. */
export function ShownTable({ shown: { labels, marked, rows } }: { readonly shown: Shown }) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Rows of the file">
      <DataTable class="shown-rows" caption="Rows of the file, as printed" columns={labels}>
        {rows.map(({ cells }) => (
          <tr>
            {cells.map((cell, index) => (
              <td class={isShort(cell) ? "short" : undefined} data-label={labels[index] ?? ""}>
                {marked.includes(index) && cell !== "" ? <mark>{cell}</mark> : cell}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

/** Whether a cell, a date or an amount, stays on one line. */
function isShort(cell: string): boolean {
  return cell.length <= SHORT_CHARS && /\d/.test(cell);
}

const SHORT_CHARS = 20;

/** The results of an answer: of each shown row, then of the file. */
export function Consequences({
  choice: { example, follows = [] },
  shown,
}: {
  readonly choice: Question["choices"][number];
  readonly shown: Shown | undefined;
}) {
  return (
    <>
      {follows.map((what, index) => (
        <small class="follow">
          <span class="of">{shown?.rows[index]?.text ?? ""}</span> <span class="what">{what}</span>
        </small>
      ))}
      {example === "" ? null : <small class="words">{example}</small>}
    </>
  );
}

/** Leads to the settings of the layout, with the reader's guess filled in. */
export function SomethingElse({ run, id }: { readonly run: Import; readonly id: string }) {
  if (run.layout === null || !isSettable(run.layout.format) || isAccountQuestion(id)) return null;
  if (run.counts.read > 0) return null;
  const query = new URLSearchParams({ import: run.id, question: id });
  const path = `/layouts/${encodeURIComponent(run.layout.fingerprint)}?${query.toString()}`;
  return (
    <p class="hint">
      {"Something else? "}
      <a href={path}>Set how this file is read</a>
    </p>
  );
}
