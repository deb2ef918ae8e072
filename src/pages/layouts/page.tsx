// One layout: its answers and settings as one form, a preview of a document, and how the last file
// was read. Without scripts a button shows the preview. With them it follows every change
// (public/layouts.js).

import { ConfirmButton } from "../ui/buttons.tsx";
import { isAccountQuestion } from "../../importer/imports/accounts.ts";
import { plural, printTime } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { Reading } from "../import/reading.tsx";
import type { LayoutPreview, LearnedLayout } from "../ui/wire.ts";
import { AnswerFields, SettingFields, type Choosable, type Edited } from "./fields.tsx";
import { addressOfLayout, nameOfLayout } from "./list.tsx";
import { Preview } from "./preview.tsx";

export interface LayoutPageProps {
  readonly layout: LearnedLayout;
  /** The form's content: what is remembered, or edits that were not saved. */
  readonly edited: Edited;
  readonly accounts: readonly Choosable[];
  /** The document read with the edits; a text if it cannot be read; null if there is none. */
  readonly preview: LayoutPreview | string | null;
  /** The import whose document is shown, if the person came from one. */
  readonly importId: string | null;
  /** Whether that import waits for an answer, and is read again when the settings are saved. */
  readonly waits?: boolean;
  readonly saved?: boolean;
  readonly alert?: string | null;
}

/** The page of a layout. */
export function LayoutPage(props: LayoutPageProps) {
  const { layout, edited, accounts, preview, importId, saved = false } = props;
  const { waits = false, alert = null } = props;
  const path = addressOfLayout(layout.fingerprint);
  const name = nameOfLayout(layout);
  return (
    <Shell title={`Layout ${name}`} current="/layouts" scripts={["/layouts.js"]}>
      <h1 class="file">{name}</h1>
      <Facts layout={layout} />
      <Alert message={alert} />
      {saved ? (
        <p class="read" role="status">
          Saved. This applies to the next file with this layout.
        </p>
      ) : null}
      <form
        class="layout-form stack"
        id="layout"
        method="post"
        action={path}
        data-preview={`${path}/preview`}
      >
        {importId === null ? null : <input type="hidden" name="import" value={importId} />}
        <AnswerFields layout={layout} edited={edited} accounts={accounts} />
        {layout.settable ? (
          <SettingFields
            layout={layout}
            edited={edited}
            sample={typeof preview === "object" ? (preview?.rows[0]?.raw ?? []) : []}
          />
        ) : (
          <Decided format={layout.format} />
        )}
        <SaveActions path={path} waits={waits} />
      </form>
      <div id="preview">
        <Preview preview={preview} />
      </div>
      <Past layout={layout} />
      <Reading layout={layout} title="How the last file was read" />
      <section class="panel" aria-labelledby="forget">
        <h2 id="forget">Forget this layout</h2>
        <ConfirmButton
          label="Forget this layout…"
          ask="Your answers and settings for this layout will be deleted. The next file with it is detected from scratch and may ask questions again. Existing imports do not change."
          action={`${path}/forget`}
          confirm="Forget layout"
        />
      </section>
    </Shell>
  );
}

/** The buttons of the form; `waits`: saving also reads a waiting file again. */
function SaveActions({ path, waits }: { readonly path: string; readonly waits: boolean }) {
  return (
    <p class="actions">
      <button class="primary" type="submit">
        {waits ? "Save and read the file again" : "Save"}
      </button>
      <button type="submit" formaction={`${path}/preview`}>
        Preview
      </button>
      <span class="hint">
        {waits
          ? "The file that waits is read again, and the next files with this layout are read the same way."
          : "Changes apply only to files that you import from now on."}
      </span>
    </p>
  );
}

function Facts({ layout }: { readonly layout: LearnedLayout }) {
  const { fingerprint, format, imports, used_at, kept } = layout;
  return (
    <p class="origin">
      {`${format.toUpperCase()} · `}
      {imports === 0 ? (
        "no imports"
      ) : (
        <a href={`/imports?layout=${encodeURIComponent(fingerprint)}`}>
          {plural(imports, "import")}
        </a>
      )}
      {" · "}
      {used_at === null ? "not used yet" : "last used "}
      {used_at === null ? null : <time datetime={used_at}>{printTime(used_at)}</time>}
      {" · "}
      <code>{fingerprint}</code>
      {kept ? null : " · forgotten; saving keeps it again"}
    </p>
  );
}

function Decided({ format }: { readonly format: string }) {
  return <p class="hint">{`The ${format.toUpperCase()} format leaves nothing to set.`}</p>;
}

/** Explains that saving helps the next file and not the last one. */
function Past({ layout }: { readonly layout: LearnedLayout }) {
  if (layout.imports === 0) return null;
  const hasAccount = layout.answers.some(({ question }) => isAccountQuestion(question));
  return (
    <p class="hint past">
      {
        "Existing imports do not change. If one was read wrongly, save the correct settings here, undo "
      }
      <a href={`/imports?layout=${encodeURIComponent(layout.fingerprint)}`}>that import</a>
      {
        " and import its file again. If you do not undo it first, its transactions could be inserted twice."
      }
      {hasAccount
        ? " Undoing also forgets the answers that you gave for that import. Changes that you made here later stay."
        : ""}
    </p>
  );
}
