// The page of one transaction: its form, where it came from, its files, and its parts or members.

import type { Child } from "hono/jsx";
import type { ShownChange } from "../../importer/changes/wire.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural, printAmount, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { DataTable, Fact, numeric } from "../ui/table.tsx";
import { printBase } from "./base.ts";
import { EditForm, type FormState } from "./edit-form.tsx";
import { readProvenance } from "./provenance.ts";
import { nameAccount, nameCategory, type Names } from "./read-names.ts";
import type { OriginLine } from "./read-origin.ts";
import { Amount, useTransactionTarget } from "./rows.tsx";
import type { Transaction, TransactionFile } from "./wire.ts";

/** What became of the form that was just sent; "unchanged" if there was nothing to write. */
export type SavedState = ShownChange | "unchanged";

export interface OneProps {
  readonly transaction: Transaction;
  readonly form: FormState;
  readonly names: Names;
  readonly origin: readonly OriginLine[];
  /** The query of the list that the person came from. */
  readonly back: string;
  /** A one-time id for the forms of the page. */
  readonly formKey: string;
  readonly saved?: SavedState | null;
  readonly alert?: string | null;
}

/** The whole page. */
export function One({
  transaction,
  form,
  names,
  origin,
  back,
  formKey,
  saved = null,
  alert = null,
}: OneProps) {
  const query = back === "" ? "" : `?back=${encodeURIComponent(back)}`;
  const payee = transaction.payee || "No payee";
  return (
    <Shell title={payee} current="/transactions">
      <p class="origin">
        <a href={`/transactions${back === "" ? "" : `?${back}`}#row-${transaction.id}`}>
          ← Transactions
        </a>
      </p>
      <h1 class="file">{payee}</h1>
      <Lead transaction={transaction} names={names} />
      {saved === null ? null : <SavedBar saved={saved} formKey={formKey} />}
      <Alert message={alert} />
      <EditForm
        action={useTransactionTarget(transaction.id)}
        back={back}
        formKey={formKey}
        form={form}
        names={names}
        isPending={transaction.is_pending === true}
        locked={explainLock(transaction)}
      />
      <Origin transaction={transaction} origin={origin} />
      <Files transaction={transaction} />
      <Parts transaction={transaction} names={names} query={query} />
    </Shell>
  );
}

/** Says what became of the form. It stays until the next change. */
function SavedBar({ saved, formKey }: { readonly saved: SavedState; readonly formKey: string }) {
  if (saved === "unchanged")
    return (
      <p class="saved" role="status">
        Nothing had to be changed.
      </p>
    );
  if (saved.state === "applying")
    return (
      <p class="alert" role="alert">
        Not saved yet: the budgeting service has not answered. Tributary keeps your change and tries
        again by itself. <a href={`/changes/${saved.id}`}>See the change</a>
      </p>
    );
  return saved.can_undo ? <Undo change={saved.id} formKey={formKey} /> : null;
}

function Undo({ change, formKey }: { readonly change: number; readonly formKey: string }) {
  return (
    <form class="saved" method="post" action={useTarget(`/changes/${change}/undo`)}>
      <span role="status">Saved.</span>
      <input type="hidden" name="key" value={`undo-${formKey}`} />
      <button class="quiet" type="submit" id="undo">
        Undo
      </button>
    </form>
  );
}

function Lead({ transaction, names }: Pick<OneProps, "transaction" | "names">) {
  const { amount, currency, to_base: base, date } = transaction;
  const own = names.currency;
  const printed = printAmount(amount, currency);
  const converted = own === null || own === currency ? null : printBase(base);
  return (
    <p class="lead">
      <strong class={printed.startsWith("+") ? "flow in" : "flow"}>
        {`${printed} ${currency.toUpperCase()}`}
      </strong>
      {converted === null || own === null
        ? null
        : ` (${printAmount(converted, own)} ${own.toUpperCase()})`}
      {" · "}
      <time datetime={date}>{printDay(date)}</time>
      {` · ${nameAccount(names, transaction)}`}
    </p>
  );
}

/** Why the service changes nothing of it; null if it does. */
function explainLock({
  is_split_parent: isSplit,
  group_parent_id: group,
}: Transaction): string | null {
  if (isSplit === true) return "This transaction was split. Change its parts instead.";
  return group == null ? null : "This transaction is part of a group and cannot be changed.";
}

function Section({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children?: Child;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Origin({ transaction, origin }: Pick<OneProps, "transaction" | "origin">) {
  const { facts } = readProvenance(transaction);
  const original = transaction.original_name ?? "";
  return (
    <Section id="origin" title="Where it comes from">
      {origin.map(({ before, link, after }) => (
        <p>
          {before}
          {link === null ? null : <a href={link.href}>{link.words}</a>}
          {after}
        </p>
      ))}
      <dl class="facts">
        {original === "" ? null : <Fact term="The bank's text">{original}</Fact>}
        {facts.map(([name, text]) => (
          <Fact term={name}>{text}</Fact>
        ))}
      </dl>
    </Section>
  );
}

function Files({ transaction: { id, files } }: Pick<OneProps, "transaction">) {
  const listed = files ?? [];
  if (listed.length === 0) return null;
  return (
    <Section id="files" title={listed.length === 1 ? "File" : "Files"}>
      <ul class="files">
        {listed.map((file) => (
          <li>
            <a href={`/transactions/${id}/files/${file.id}`}>{file.name}</a>
            <FileNotes file={file} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FileNotes({ file: { size, notes } }: { readonly file: TransactionFile }) {
  const words = [size == null ? null : `${size} KB`, notes ?? null].filter(
    (one) => one !== null && one !== "",
  );
  return words.length === 0 ? null : <small>{` ${words.join(" · ")}`}</small>;
}

function Parts({
  transaction,
  names,
  query,
}: Pick<OneProps, "transaction" | "names"> & { readonly query: string }) {
  const { children, split_parent_id: whole, group_parent_id: group } = transaction;
  const above = whole ?? group ?? null;
  const parts = children ?? [];
  if (above === null && parts.length === 0) return null;
  const isSplit = transaction.is_split_parent === true || whole != null;
  if (above !== null)
    return (
      <Section id="parts" title={isSplit ? "Split" : "Group"}>
        <p>
          {isSplit ? "This is a part of a " : "This belongs to a "}
          <a href={`/transactions/${above}${query}`}>{isSplit ? "split transaction" : "group"}</a>.
        </p>
      </Section>
    );
  return (
    <Section id="parts" title={isSplit ? plural(parts.length, "part") : `Group of ${parts.length}`}>
      <DataTable
        class="ledger"
        caption={isSplit ? "Parts" : "Members"}
        columns={["Date", "Payee", "Category", "Account", numeric("Amount")]}
      >
        {parts.map((part) => (
          <tr>
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
