// The rows of a preview: each with its mark, which says what confirming does with it. The filters
// only choose which rows are shown; each row has a button that leaves it out.

import { useTarget } from "../ui/frame.tsx";
import { plural, printAmount, printCount, printDay } from "../ui/print.ts";
import { DataTable, hidden, numeric } from "../ui/table.tsx";
import type { Import, PreviewedRow, PreviewedRows } from "../ui/wire.ts";
import { ForeseenWords, type Foreseen } from "./foreseen.tsx";
import { Cells, PayeeCell } from "./rows.tsx";

/** Rows shown at a time. */
export const PREVIEW_PAGE_ROWS = 100;

type Mark = PreviewedRow["mark"];

/** The marks of the shown rows, by the word in the address. */
export const SHOWS = {
  "": { label: "New and odd", marks: ["new", "elsewhere", "changed", "odd", "left_out"] },
  new: { label: "New", marks: ["new"] },
  elsewhere: { label: "Also in another file", marks: ["elsewhere"] },
  there: { label: "Already there", marks: ["there"] },
  changed: { label: "Changed", marks: ["changed"] },
  odd: { label: "Odd", marks: ["odd"] },
  left_out: { label: "Left out", marks: ["left_out"] },
  all: { label: "All", marks: ["new", "there", "elsewhere", "changed", "odd", "left_out"] },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly marks: readonly Mark[] }>
>;

export type Show = keyof typeof SHOWS;

/** The rows that an address asks for; new and odd ones by default. */
export function parseShow(text: string): Show {
  const known = Object.keys(SHOWS) as readonly Show[];
  return known.find((show) => show === text) ?? "";
}

/** A preview with the rows that are shown. */
export interface ShownPreview {
  readonly preview: PreviewedRows;
  readonly show: Show;
  readonly page: number;
  /** By the number of its row, what rules will set on a new transaction. */
  readonly foreseen: ReadonlyMap<number, Foreseen>;
}

/**
 * How many transactions confirming inserts, including those that another waiting import has too.
 */
export function countInserted({ marks }: Pick<PreviewedRows, "marks">): number {
  return marks.new + marks.elsewhere;
}

/** Says that the same file was imported before. */
export function ImportedBefore({ before }: { readonly before: PreviewedRows["imported_before"] }) {
  if (before === null) return null;
  return (
    <p class="caution imported-before">
      {"You imported this file on "}
      <time datetime={before.finished_at}>{printDay(before.finished_at.slice(0, 10))}</time>
      {". "}
      <a href={`/imports/${encodeURIComponent(before.id)}`}>See that import</a>
    </p>
  );
}

/** The filters and the rows. */
export function PreviewRows({
  run,
  shown,
}: {
  readonly run: Import;
  readonly shown: ShownPreview;
}) {
  const { preview, show, page } = shown;
  const path = `/imports/${encodeURIComponent(run.id)}`;
  const address = (to: Show, at = 1) => {
    const query = new URLSearchParams({
      ...(to === "" ? {} : { show: to }),
      ...(at === 1 ? {} : { page: String(at) }),
    }).toString();
    return `${path}${query === "" ? "" : `?${query}`}#rows`;
  };
  return (
    <section id="rows" aria-labelledby="rows-title">
      <h2 id="rows-title">Rows</h2>
      <nav class="filters" aria-label="Rows to show">
        {listFilters(preview).map(({ name, label, rows }) => (
          <a
            id={`show-${name || "default"}`}
            href={address(name)}
            data-swap="rows"
            aria-current={name === show ? "true" : undefined}
          >
            {`${label} (${printCount(rows)})`}
          </a>
        ))}
      </nav>
      {preview.rows.length === 0 ? (
        <p>{show === "" ? "Every row of this file is already there." : "No such rows."}</p>
      ) : (
        <MarkedTable run={run} shown={shown} />
      )}
      <p class="more">
        {page > 1 ? (
          <a id="rows-before" data-swap="rows" href={address(show, page - 1)}>
            Earlier rows
          </a>
        ) : null}
        {preview.has_more ? (
          <a id="rows-after" data-swap="rows" href={address(show, page + 1)}>
            Later rows
          </a>
        ) : null}
        {run.counts.rejected > 0 ? (
          <a href={`/api${path}/rejects.csv`}>Download the rejected rows as CSV</a>
        ) : null}
      </p>
    </section>
  );
}

function listFilters({ marks }: PreviewedRows) {
  const filters = (Object.entries(SHOWS) as readonly (readonly [Show, (typeof SHOWS)[Show]])[]).map(
    ([name, { label, marks: shown }]) => ({
      name,
      label,
      rows: shown.reduce((sum, mark) => sum + marks[mark], 0),
    }),
  );
  return filters.filter(({ name, rows }) => rows > 0 || name === "");
}

function MarkedTable({ run, shown }: { readonly run: Import; readonly shown: ShownPreview }) {
  const proof = run.layout?.proof;
  const breaks = proof?.kind === "running balance" ? (proof.break_lines ?? [proof.breaks_at]) : [];
  return (
    <DataTable
      class="rows marked"
      caption={`${SHOWS[shown.show].label}, in the order of the file`}
      columns={[
        numeric("Line"),
        "Date",
        "Payee",
        numeric("Amount"),
        "What happens",
        hidden("Leave out"),
      ]}
    >
      {shown.preview.rows.map((row) => (
        <MarkedRow run={run} row={row} shown={shown} breaks={breaks.includes(row.line)} />
      ))}
    </DataTable>
  );
}

