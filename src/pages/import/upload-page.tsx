// One page for the files that were uploaded together: the progress and the preview of each, the
// questions, and one button for all that are proven. public/uploads.js keeps it up to date.

import { useTarget } from "../ui/frame.tsx";
import { plural, printCount, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { DataTable, hidden, numeric } from "../ui/table.tsx";
import type { Previewed } from "../ui/wire.ts";
import { nameImport } from "./name.ts";
import {
  describeProof,
  findProgress,
  isWholeProof,
  PROGRESS_WORDS,
  summarize,
  type Progress,
} from "./upload-summary.ts";
import { TRANSFERS_PATH } from "./transfers.tsx";
import { UploadQuestions, type ShownAsking } from "./upload-questions.tsx";
import { Dismiss, isDismissible } from "./waiting.tsx";

/** Seconds between reloads of a browser without scripts. */
const REFRESH_SECONDS = 3;

interface UploadPageProps {
  readonly id: string;
  readonly imports: readonly Previewed[];
  readonly groups: readonly ShownAsking[];
  readonly alert?: string | null;
}

/** The path of the page. */
export function uploadAddress(id: string): string {
  return `/imports/uploads/${encodeURIComponent(id)}`;
}

/** The page of an upload. */
export function UploadPage({ id, imports, groups, alert = null }: UploadPageProps) {
  const runs = imports.map((one) => one.import);
  const progress = runs.map(findProgress);
  const isWorking = progress.some((one) => one === "reading" || one === "importing");
  const isFirstReading = runs.some(
    ({ state, layout }) => state === "received" || (state === "reading" && layout === null),
  );
  const sentence = summarize(runs);
  return (
    <Shell
      title={`${plural(imports.length, "file")} to import`}
      current="/imports"
      scripts={["/uploads.js"]}
      refresh={isWorking && groups.length === 0 ? REFRESH_SECONDS : null}
    >
      <h1>Import files</h1>
      <section
        class="step"
        id="upload-step"
        data-live
        data-working={isWorking ? "yes" : "no"}
        aria-label="Status"
      >
        <Alert message={alert} />
        {/* After an action the focus comes here: the next button is one Tab away, and no Enter presses it unread. */}
        <p class="sentence" role="status" id="sentence" tabindex={-1}>
          {sentence}
        </p>
        {isWorking ? (
          <progress
            id="progress"
            max={imports.length}
            value={progress.filter((one) => one !== "reading" && one !== "importing").length}
            aria-label="Files finished"
          />
        ) : null}
        <ConfirmAll path={uploadAddress(id)} imports={imports} />
        {progress.every((one) => ENDED.includes(one)) ? <Ended /> : null}
      </section>
      <div id="upload-questions" data-live>
        {isFirstReading && groups.length > 0 ? (
          <p class="hint">Questions follow when every file has been read.</p>
        ) : (
          <UploadQuestions path={uploadAddress(id)} groups={groups} swap={SWAPPED} />
        )}
      </div>
      <div id="upload-files" data-live>
        <FileTable imports={imports} />
      </div>
    </Shell>
  );
}

const ENDED: readonly Progress[] = ["imported", "failed", "discarded"];

/** The links for when nothing of the upload is left to do. */
function Ended() {
  return (
    <p class="actions">
      <a class="button" href="/transactions">
        See the transactions
      </a>
      <a class="button" href="/review">
        Review what is new
      </a>
      <a class="button" href={TRANSFERS_PATH}>
        Transfers between your accounts
      </a>
      <a class="button" href="/">
        Import more files
      </a>
    </p>
  );
}

function ConfirmAll({
  path,
  imports,
}: {
  readonly path: string;
  readonly imports: readonly Previewed[];
}) {
  const ready = (wanted: Progress) => imports.filter((one) => findProgress(one.import) === wanted);
  const proven = ready("proven");
  const unproven = ready("unproven");
  if (proven.length + unproven.length === 0) return null;
  return (
    <>
      <p class="hint">
        {`${describeSum([...proven, ...unproven])} Balances that the files prove are set too.`}
      </p>
      <div class="actions">
        <ConfirmForm
          path={path}
          files={proven}
          label={
            proven.length === 1 ? "Import the proven file" : `Import the ${proven.length} proven`
          }
          isPrimary
          id="confirm-proven"
        />
        <ConfirmForm
          path={path}
          files={unproven}
          label={
            unproven.length === 1
              ? "Import the file to check"
              : `Import the ${unproven.length} to check`
          }
          isPrimary={false}
          id="confirm-unproven"
        />
      </div>
    </>
  );
}

/** "1,530 new transactions; 248 are already there." */
function describeSum(files: readonly Previewed[]): string {
  const sum = (count: (one: Previewed) => number) =>
    files.reduce((total, one) => total + count(one), 0);
  const fresh = sum(({ marks }) => marks.new);
  const there = sum(({ marks }) => marks.there + marks.elsewhere);
  const rest =
    there === 0
      ? ""
      : `; ${printCount(there)} ${there === 1 ? "is" : "are"} already there or in two of these files`;
  return `${plural(fresh, "new transaction")}${rest}.`;
}

function ConfirmForm({
  path,
  files,
  label,
  isPrimary,
  id,
}: {
  readonly path: string;
  readonly files: readonly Previewed[];
  readonly label: string;
  readonly isPrimary: boolean;
  readonly id: string;
}) {
  if (files.length === 0) return null;
  return (
    <form
      method="post"
      action={useTarget(`${path}/confirm`)}
      data-swap={SWAPPED}
      data-focus="sentence"
    >
      {files.map((one) => (
        <input type="hidden" name="import" value={one.import.id} />
      ))}
      <button id={id} class={isPrimary ? "primary" : undefined} type="submit">
        {label}
      </button>
    </form>
  );
}

/** The parts of the page that an action changes. */
const SWAPPED = "upload-step upload-questions upload-files";

function FileTable({ imports }: { readonly imports: readonly Previewed[] }) {
  return (
    <DataTable
      class="imports uploads"
      caption="Files by name"
      columns={[
        "File",
        "Status",
        "Account",
        "Period",
        numeric("Rows"),
        numeric("New"),
        numeric("Already there"),
        numeric("Changed"),
        numeric("Odd"),
        "Proof",
        hidden("Actions"),
      ]}
    >
      {sortByName(imports).map((one) => (
        <FileRow one={one} />
      ))}
    </DataTable>
  );
}

/** Sorts files by folder and name, with numbers by value, so that months are in order. */
function sortByName(imports: readonly Previewed[]): readonly Previewed[] {
  const path = ({ import: { document } }: Previewed) => `${document.folder ?? ""}/${document.name}`;
  return imports.toSorted((a, b) => path(a).localeCompare(path(b), "en", { numeric: true }));
}

function FileRow({ one }: { readonly one: Previewed }) {
  const { import: run, marks, from, to, imported_before: before } = one;
  const path = `/imports/${encodeURIComponent(run.id)}`;
  const progress = findProgress(run);
  return (
    <tr id={`import-${run.id}`}>
      <th scope="row" class="file">
        <a href={path} id={`see-${run.id}`}>
          {nameImport(run)}
        </a>
        {run.error === null || progress === "importing" ? null : (
          <small class="wait">{run.error}</small>
        )}
        {before === null ? null : (
          <small class="wait">
            {"You imported this file on "}
            <time datetime={before.finished_at}>{printDay(before.finished_at.slice(0, 10))}</time>.
          </small>
        )}
        {marks.elsewhere === 0 ? null : (
          <small class="wait">{`${plural(marks.elsewhere, "row")} also in another file.`}</small>
        )}
      </th>
      <td>
        <span class={`state progress-${progress}`}>{PROGRESS_WORDS[progress].word}</span>
      </td>
      <td class="account">
        {run.account === null
          ? describeMissingAccount(progress)
          : `${run.account.name} (${run.account.currency.toUpperCase()})`}
      </td>
      <td class="period">
        {from === null || to === null ? "" : `${printDay(from)} – ${printDay(to)}`}
      </td>
      {listFigures(one).map(([label, count]) => (
        <td class={count === 0 ? "number figure zero" : "number figure"} data-label={label}>
          {run.counts.read === 0 ? "" : printCount(count)}
        </td>
      ))}
      <td class="proven-by">
        {run.layout === null || progress === "question" ? (
          ""
        ) : (
          <ProofMark proof={run.layout.proof} />
        )}
      </td>
      <td>
        {isDismissible(run) ? <Dismiss id={run.id} name={nameImport(run)} back="waiting" /> : null}
      </td>
    </tr>
  );
}

/** The counts of a file's row, each with its name on a phone. */
function listFigures({ import: run, marks }: Previewed): readonly (readonly [string, number])[] {
  const isImported = findProgress(run) === "imported";
  return [
    ["rows", run.counts.read],
    ["new", isImported ? run.counts.inserted : marks.new],
    ["already there", isImported ? run.counts.duplicate : marks.there + marks.elsewhere],
    ["changed", marks.changed],
    ["odd", marks.odd],
  ];
}

function describeMissingAccount(progress: Progress): string {
  return progress === "failed" || progress === "discarded" ? "" : "none yet";
}

function ProofMark({
  proof,
}: {
  readonly proof: NonNullable<Previewed["import"]["layout"]>["proof"];
}) {
  const isWhole = isWholeProof(proof);
  return (
    <span class={isWhole ? "proof-mark whole" : "proof-mark"}>
      {`${isWhole ? "✓ " : ""}${describeProof(proof)}`}
    </span>
  );
}
