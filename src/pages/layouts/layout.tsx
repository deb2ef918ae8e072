// One layout: what is remembered and set for it, as one form; a document read under it, as it would be; how it was read
// last, and why. Without scripts a button shows the preview; with them it follows every change (public/layouts.js).

import { isAccountQuestion } from "../../importer/imports/accounts.ts";
import { plural, printTime } from "../ui/print.ts";
import { Alert, AskOnce, Shell } from "../ui/shell.tsx";
import { Reading } from "../import/reading.tsx";
import type { LayoutPreview, LearnedLayout } from "../ui/wire.ts";
import { AnswerFields, SettingFields, type Choosable, type Edited } from "./fields.tsx";
import { addressOfLayout, nameOfLayout } from "./list.tsx";
import { Preview } from "./preview.tsx";

export interface LayoutPageProps {
  readonly layout: LearnedLayout;
  /** What the form shows: what is remembered, or what was edited and not saved. */
  readonly edited: Edited;
  readonly accounts: readonly Choosable[];
  /** The document read as edited; why not, where it cannot be; null where there is none. */
  readonly preview: LayoutPreview | string | null;
  /** The import whose document is shown, where the person came from one. */
  readonly importId: string | null;
  readonly saved?: boolean;
  readonly alert?: string | null;
}

/** The page of a layout. */
export function LayoutPage(props: LayoutPageProps) {
  const { layout, edited, accounts, preview, importId, saved = false, alert = null } = props;
  const path = addressOfLayout(layout.fingerprint);
  const name = nameOfLayout(layout);
  return (
    <Shell title={`Layout ${name}`} current="/layouts" scripts={["/layouts.js"]}>
      <h1 class="file">{name}</h1>
      <Facts layout={layout} />
      <Alert message={alert} />
      {saved ? (
        <p class="read" role="status">
          Saved. The next file of this layout is read so.
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
        <p class="actions">
          <button class="primary" type="submit">
            Save
          </button>
          <button type="submit" formaction={`${path}/preview`}>
            Preview
          </button>
          <span class="hint">Only files imported from now on are read so.</span>
        </p>
      </form>
      <div id="preview">
        <Preview preview={preview} />
      </div>
      <Past layout={layout} />
      <Reading layout={layout} title="How the last one was read" />
      <section class="panel" aria-labelledby="forget">
        <h2 id="forget">Forget it</h2>
        <AskOnce
          label="Forget this layout…"
          ask="What was answered and set is forgotten: the next such file is read by what it says itself, and asks what it leaves open. Imports stay as they are."
          action={`${path}/forget`}
          confirm="Forget it"
        />
      </section>
    </Shell>
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
      {used_at === null ? "not used here yet" : "last used "}
      {used_at === null ? null : <time datetime={used_at}>{printTime(used_at)}</time>}
      {" · "}
      <code>{fingerprint}</code>
      {kept ? null : " · forgotten: saving anything keeps it again"}
    </p>
  );
}

function Decided({ format }: { readonly format: string }) {
  return (
    <p class="hint">{`How ${format.toUpperCase()} is read is decided by the format itself; there is nothing to set.`}</p>
  );
}

/** Why saving helps the next file and not the last one. */
function Past({ layout }: { readonly layout: LearnedLayout }) {
  if (layout.imports === 0) return null;
  const hasAccount = layout.answers.some(({ question }) => isAccountQuestion(question));
  return (
    <p class="hint past">
      {
        "Imports that were read already are not changed. If one was read wrongly, save what is right here, undo "
      }
      <a href={`/imports?layout=${encodeURIComponent(layout.fingerprint)}`}>that import</a>
      {
        " and send its file again: without undoing it, the same transactions read otherwise would come in a second time."
      }
      {hasAccount
        ? " Undoing forgets the answers it was read with; what is changed or set here since stays."
        : ""}
    </p>
  );
}
