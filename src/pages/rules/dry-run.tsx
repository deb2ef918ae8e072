// What a rule would change, beside its form: every transaction before and after, each with a tick;
// without the tick it is left out. Transactions with values that a person set by hand are not
// ticked at first.

import type { ShownCorrection } from "../../importer/changes/wire.ts";
import { describeField, FIELD_LABELS, FIELDS, type Field } from "../transactions/fields.ts";
import type { Names } from "../transactions/read-names.ts";
import { plural, printAmount, printCount, printDay } from "../ui/print.ts";
import type { DryRow, DryRun, Rule } from "./wire.ts";

/** How many are shown. The others are folded. */
const SHOWN_ROWS = 25;

export interface DryRunProps {
  readonly run: DryRun;
  readonly names: Names;
  readonly rules: readonly Rule[];
  readonly corrections: readonly ShownCorrection[];
  /** The id of the form that the ticks belong to. */
  readonly form: string;
}

/** The counts, and the transactions that would change. */
export function DryRunSection(props: DryRunProps) {
  const { run, rules } = props;
  const [shown, folded] = [
    run.transactions.slice(0, SHOWN_ROWS),
    run.transactions.slice(SHOWN_ROWS),
  ];
  return (
    <section id="dry-run" class="dry-run" aria-labelledby="dry-run-title">
      <h2 id="dry-run-title">What it would change</h2>
      <p class="sentence">{describeCounts(run, rules)}</p>
      {run.counts.split_only === 0 ? null : (
        <p class="hint">
          {`${plural(run.counts.split_only, "transaction")} would match. A split is done to new transactions alone.`}
        </p>
      )}
      {shown.length === 0 ? null : <DryRows rows={shown} props={props} />}
      {folded.length === 0 ? null : (
        <details>
          <summary>{`${printCount(folded.length)} more`}</summary>
          <DryRows rows={folded} props={props} />
        </details>
      )}
      {run.has_more ? (
        <p class="hint">
          {`One step changes the newest ${printCount(run.transactions.length)}. Open the rule again afterwards for the others.`}
        </p>
      ) : null}
      <p class="hint">Parts of splits and members of groups stay as they are.</p>
    </section>
  );
}

/** The counts in words: "14 would change, 3 already so, 2 decided by rule 2". */
export function describeCounts(
  { counts, decided_by: deciders }: DryRun,
  rules: readonly Rule[],
): string {
  const others = deciders.map(({ rule_id: id, count }) => {
    const number = rules.findIndex((rule) => rule.id === id) + 1;
    return `${printCount(count)} decided by rule ${number}`;
  });
  return [
    `${printCount(counts.would_change)} would change`,
    ...(counts.already === 0 ? [] : [`${printCount(counts.already)} already so`]),
    ...others,
  ].join(", ");
}

function DryRows({
  rows,
  props,
}: {
  readonly rows: readonly DryRow[];
  readonly props: DryRunProps;
}) {
  return (
    <ul class="dry-rows">
      {rows.map((row) => (
        <DryRowItem row={row} props={props} />
      ))}
    </ul>
  );
}

function DryRowItem({ row, props }: { readonly row: DryRow; readonly props: DryRunProps }) {
  const { names, corrections, form } = props;
  const byHand = findByHand(row, corrections);
  const original = row.original_name ?? "";
  const amount = printAmount(row.amount, row.currency);
  return (
    <li>
      <label class="tick">
        <input
          type="checkbox"
          form={form}
          name="row"
          value={String(row.id)}
          checked={byHand === null}
        />
        <span>
          <span class="about">
            <span>{`${printDay(row.date)} · ${row.payee}`}</span>
            <span class={amount.startsWith("+") ? "flow in" : "flow"}>{amount}</span>
          </span>
          {original === "" || original === row.payee ? null : <small>{original}</small>}
          {listChanges(row, names).map((words) => (
            <small class="becomes">{words}</small>
          ))}
          {byHand === null ? null : <small class="caution">{byHand}</small>}
        </span>
      </label>
    </li>
  );
}

/** Each field of a row before and after: "Category: No category → Food · Groceries". */
export function listChanges(
  { before, after }: Pick<DryRow, "before" | "after">,
  names: Names,
): string[] {
  return FIELDS.filter((field) => readValue(after, field) !== null).map((field) => {
    const [was, is] = [before, after].map((values) =>
      describeField(field, readValue(values, field) ?? "", names),
    );
    return `${FIELD_LABELS[field]}: ${was} → ${is}`;
  });
}

/** The field as the text of a form; null if the values do not have it. */
function readValue(values: DryRow["before"], field: Field): string | null {
  if (field === "date") return null;
  const value = values[field];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(",") : String(value ?? "");
}

/** Finds why a row is not ticked; null if it is. */
export function findByHand(
  { id, after }: Pick<DryRow, "id" | "after">,
  corrections: readonly ShownCorrection[],
): string | null {
  const found = corrections.find((one) => one.id === id && readValue(after, one.field) !== null);
  if (found === undefined) return null;
  const day = printDay(found.at.slice(0, 10));
  return `You set the ${FIELD_LABELS[found.field].toLowerCase()} by hand on ${day}.`;
}
