// A table of the pages: its caption is for screen readers, its columns have a heading each.

import type { Child } from "hono/jsx";

/** A column's heading, or one that only screen readers hear, or one above numbers. */
export type Column = string | { readonly label: string; readonly is: "hidden" | "number" };

/** The heading of a column of numbers. */
export function numeric(label: string): Column {
  return { label, is: "number" };
}

/** The heading of a column of buttons, which is not shown. */
export function hidden(label: string): Column {
  return { label, is: "hidden" };
}

interface DataTableProps {
  readonly class: string;
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The rows. */
  readonly children?: Child;
}

/** A table with its headings. */
export function DataTable({ class: name, caption, columns, children }: DataTableProps) {
  return (
    <table class={name}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading column={column} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function Heading({ column }: { readonly column: Column }) {
  if (typeof column === "string") return <th scope="col">{column}</th>;
  if (column.is === "number")
    return (
      <th scope="col" class="number">
        {column.label}
      </th>
    );
  return (
    <th scope="col">
      <span class="hidden">{column.label}</span>
    </th>
  );
}

/** A term and its value in a list of facts. */
export function Fact({ term, children }: { readonly term: string; readonly children?: Child }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
