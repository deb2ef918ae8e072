// The records of a change before and after it, and those that were left as they are.

import type { ShownDetail } from "../../importer/changes/wire.ts";
import { DataTable } from "../ui/table.tsx";
import {
  describeWhole,
  findRecordPath,
  printFact,
  titleFact,
  titleKind,
  titleRecord,
} from "./facts.ts";
import type { Names } from "./values.ts";

type Shown = ShownDetail["records"][number];

/** Each record that was changed, before and after. */
export function Records({
  records,
  names,
}: {
  readonly records: readonly Shown[];
  readonly names: Names;
}) {
  if (records.length === 0) return null;
  return (
    <DataTable
      class="keys journal"
      caption="Before and after"
      columns={["What", "Field", "Before", "After"]}
    >
      {records.flatMap((record) =>
        record.action === "edit"
          ? record.fields.map(({ field, before, after, undone }) => (
              <tr>
                <RecordCell record={record} />
                <td data-label="Field">{titleFact(field)}</td>
                <td data-label="Before">{printFact(field, before, names)}</td>
                <td data-label="After">
                  {printFact(field, after, names)}
                  {undone ? <small>undone since</small> : null}
                </td>
              </tr>
            ))
          : [<WholeRow record={record} action={record.action} />],
      )}
    </DataTable>
  );
}

function WholeRow({
  record,
  action,
}: {
  readonly record: Shown;
  readonly action: "create" | "delete";
}) {
  const [before, after] = describeWhole(record.kind, action);
  return (
    <tr>
      <RecordCell record={record} />
      <td data-label="Field">{titleKind(record.kind)}</td>
      <td data-label="Before">{before}</td>
      <td data-label="After">{after}</td>
    </tr>
  );
}

function RecordCell({ record }: { readonly record: Shown }) {
  const { kind, action, current_id: id, start_date: start } = record;
  const title = titleRecord(record);
  const isGone = kind === "file" || (action === "delete" && kind !== "split");
  return (
    <th scope="row">{isGone ? title : <a href={findRecordPath(kind, id, start)}>{title}</a>}</th>
  );
}

/** The records that somebody else changed, and those that were refused, one line each. */
export function LeftRecords({
  detail,
  names,
  rows,
}: {
  readonly detail: ShownDetail;
  readonly names: Names;
  readonly rows: number;
}) {
  return (
    <>
      {detail.record_conflicts.slice(0, rows).map((one) => (
        <li>
          <a href={findRecordPath(one.kind, one.id, one.start_date)}>{titleRecord(one)}</a>
          {`: ${titleFact(one.field)} changed since. Now “${printFact(one.field, one.now, names)}”; this change wanted “${printFact(one.field, one.set, names)}”.`}
        </li>
      ))}
      {detail.record_refused.slice(0, rows).map((one) => (
        <li>
          {titleRecord(one)}
          {`: ${one.field === null ? "" : `${titleFact(one.field)}: `}${one.message}`}
        </li>
      ))}
    </>
  );
}

/** How many records were left as they are. */
export function countLeftRecords({
  record_conflicts: conflicts,
  record_refused: refused,
}: ShownDetail) {
  return new Set([...conflicts, ...refused].map((one) => `${one.kind} ${one.id} ${one.start_date}`))
    .size;
}
