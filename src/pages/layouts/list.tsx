// The list of layouts, last used first, and the download and upload of a layouts file.

import { InputField, RadioChoice } from "../ui/fields.tsx";
import { DataTable } from "../ui/table.tsx";
import { isSettable } from "../../statements/settings.ts";
import { plural, printTime } from "../ui/print.ts";
import { Alert, Pager, Shell } from "../ui/shell.tsx";
import type { LearnedLayout } from "../ui/wire.ts";

interface LayoutListProps {
  readonly layouts: readonly LearnedLayout[];
  readonly page: number;
  readonly hasMore: boolean;
  /** What was done, if the page answers a form. */
  readonly done?: string | null;
  readonly alert?: string | null;
}

/** The list, with the download and the upload. */
export function LayoutList({ layouts, page, hasMore, done = null, alert = null }: LayoutListProps) {
  return (
    <Shell title="Layouts" current="/layouts">
      <h1>Layouts</h1>
      <p class="lead">
        A layout describes how one bank’s file is built, with your answers and settings. Files with
        a known layout need no more answers.
      </p>
      <Alert message={alert} />
      {done === null ? null : (
        <p class="read" role="status">
          {done}
        </p>
      )}
      {layouts.length === 0 ? (
        <p>
          {page === 1
            ? "You have no layouts yet. Your first import creates the first one."
            : "This page is empty."}
        </p>
      ) : (
        <LayoutTable layouts={layouts} />
      )}
      <Pager
        page={page}
        hasMore={hasMore}
        href={(to) => `/layouts?page=${to}`}
        newer="Newer"
        older="Older"
      />
      <Elsewhere hasAny={layouts.length > 0} />
    </Shell>
  );
}

/** The name of a layout: its bank, else its first labels. */
export function nameOfLayout({
  bank,
  columns,
  format,
}: Pick<LearnedLayout, "bank" | "columns" | "format">): string {
  if (bank !== null && bank !== "") return bank;
  const labels = columns.map(({ label }) => label).filter((label) => label !== "");
  return isSettable(format) && labels.length > 0
    ? labels.slice(0, 4).join(", ")
    : `${format.toUpperCase()} statements`;
}

/** The path of a layout's page. */
export function addressOfLayout(fingerprint: string): string {
  return `/layouts/${encodeURIComponent(fingerprint)}`;
}

function LayoutTable({ layouts }: { readonly layouts: readonly LearnedLayout[] }) {
  return (
    <DataTable
      class="keys layouts"
      caption="Layouts, last used first"
      columns={["Layout", "Format", "Answers", "Imports", "Last used"]}
    >
      {layouts.map((layout) => (
        <tr>
          <th scope="row">
            <a href={addressOfLayout(layout.fingerprint)}>{nameOfLayout(layout)}</a>
          </th>
          <td data-label="format">{layout.format}</td>
          <td data-label="answers">
            {layout.answers.length === 0 ? "none" : plural(layout.answers.length, "answer")}
          </td>
          <td data-label="imports">{layout.imports === 0 ? "none" : layout.imports}</td>
          <td data-label="last used">
            {layout.used_at === null ? (
              "never"
            ) : (
              <time datetime={layout.used_at}>{printTime(layout.used_at)}</time>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Elsewhere({ hasAny }: { readonly hasAny: boolean }) {
  return (
    <section class="panel" aria-labelledby="elsewhere">
      <h2 id="elsewhere">Back up or transfer layouts</h2>
      {hasAny ? (
        <p>
          <a href="/layouts/export">Download all layouts as a file</a>
          {" (JSON). The file has account names and column labels, but no transactions."}
        </p>
      ) : null}
      <form class="stack" method="post" action="/layouts/import" enctype="multipart/form-data">
        <InputField
          label="Layouts file"
          type="file"
          name="file"
          accept="application/json,.json"
          required
        />
        <fieldset>
          <legend>How to apply it</legend>
          <RadioChoice
            name="mode"
            value="merge"
            checked
            label="Merge"
            hint={
              <small class="words">Answers in the file replace yours; everything else stays.</small>
            }
          />
          <RadioChoice
            name="mode"
            value="replace"
            label="Replace"
            hint={
              <small class="words">
                Deletes all your layouts and keeps only those in the file.
              </small>
            }
          />
        </fieldset>
        <button type="submit">Preview changes</button>
      </form>
    </section>
  );
}
