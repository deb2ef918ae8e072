// What a layouts file would change, before it does.

import { DataTable } from "../ui/table.tsx";
import { plural } from "../ui/print.ts";
import { Shell } from "../ui/shell.tsx";
import type { LayoutChange } from "../ui/wire.ts";

interface ChangesProps {
  readonly changes: readonly LayoutChange[];
  readonly mode: "merge" | "replace";
  /** The file itself, sent again by the button. */
  readonly json: string;
}

const KIND_WORDS: Readonly<Record<LayoutChange["kind"], string>> = {
  added: "new",
  changed: "changed",
  removed: "deleted",
  same: "unchanged",
};

/** The changes, a row for each layout, and the button that makes them. */
export function LayoutChanges({ changes, mode, json }: ChangesProps) {
  const telling = changes.filter(({ kind, sentences }) => kind !== "same" || sentences.length > 0);
  const doing = changes.filter(({ kind }) => kind !== "same").length;
  return (
    <Shell title="Upload layouts" current="/layouts">
      <h1>Upload layouts</h1>
      <p class="lead">
        {doing === 0
          ? "The file changes nothing. You already have all of these layouts."
          : `Nothing has changed yet. The file would change ${plural(doing, "layout")}.`}
      </p>
      {telling.length === 0 ? null : (
        <DataTable class="odd changes" caption="Changes" columns={["Layout", "Change", "Details"]}>
          {telling.map(({ fingerprint, bank, format, kind, sentences }) => (
            <tr>
              <td>
                {bank ?? format}
                <small>{fingerprint}</small>
              </td>
              <td>{KIND_WORDS[kind]}</td>
              <td>
                <ul class="why">
                  {sentences.map((sentence) => (
                    <li>{sentence}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <form class="actions" method="post" action="/layouts/import" enctype="multipart/form-data">
        <input type="hidden" name="mode" value={mode} />
        <input type="hidden" name="json" value={json} />
        {doing === 0 ? null : (
          <button class="primary" type="submit">
            {mode === "replace" ? "Replace" : "Merge"}
          </button>
        )}
        <a class="button" href="/layouts">
          {doing === 0 ? "Back to layouts" : "Cancel"}
        </a>
      </form>
    </Shell>
  );
}