function MarkedRow({
  run,
  row,
  shown,
  breaks,
}: {
  readonly run: Import;
  readonly row: PreviewedRow;
  readonly shown: ShownPreview;
  readonly breaks: boolean;
}) {
  const currency = run.layout?.currency ?? run.account?.currency ?? null;
  const foreseen = shown.foreseen.get(row.n);
  return (
    <tr id={`row-${row.n}`} class={`mark-${row.mark}`}>
      <td class="number line">{printCount(row.line)}</td>
      {row.item === null ? (
        <td class="cells" colspan={3}>
          <Cells cells={row.raw} />
        </td>
      ) : (
        <>
          <td class="date">
            <time datetime={row.item.date}>{row.item.date}</time>
          </td>
          <PayeeCell item={row.item}>
            {foreseen === undefined ? null : (
              <ForeseenWords printed={row.item.payee ?? ""} foreseen={foreseen} />
            )}
          </PayeeCell>
          <AmountCell item={row.item} currency={currency} breaks={breaks} />
        </>
      )}
      <td class="fate">
        <MarkWords row={row} />
      </td>
      <td class="leave">
        {row.mark === "new" || row.mark === "elsewhere" || row.mark === "left_out" ? (
          <LeaveOut run={run} row={row} shown={shown} />
        ) : null}
      </td>
    </tr>
  );
}

function AmountCell({
  item,
  currency,
  breaks,
}: {
  readonly item: NonNullable<PreviewedRow["item"]>;
  readonly currency: string | null;
  readonly breaks: boolean;
}) {
  const own = item.currency ?? currency;
  const amount = printAmount(item.amount, own);
  return (
    <td class={amount.startsWith("+") ? "number amount in" : "number amount"}>
      {amount}
      {own !== currency && own ? <small>{own.toUpperCase()}</small> : null}
      {breaks ? <small class="breaks">the balance does not match here</small> : null}
    </td>
  );
}

/** The mark of a row: an icon, a word, and the transaction, the file or the reason. */
function MarkWords({
  row: { mark, transaction_id: id, other, reason },
}: {
  readonly row: PreviewedRow;
}) {
  const link = id === null ? null : `/transactions/${id}`;
  switch (mark) {
    case "new":
      return <Words icon="+" word="New" />;
    case "there":
      return (
        <>
          {link === null ? (
            <Words icon="✓" word="Already there" />
          ) : (
            <a href={link}>
              <Words icon="✓" word="Already there" />
            </a>
          )}
          {other === null ? null : <small>{`from ${other.name}`}</small>}
        </>
      );
    case "elsewhere":
      return (
        <>
          <Words icon="+" word="New" />
          <small>
            {"also in "}
            {other === null ? (
              "another file"
            ) : (
              <a href={`/imports/${encodeURIComponent(other.id)}`}>{other.name}</a>
            )}
            , not imported yet
          </small>
        </>
      );
    case "changed":
      return (
        <>
          <Words icon="↻" word="Changed" />
          <small>
            {link === null ? "a transaction that is there" : <a href={link}>the transaction</a>}
            {reason === null ? "" : `: ${reason}`}
          </small>
        </>
      );
    case "odd":
      return (
        <>
          <Words icon="!" word="Odd" />
          <small>{`not imported: ${reason ?? "no transaction"}`}</small>
        </>
      );
    case "left_out":
      return <Words icon="–" word="Left out" />;
  }
}

function Words({ icon, word }: { readonly icon: string; readonly word: string }) {
  return (
    <>
      <span class="mark-icon" aria-hidden="true">
        {icon}
      </span>
      {word}
    </>
  );
}

function LeaveOut({
  run,
  row,
  shown: { show, page },
}: {
  readonly run: Import;
  readonly row: PreviewedRow;
  readonly shown: ShownPreview;
}) {
  const isOut = row.mark === "left_out";
  const about =
    row.item === null ? `line ${row.line}` : `${row.item.payee || "no payee"}, ${row.item.date}`;
  return (
    <form
      method="post"
      action={useTarget(`/imports/${encodeURIComponent(run.id)}/rows/${row.n}`)}
      data-swap="rows figures confirm-actions"
    >
      <input type="hidden" name="left_out" value={isOut ? "no" : "yes"} />
      <input type="hidden" name="show" value={show} />
      <input type="hidden" name="page" value={String(page)} />
      <button
        id={`leave-${row.n}`}
        class="quiet"
        type="submit"
        aria-label={`${isOut ? "Take in" : "Leave out"} ${about}`}
      >
        {isOut ? "Take in" : "Leave out"}
      </button>
    </form>
  );
}

/** "Import 19 transactions", and how many are changed; "Continue" if there are none. */
export function labelConfirm(preview: PreviewedRows): string {
  const inserted = countInserted(preview);
  const { changed } = preview.marks;
  if (inserted === 0)
    return changed === 0 ? "Continue" : `Change ${plural(changed, "transaction")}`;
  const words = `Import ${plural(inserted, "transaction")}`;
  return changed === 0 ? words : `${words} and change ${printCount(changed)}`;
}
