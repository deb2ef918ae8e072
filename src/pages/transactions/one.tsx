// The page of one transaction: its form, the actions, the other side of a transfer, its parts or
// members, its receipts, and where it came from.

import { plural, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { DataTable, Fact, numeric } from "../ui/table.tsx";
import { DoneBar, SavedBar, type Done, type SavedState } from "./done-bar.tsx";
import { EditForm, type FormState } from "./edit-form.tsx";
import { describeField, FIELD_LABELS } from "./fields.ts";
import { Receipts } from "./files.tsx";
import { backQuery, Lead } from "./lead.tsx";
import { MoreToDo } from "./more.tsx";
import { Origin } from "./origin.tsx";
import { isTransfer } from "./provenance.ts";
import { nameAccount, nameCategory, type Names } from "./read-names.ts";
import type { Surroundings } from "./read-one.ts";
import type { OriginLine } from "./read-origin.ts";
import { Amount, useTransactionTarget } from "./rows.tsx";
import { Section } from "./section.tsx";
import { TransferSection } from "./transfer.tsx";
import type { Transaction } from "./wire.ts";

export interface OneProps {
  readonly transaction: Transaction;
  readonly form: FormState;
  readonly names: Names;
  readonly origin: readonly OriginLine[];
  readonly around: Surroundings;
  /** Whether its files come from this origin. */
  readonly isOwn: boolean;
  /** The query of the list that the person came from. */
  readonly back: string;
  /** A one-time id for the forms of the page. */
  readonly formKey: string;
  readonly saved?: SavedState | null;
  readonly done?: Done | null;
  readonly alert?: string | null;
  /** Why a file was refused. */
  readonly fileError?: string | null;
}

/** The whole page. */
export function One(props: OneProps) {
  const { transaction, names, back, alert = null, fileError = null } = props;
  const payee = transaction.payee || "No payee";
  return (
    <Shell title={payee} current="/transactions" scripts={["/attach.js"]}>
      <div id="one" class="one">
        <p class="origin">
          <a href={`/transactions${back === "" ? "" : `?${back}`}#row-${transaction.id}`}>
            ← Transactions
          </a>
        </p>
        <h1 class="file">{payee}</h1>
        <Lead transaction={transaction} names={names} />
        <Bars {...props} />
        <Alert message={alert} />
        <Sections {...props} fileError={fileError} />
      </div>
    </Shell>
  );
}

function Bars({ transaction, back, formKey, saved = null, done = null }: OneProps) {
  const shown = { transaction, back, formKey };
  return (
    <>
      {saved === null ? null : <SavedBar {...shown} saved={saved} />}
      {done === null ? null : <DoneBar {...shown} done={done} />}
    </>
  );
}

function Sections(props: OneProps & { readonly fileError: string | null }) {
  const { transaction, form, names, origin, around, back, formKey, fileError } = props;
  const action = useTransactionTarget(transaction.id);
  const isPending = transaction.is_pending === true;
  const lock = explainLock(transaction);
  return (
    <>
      {lock === null ? (
        <EditForm {...{ action, back, formKey, form, names, isPending }} />
      ) : (
        <Locked lock={lock} form={form} names={names} />
      )}
      <TransferSection {...props} {...around} />
      <Parts transaction={transaction} above={around.above} names={names} back={back} />
      <MoreToDo transaction={transaction} back={back} formKey={formKey} />
      <Receipts {...props} receipt={around.receipt} error={fileError} />
      <Origin
        transaction={transaction}
        origin={origin}
        history={around.history}
        recurring={around.recurring}
        names={names}
        back={back}
        formKey={formKey}
      />
    </>
  );
}

/** Why the service changes nothing of it; null if it does. */
function explainLock({
  is_split_parent: isSplit,
  group_parent_id: group,
}: Transaction): string | null {
  if (isSplit === true)
    return "This transaction is split. Change its parts instead, or undo the split.";
  return group == null
    ? null
    : "This transaction belongs to a group. Take the group apart to change it.";
}

/** The explanation for a transaction that cannot be changed as it is. */
function Locked({
  lock,
  form,
  names,
}: Pick<OneProps, "form" | "names"> & { readonly lock: string }) {
  const shown = (["category_id", "notes", "tag_ids"] as const).filter(
    (field) => form[field].text !== "",
  );
  return (
    <>
      <p>{lock}</p>
      <dl class="facts">
        {shown.map((field) => (
          <Fact term={FIELD_LABELS[field]}>
            {field === "notes" ? form.notes.text : describeField(field, form[field].text, names)}
          </Fact>
        ))}
      </dl>
    </>
  );
}

interface PartsProps extends Pick<OneProps, "transaction" | "names" | "back"> {
  readonly above: Transaction | null;
}

/** The parts of a split or the members of a group; those of a transfer are shown above. */
function Parts({ transaction, above, names, back }: PartsProps) {
  const whole = above ?? transaction;
  const parts = whole.children ?? [];
  if (isTransfer(whole) || (parts.length === 0 && above === null)) return null;
  const isSplit = whole.is_split_parent === true;
  const query = backQuery(back);
  return (
    <Section
      id="parts"
      title={isSplit ? `Split into ${plural(parts.length, "part")}` : `Group of ${parts.length}`}
    >
      {above === null ? null : (
        <p>
          {isSplit ? "This is a part of the split transaction " : "This belongs to the group "}
          <a href={`/transactions/${above.id}${query}`}>{above.payee || "No payee"}</a>.
        </p>
      )}
      <DataTable
        class="ledger"
        caption={isSplit ? "Parts" : "Members"}
        columns={["Date", "Payee", "Category", "Account", numeric("Amount")]}
      >
        {parts.map((part) => (
          <tr aria-current={part.id === transaction.id ? "true" : undefined}>
            <td class="date">{printDay(part.date)}</td>
            <th scope="row" class="payee">
              <a href={`/transactions/${part.id}${query}`}>{part.payee || "No payee"}</a>
              {part.notes ? <small class="notes">{part.notes}</small> : null}
            </th>
            <td class="category">{nameCategory(names, part.category_id)}</td>
            <td class="account">{nameAccount(names, part)}</td>
            <Amount transaction={part} currency={names.currency} />
          </tr>
        ))}
      </DataTable>
    </Section>
  );
}
