// Tables of rows: transactions in file order, and odd rows with their cells and the reason.

import type { Child } from "hono/jsx";
import { DataTable, numeric } from "../ui/table.tsx";
import { printAmount, printCount } from "../ui/print.ts";
import type { Layout, Row } from "../ui/wire.ts";
import { rowWord } from "./words.ts";

interface RowsProps {
  readonly rows: readonly Row[];
  readonly caption: string;
  /** The account's currency, for rows that name none. */
  readonly currency: string | null;
  /** The proof: a running balance may break at a row. */
  readonly proof: Layout["proof"] | null;
}

/** Rows of every state. A row that could not be read shows its cells instead. */
export function RowTable({ rows, caption, currency, proof }: RowsProps) {
  const breaks = proof?.kind === "running balance" ? (proof.break_lines ?? [proof.breaks_at]) : [];
  return (
    <DataTable
      class="rows"
      caption={caption}
      columns={[numeric("Line"), "Date", "Payee", numeric("Amount"), "Status"]}
    >
      {rows.map((row) =>
        row.item === null ? (
          <RawRow row={row} />
        ) : (
          <ItemRow
            row={row}
            item={row.item}
            currency={currency}
            breaks={breaks.includes(row.line)}
          />
        ),
      )}
    </DataTable>
  );
}

/** The odd rows: line, reason and cells. */
export function OddTable({
  rows,
  caption,
}: {
  readonly rows: readonly Row[];
  readonly caption: string;
}) {
  return (
    <DataTable
      class="odd"
      caption={caption}
      columns={[numeric("Line"), "Reason", "Row in the file"]}
    >
      {rows.map((row) => (
        <tr>
          <td class="number line">{printCount(row.line)}</td>
          <td>{row.reason ?? rowWord(row.state)}</td>
          <td>
            <Cells cells={row.raw} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

interface ItemRowProps {
  readonly row: Row;
  readonly item: NonNullable<Row["item"]>;
  readonly currency: string | null;
  readonly breaks: boolean;
}

function ItemRow({ row, item, currency, breaks }: ItemRowProps) {
  const own = item.currency ?? currency;
  const amount = printAmount(item.amount, own);
  return (
    <tr class={`fate-${row.state}`}>
      <td class="number line">{printCount(row.line)}</td>
      <td class="date">
        <time datetime={item.date}>{item.date}</time>
      </td>
      <PayeeCell item={item} />
      <td class={amount.startsWith("+") ? "number amount in" : "number amount"}>
        {amount}
        {own !== currency && own ? <small>{own.toUpperCase()}</small> : null}
        {breaks ? <small class="breaks">the balance does not match here</small> : null}
      </td>
      <td class="fate">
        {row.transaction_id === null || row.state === "skipped" ? (
          rowWord(row.state)
        ) : (
          <a href={`/transactions/${row.transaction_id}`}>{rowWord(row.state)}</a>
        )}
        {row.reason ? <small>{row.reason}</small> : null}
      </td>
    </tr>
  );
}

/** The payee of a row, with the bank's other text. */
export function PayeeCell({
  item,
  children,
}: {
  readonly item: NonNullable<Row["item"]>;
  readonly children?: Child;
}) {
  const payee = item.payee || "no payee";
  const leftOut = item.custom_metadata?.tributary?.left_out;
  // The bank's full text mostly contains the purpose already.
  const notes = item.notes && !(item.original_name ?? "").includes(item.notes) ? item.notes : null;
  // Two equal coffees on one day are two transactions. The external id numbers them
  // (imports/external-id.ts).
  const occurrence = Number(/:(\d+)$/.exec(item.external_id ?? "")?.[1] ?? 1);
  return (
    <td class="payee">
      {payee}
      {item.original_name && item.original_name !== payee ? (
        <small title={leftOut === undefined ? undefined : `Left out of the payee: ${leftOut}`}>
          {item.original_name}
        </small>
      ) : null}
      {notes === null ? null : <small>{notes}</small>}
      {occurrence > 1 ? (
        <small class="twin">{`identical row no. ${occurrence} of that day, kept`}</small>
      ) : null}
      {children}
    </td>
  );
}

function RawRow({ row }: { readonly row: Row }) {
  return (
    <tr class={`fate-${row.state}`}>
      <td class="number line">{printCount(row.line)}</td>
      <td class="cells" colspan={3}>
        <Cells cells={row.raw} />
      </td>
      <td class="fate">
        {rowWord(row.state)}
        {row.reason ? <small>{row.reason}</small> : null}
      </td>
    </tr>
  );
}

/** The cells of a row as the file prints them. */
export function Cells({ cells }: { readonly cells: readonly string[] }) {
  return (
    <code class="cells">
      {cells.map((cell, index) => (
        <>
          {index > 0 ? <i aria-hidden="true"> ¦ </i> : null}
          <span>{cell}</span>
        </>
      ))}
    </code>
  );
}
