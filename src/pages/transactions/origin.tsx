// Where one transaction comes from: its file and line, mail, schedule or person, the bank's own
// facts, its recurring item, and every change since.

import { useContext } from "hono/jsx";
import { FrameContext, useTarget } from "../ui/frame.tsx";
import { Fact } from "../ui/table.tsx";
import { History } from "./history.tsx";
import { isForeign, readProvenance } from "./provenance.ts";
import type { Names } from "./read-names.ts";
import type { PastChange } from "./read-one.ts";
import type { RecurringName } from "./read-recurring.ts";
import type { OriginLine } from "./read-origin.ts";
import { Section } from "./section.tsx";
import type { Transaction } from "./wire.ts";

interface OriginProps {
  readonly transaction: Transaction;
  readonly origin: readonly OriginLine[];
  readonly history: readonly PastChange[];
  readonly recurring: readonly RecurringName[];
  readonly names: Names;
  readonly back: string;
  readonly formKey: string;
}

/** The section with all of it. */
export function Origin(props: OriginProps) {
  const { transaction, origin } = props;
  const { facts } = readProvenance(transaction);
  const text = transaction.original_name ?? "";
  // A transaction that a person entered has no bank text; the service repeats the payee there.
  const original = text === transaction.payee && !isForeign(transaction) ? "" : text;
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
      <Recurring {...props} />
      <History {...props} />
    </Section>
  );
}

/** Links the transaction to a recurring item, or unlinks it. */
function Recurring({ transaction, recurring, back, formKey }: OriginProps) {
  const { id, recurring_id: linked } = transaction;
  const action = useTarget(`/transactions/${id}/recurring`);
  const isTied = transaction.is_split_parent === true || transaction.is_group_parent === true;
  const isMember = transaction.split_parent_id != null || transaction.group_parent_id != null;
  if (isTied || isMember || (linked == null && recurring.length === 0)) return null;
  const name = recurring.find((one) => one.id === linked)?.name ?? `number ${linked}`;
  return (
    <form class="row-form recurring-link" method="post" action={action} data-swap="one">
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="was" value={String(linked ?? "")} />
      {linked == null ? (
        <>
          <label class="field">
            <span>Belongs to a recurring item</span>
            <select name="recurring" id="recurring">
              <option value="">None</option>
              {recurring.map((one) => (
                <option value={String(one.id)}>{one.name}</option>
              ))}
            </select>
          </label>
          <button type="submit" id="link-recurring">
            Link
          </button>
        </>
      ) : (
        <>
          <p>
            It belongs to the recurring item <RecurringLink name={name} />.
          </p>
          <button type="submit" id="unlink-recurring" name="recurring" value="">
            Unlink
          </button>
        </>
      )}
    </form>
  );
}

/** The page of recurring items exists only with a service of our own. */
function RecurringLink({ name }: { readonly name: string }) {
  const { remote } = useContext(FrameContext);
  return remote === null ? <a href="/recurring">{`“${name}”`}</a> : <>{`“${name}”`}</>;
}
