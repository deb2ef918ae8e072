// The list of imports, newest first, and the list of all rows of one import.

import { IMPORTS_SEARCH_CHARS_MAX } from "../../platform/limits.ts";
import { DescribedInput } from "../ui/fields.tsx";
import { DataTable, numeric } from "../ui/table.tsx";
import { plural, printCount, printTime } from "../ui/print.ts";
import { Pager, Shell } from "../ui/shell.tsx";
import type { Import, Row, WaitingImport } from "../ui/wire.ts";
import { OddTable, RowTable } from "./rows.tsx";
import { mainCurrency, nameImport } from "./name.ts";
import { TRANSFERS_PATH } from "./transfers.tsx";
import { uploadAddress } from "./upload-page.tsx";
import { Dismiss, isDismissible, WAITING_PATH, waitWords } from "./waiting.tsx";
import { STATE_WORDS } from "./words.ts";

interface ImportListProps {
  readonly imports: readonly (Import | WaitingImport)[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly layout?: string | null;
  /** Whether only those that wait for a person are shown. */
  readonly waiting?: boolean;
  /** The words that are searched for; empty where nothing is. */
  readonly search?: string;
}

/** The list of imports: all, those of one layout, or those that wait for a person. */
export function ImportList({
  imports,
  page,
  hasMore,
  layout = null,
  waiting = false,
  search = "",
}: ImportListProps) {
  const filter = {
    ...(layout === null ? {} : { layout }),
    ...(waiting ? { waiting: "true" } : {}),
    ...(search === "" ? {} : { search }),
  };
  const address = (to: number) =>
    `/imports?${new URLSearchParams({ page: String(to), ...filter }).toString()}`;
  return (
    <Shell title="Imports" current="/imports">
      <h1>Imports</h1>
      <Filter layout={layout} waiting={waiting} />
      {layout !== null ||
      waiting ||
      (imports.length === 0 && page === 1 && search === "") ? null : (
        <Search search={search} />
      )}
      <ManyTransfers imports={imports} />
      {imports.length === 0 ? (
        <p>
          {`${page > 1 ? "This page is empty." : emptyWords(layout, waiting, search)} `}
          {search === "" ? <a href="/">Import files</a> : <a href="/imports">Show all imports</a>}
        </p>
      ) : (
        <DataTable
          class="imports"
          caption="Imports, newest first"
          columns={[
            "File",
            "Status",
            "Account",
            numeric("Inserted"),
            numeric("Duplicates"),
            numeric("Rejected"),
            numeric("Read"),
            "When",
          ]}
        >
          {imports.map((run) => (
            <ImportRow run={run} back={waiting ? "waiting" : "imports"} />
          ))}
        </DataTable>
      )}
      <Pager page={page} hasMore={hasMore} href={address} newer="Newer" older="Older" />
    </Shell>
  );
}

/** Leads to the page that accepts the transfers of all imports at once. */
function ManyTransfers({ imports }: Pick<ImportListProps, "imports">) {
  const transfers = imports.reduce(
    (sum, run) => sum + (("transfers_to_decide" in run ? run.transfers_to_decide : undefined) ?? 0),
    0,
  );
  return transfers === 0 ? null : (
    <p>
      <a class="button" href={TRANSFERS_PATH}>
        {`See ${plural(transfers, "possible transfer")} together`}
      </a>
    </p>
  );
}

function Filter({
  layout,
  waiting,
}: {
  readonly layout: string | null;
  readonly waiting: boolean;
}) {
  if (layout !== null)
    return (
      <p class="origin">
        {"Files with "}
        <a href={`/layouts/${encodeURIComponent(layout)}`}>one layout</a>
        {". "}
        <a href="/imports">Show all imports</a>
      </p>
    );
  return (
    <nav class="filters" aria-label="Imports to show">
      <a href="/imports" aria-current={waiting ? undefined : "true"}>
        All
      </a>
      <a href={WAITING_PATH} aria-current={waiting ? "true" : undefined}>
        Waiting for you
      </a>
    </nav>
  );
}

function Search({ search }: { readonly search: string }) {
  return (
    <form class="imports-search" method="get" action="/imports" role="search">
      <div class="search-line">
        <DescribedInput
          id="imports-search"
          label={<span class="hidden">Search file and account names</span>}
          error={null}
          type="search"
          name="search"
          value={search}
          placeholder="Search file, account"
          maxlength={IMPORTS_SEARCH_CHARS_MAX}
        />
        <button type="submit">Search</button>
      </div>
    </form>
  );
}

function emptyWords(layout: string | null, waiting: boolean, search: string): string {
  if (search !== "") return `No file or account has “${search}” in its name.`;
  if (waiting) return "No imports are waiting for you.";
  return layout === null
    ? "Nothing has been imported yet."
    : "No file with this layout has been imported.";
}

function ImportRow({
  run,
  back,
}: {
  readonly run: Import | WaitingImport;
  readonly back: "imports" | "waiting";
}) {
  const path = `/imports/${encodeURIComponent(run.id)}`;
  const isDismissed = run.state === "failed" && run.dismissed_at !== null;
  const figures = [
    ["inserted", run.counts.inserted],
    ["duplicates", run.counts.duplicate],
    ["rejected", run.counts.rejected],
    ["read", run.counts.read],
  ] as const;
  return (
    <tr>
      <th scope="row" class="file">
        <a href={path}>{nameImport(run)}</a>
        {run.upload === undefined ? null : (
          <small>
            <a href={uploadAddress(run.upload)}>uploaded together</a>
          </small>
        )}
        {"transfers_to_decide" in run ? <Waits run={run} path={path} /> : null}
      </th>
      <td>
        <span class={isDismissed ? "state" : `state state-${run.state}`}>
          {isDismissed ? "dismissed" : STATE_WORDS[run.state].word}
        </span>
        {isDismissible(run) ? <Dismiss id={run.id} name={nameImport(run)} back={back} /> : null}
      </td>
      <td class="account">{run.account?.name ?? "none yet"}</td>
      {figures.map(([label, count]) => (
        <td class={count === 0 ? "number figure zero" : "number figure"} data-label={label}>
          {printCount(count)}
        </td>
      ))}
      <td class="when">
        <time datetime={run.created_at}>{printTime(run.created_at)}</time>
      </td>
    </tr>
  );
}

function Waits({ run, path }: { readonly run: WaitingImport; readonly path: string }) {
  const { says, link } = waitWords(run);
  return (
    <small class="wait">
      {`It ${says}. `}
      <a href={path}>{link}</a>
    </small>
  );
}

/** The row states that the list can be filtered by. */
export const ROW_FILTERS = [
  { state: "", label: "All" },
  { state: "waiting", label: "Remaining" },
  { state: "inserted", label: "Inserted" },
  { state: "duplicate", label: "Duplicates" },
  { state: "rejected", label: "Rejected" },
  { state: "skipped", label: "Skipped" },
] as const;

interface AllRowsProps {
  readonly run: Import;
  readonly rows: readonly Row[];
  readonly state: string;
  readonly page: number;
  readonly hasMore: boolean;
}

function Rows({ run, rows, state }: Pick<AllRowsProps, "run" | "rows" | "state">) {
  const caption = "Rows in the order of the file";
  if (rows.length === 0) return <p>No rows.</p>;
  if (state === "rejected" || state === "skipped")
    return <OddTable rows={rows} caption={caption} />;
  return (
    <RowTable
      rows={rows}
      caption={caption}
      currency={mainCurrency(run)}
      proof={run.layout?.proof ?? null}
    />
  );
}

/** The rows of one import, by state. */
export function AllRows({ run, rows, state, page, hasMore }: AllRowsProps) {
  const path = `/imports/${encodeURIComponent(run.id)}`;
  const address = (filter: string, to: number) =>
    `${path}/rows?${new URLSearchParams({ state: filter, page: String(to) }).toString()}`;
  return (
    <Shell title={`Rows of ${nameImport(run)}`} current="/imports">
      <h1 class="file">{nameImport(run)}</h1>
      <p class="origin">
        <a href={path}>Back to the import</a>
      </p>
      <nav class="filters" aria-label="Rows to show">
        {ROW_FILTERS.map((filter) => (
          <a
            href={address(filter.state, 1)}
            aria-current={filter.state === state ? "true" : undefined}
          >
            {filter.label}
          </a>
        ))}
      </nav>
      <Rows run={run} rows={rows} state={state} />
      <Pager
        page={page}
        hasMore={hasMore}
        href={(to) => address(state, to)}
        newer="Earlier rows"
        older="Later rows"
      />
    </Shell>
  );
}
