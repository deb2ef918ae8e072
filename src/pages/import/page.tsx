// The page of one import: the next step, the figures, questions, odd rows, first rows and the
// layout. Everything between the title and the end is one region. public/live.js replaces it when
// the state changes, and updates the figures in place.

import { plural, printBytes, printCount, printTime } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { Receipts } from "../inbox/list.tsx";
import type { ListedReceipt } from "../inbox/wire.ts";
import type { Import, LayoutPreview, LearnedLayout, Row } from "../ui/wire.ts";
import { Late } from "./late-transactions.tsx";
import { Matches, type MatchesProps } from "./matches.tsx";
import { mainCurrency, nameImport } from "./name.ts";
import { ImportedBefore, PreviewRows, type ShownPreview } from "./preview.tsx";
import { ReadWrongly } from "./read-wrongly.tsx";
import { Proof, Reading, Warnings } from "./reading.tsx";
import { OddTable, RowTable } from "./rows.tsx";
import type { Undoing } from "./read-undo.ts";
import { Step } from "./step.tsx";
import { STATE_WORDS } from "./words.ts";

/** Seconds between reloads of a browser without scripts. */
const REFRESH_SECONDS = 3;

export interface ImportPageProps {
  readonly run: Import;
  readonly first: readonly Row[];
  readonly rejected: readonly Row[];
  readonly skipped: readonly Row[];
  /** The missing exchange rates, as "GBP to USD". */
  readonly unrated?: readonly string[];
  /** Whether the budget it went to has no category at all. */
  readonly hasNoCategories?: boolean;
  /** Receipts that match one of its rows. */
  readonly receipts?: readonly ListedReceipt[];
  /** How it relates to other imports; null if that was not read. */
  readonly matches?: Omit<MatchesProps, "run"> | null;
  /** What undoing would do, and what arrived after an undo; null if that was not read. */
  readonly undoing?: Undoing | null;
  /** The preview; null if the import waits for no confirmation. */
  readonly shown?: ShownPreview | null;
  /** The settings that are remembered for its layout, for reading it again. */
  readonly learned?: LearnedLayout | null;
  /** The first rows of the file, while a question comes before they are read. */
  readonly sample?: LayoutPreview | null;
  readonly alert?: string | null;
}

/** The page of one import. */
export function ImportPage(props: ImportPageProps) {
  const { run, shown = null } = props;
  const { working } = STATE_WORDS[run.state];
  return (
    <Shell
      title={nameImport(run)}
      current="/imports"
      scripts={["/live.js"]}
      refresh={working ? REFRESH_SECONDS : null}
    >
      <h1 class="file">{nameImport(run)}</h1>
      <div
        id="run"
        data-import={run.id}
        data-state={run.state}
        data-error={run.error ?? ""}
        data-working={working ? "yes" : "no"}
      >
        <Alert message={props.alert ?? null} />
        <Origin run={run} />
        <ImportedBefore before={shown?.preview.imported_before ?? null} />
        <Step
          run={run}
          preview={shown?.preview ?? null}
          sample={props.sample ?? null}
          unrated={props.unrated ?? []}
          hasNoCategories={props.hasNoCategories ?? false}
          undoing={props.undoing ?? null}
        />
        <Late run={run} found={props.undoing?.late ?? null} />
        {run.layout === null ? null : <Proof proof={run.layout.proof} />}
        {run.layout === null ? null : <Warnings warnings={run.layout.warnings} />}
        <Wrongly {...props} />
        {props.matches ? <Matches run={run} {...props.matches} /> : null}
        <Met receipts={props.receipts ?? []} />
        {shown === null ? <ReadRows {...props} /> : <PreviewRows run={run} shown={shown} />}
        {run.layout === null ? null : (
          <details class="how-read">
            <summary>How it was read</summary>
            <Reading layout={run.layout} />
          </details>
        )}
      </div>
    </Shell>
  );
}

/**
 * The rows of an import that is not a preview: rejected and skipped ones, then the first of all.
 */
function ReadRows(props: ImportPageProps) {
  const { run } = props;
  return (
    <>
      <Odd
        title="Rejected"
        note="These rows look like transactions, but they could not be read or were refused. They are not imported."
        state="rejected"
        rows={props.rejected}
        run={run}
      />
      <Odd
        title="Skipped"
        note={
          run.state === "undone"
            ? "These rows were undone, or are not transactions."
            : "These rows are not transactions, are not booked yet, or were left out."
        }
        state="skipped"
        rows={props.skipped}
        run={run}
      />
      <First {...props} />
    </>
  );
}

/** Receipts from the inbox that match a row of the import. */
function Met({ receipts }: { readonly receipts: readonly ListedReceipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts">Receipts for these transactions</h2>
      <Receipts receipts={receipts} caption="Receipts by date" />
    </section>
  );
}

function Origin({ run }: { readonly run: Import }) {
  return (
    <p class="origin">
      {run.account === null
        ? "No account yet"
        : `${run.account.name} (${run.account.currency.toUpperCase()})`}
      {" · "}
      <a href={`/api/imports/${encodeURIComponent(run.id)}/document`}>original file</a>
      {`, ${printBytes(run.document.bytes)}`}
      {" · "}
      <time datetime={run.created_at}>{printTime(run.created_at)}</time>
    </p>
  );
}

/** Before the import is confirmed, the settings of the reading; afterwards a link to the layout. */
function Wrongly({ run, shown = null, learned = null, sample = null }: ImportPageProps) {
  if (run.layout === null) return null;
  // A question that comes before the reading has to be answered first.
  if (run.state === "preview" || (run.state === "question" && run.counts.read > 0)) {
    const cells = shown?.preview.rows[0]?.raw ?? sample?.rows[0]?.raw ?? [];
    return <ReadWrongly run={run} layout={learned} sample={cells} />;
  }
  return (
    <p class="more">
      <a
        href={`/layouts/${encodeURIComponent(run.layout.fingerprint)}?import=${encodeURIComponent(run.id)}`}
      >
        Correct how this file is read
      </a>
    </p>
  );
}

function Odd(props: {
  readonly title: string;
  readonly note: string;
  readonly state: "rejected" | "skipped";
  readonly rows: readonly Row[];
  readonly run: Import;
}) {
  const all = props.run.counts[props.state];
  if (props.rows.length === 0) return null;
  const path = `/imports/${encodeURIComponent(props.run.id)}`;
  return (
    <section class={props.state}>
      <h2>{`${props.title}: ${plural(all, "row")}`}</h2>
      <p class="hint">{props.note}</p>
      <OddTable rows={props.rows} caption={`${props.title} rows`} />
      <p class="more">
        {all > props.rows.length ? (
          <a href={`${path}/rows?state=${props.state}`}>{`All ${printCount(all)}`}</a>
        ) : null}
        {props.state === "rejected" ? (
          <a href={`/api${path}/rejects.csv`}>Download the rejected rows as CSV</a>
        ) : null}
      </p>
    </section>
  );
}

function First({ run, first }: ImportPageProps) {
  if (first.length === 0) return null;
  const whole = first.length >= run.counts.read;
  return (
    <section>
      <h2>{whole ? "All rows" : `The first ${plural(first.length, "row")}`}</h2>
      <RowTable
        rows={first}
        caption="Rows in the order of the file"
        currency={mainCurrency(run)}
        proof={run.layout?.proof ?? null}
      />
      {whole ? null : (
        <p class="more">
          <a
            href={`/imports/${encodeURIComponent(run.id)}/rows`}
          >{`All ${plural(run.counts.read, "row")}`}</a>
        </p>
      )}
    </section>
  );
}
