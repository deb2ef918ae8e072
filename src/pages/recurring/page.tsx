// The page of recurring items: suggestions to keep or dismiss, and the kept items with what arrived
// and what is missing this month. Every button is a form; the page needs no script.

import { DataTable, numeric } from "../ui/table.tsx";
import { AccountOptions, Field, InputField } from "../ui/fields.tsx";
import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { PAYEE_CHARS_MAX } from "../../platform/limits.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural, printAmount, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Account, RecurringItem } from "../ui/wire.ts";

interface RecurringProps {
  readonly items: readonly RecurringItem[];
  /** The accounts that a new item can belong to. */
  readonly accounts: readonly Account[];
  /** The names of all accounts, by "manual 1" and "linked 1". */
  readonly names: ReadonlyMap<string, string>;
  readonly today: string;
  readonly alert?: string | null;
}

/** The rhythms that the form offers, as the API names them. */
const RHYTHMS = [
  { granularity: "week", quantity: 1 },
  { granularity: "week", quantity: 2 },
  { granularity: "month", quantity: 1 },
  { granularity: "month", quantity: 2 },
  { granularity: "month", quantity: 3 },
  { granularity: "month", quantity: 6 },
  { granularity: "year", quantity: 1 },
] as const;

/** The suggestions, the kept items, and a form for another. */
export function Recurring({ items, accounts, names, today, alert = null }: RecurringProps) {
  const suggested = items.filter(({ status }) => status === "suggested");
  const kept = items.filter(({ status }) => status === "reviewed");
  return (
    <Shell title="Recurring" current="/recurring">
      <h1>Recurring</h1>
      <p class="lead">
        Rent, salary, subscriptions: payments that repeat, what arrived this month and what is still
        missing.
      </p>
      <Alert message={alert} />
      {suggested.length === 0 ? null : <Suggested items={suggested} names={names} />}
      <section aria-labelledby="kept">
        <h2 id="kept">Your recurring items</h2>
        {kept.length === 0 ? (
          <p>
            You have no recurring items yet. Tributary suggests repeating transactions here shortly
            after an import.
          </p>
        ) : (
          <Kept items={kept} names={names} today={today} />
        )}
      </section>
      <NewItem accounts={accounts} today={today} />
    </Shell>
  );
}

type TableProps = Pick<RecurringProps, "items" | "names">;

function Suggested({ items, names }: TableProps) {
  return (
    <section class="made" aria-labelledby="suggested">
      <h2 id="suggested">{plural(items.length, "suggestion")}</h2>
      <p class="hint">
        If you keep a suggestion, its transactions are marked as reviewed, including earlier ones.
        If you dismiss it, it is not suggested again.
      </p>
      <DataTable
        class="recurring"
        caption="Suggested recurring items"
        columns={["Payee", numeric("Amount"), "How often", "Next", "Keep or dismiss"]}
      >
        {items.map((item) => (
          <tr>
            <Facts item={item} names={names} />
            <td data-label="next">
              <Next item={item} />
            </td>
            <td>
              <div class="choices">
                <PostButton
                  action={useTarget(`/recurring/${encodeURIComponent(item.id)}/keep`)}
                  label="Keep"
                  ariaLabel={`Keep ${itemTitle(item)}`}
                  primary
                />
                <PostButton
                  action={useTarget(`/recurring/${encodeURIComponent(item.id)}/dismiss`)}
                  label="Dismiss"
                  ariaLabel={`Dismiss ${itemTitle(item)}`}
                />
              </div>
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

function Kept({ items, names, today }: TableProps & Pick<RecurringProps, "today">) {
  return (
    <DataTable
      class="recurring"
      caption="Your recurring items"
      columns={["Payee", numeric("Amount"), "How often", "This month", "Next", "Delete"]}
    >
      {items.map((item) => (
        <tr>
          <Facts item={item} names={names} />
          <td>
            <ThisMonth item={item} today={today} />
          </td>
          <td data-label="next">
            <Next item={item} />
          </td>
          <td>
            <ConfirmButton
              label="Delete…"
              ask={`“${itemTitle(item)}” will no longer be expected or suggested. Its transactions stay.`}
              action={useTarget(`/recurring/${encodeURIComponent(item.id)}/dismiss`)}
              confirm="Delete"
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** Payee, amount and rhythm: three cells. */
function Facts({
  item,
  names,
}: {
  readonly item: RecurringItem;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { transaction_criteria: criteria, description } = item;
  const account = findAccount(item, names);
  return (
    <>
      <th scope="row" class="payee">
        {itemTitle(item)}
        {item.overrides.payee === undefined || criteria.payee === null ? null : (
          <small>{`bank name: ${criteria.payee}`}</small>
        )}
        {description === null || description === "" ? null : <small>{description}</small>}
        {account === null ? null : <small>{account}</small>}
      </th>
      <td class="number amount">
        {describeAmount(item)} <small>{criteria.currency.toUpperCase()}</small>
      </td>
      <td class="rhythm">{describeRhythm(criteria)}</td>
    </>
  );
}

function Next({ item }: { readonly item: RecurringItem }) {
  const next = item.next_expected_date;
  return next === null ? <span>ended</span> : <time datetime={next}>{printDay(next)}</time>;
}

/** The days of this month, each with a word for what happened. */
function ThisMonth({ item, today }: { readonly item: RecurringItem; readonly today: string }) {
  const found = (item.matches?.found_transactions ?? []).map(({ date }) => ({
    date,
    word: "arrived",
  }));
  const missing = (item.matches?.missing_transaction_dates ?? []).map((date) => ({
    date,
    word: date < today ? "missing" : "expected",
  }));
  const days = [...found, ...missing].sort((a, b) => (a.date < b.date ? -1 : 1));
  if (days.length === 0) return <span class="hint">nothing this month</span>;
  return (
    <ul class="days">
      {days.map(({ date, word }) => (
        <li class={word === "missing" ? "missing" : undefined}>
          <time datetime={date}>{printDay(date)}</time> {word}
        </li>
      ))}
    </ul>
  );
}

function NewItem({ accounts, today }: Pick<RecurringProps, "accounts" | "today">) {
  return (
    <details class="panel">
      <summary>Add a recurring item</summary>
      <form class="row-form" method="post" action={useTarget("/recurring")}>
        <InputField
          label="Payee, as the bank writes it"
          name="payee"
          required
          maxlength={PAYEE_CHARS_MAX}
          autocomplete="off"
        />
        <InputField
          label="Amount"
          name="amount"
          required
          inputmode="decimal"
          pattern="[0-9]+([.][0-9]{1,4})?"
          title="A number such as 12.50"
          autocomplete="off"
        />
        <Field label="Direction">
          <select name="direction">
            <option value="out">Money out</option>
            <option value="in">Money in</option>
          </select>
        </Field>
        <Field label="How often">
          <select name="rhythm">
            {RHYTHMS.map((rhythm) => (
              <option
                value={rhythmKey(rhythm)}
                selected={rhythm.granularity === "month" && rhythm.quantity === 1}
              >
                {describeRhythm(rhythm)}
              </option>
            ))}
          </select>
        </Field>
        <InputField
          label="Date of one payment"
          name="anchor_date"
          type="date"
          required
          value={today}
        />
        <Field label="Account">
          <select name="account">
            <option value="">Any account</option>
            <AccountOptions accounts={accounts} chosen={null} />
          </select>
        </Field>
        <button type="submit">Add</button>
      </form>
    </details>
  );
}

/** The form's content as POST /api/recurring takes it. The API checks it. */
export function recurringBody(
  field: (name: string) => string,
  accounts: readonly Account[],
): object {
  const rhythm = RHYTHMS.find((one) => rhythmKey(one) === field("rhythm")) ?? {
    granularity: "month",
    quantity: 1,
  };
  const account = accounts.find(({ id }) => id === field("account"));
  return {
    transaction_criteria: {
      ...rhythm,
      anchor_date: field("anchor_date"),
      payee: field("payee"),
      // A credit is negative in the service.
      amount: `${field("direction") === "in" ? "-" : ""}${field("amount")}`,
      ...(account !== undefined && {
        manual_account_id: Number(account.id),
        currency: account.currency,
      }),
    },
  };
}

function rhythmKey({
  granularity,
  quantity,
}: {
  readonly granularity: string;
  readonly quantity: number;
}): string {
  return `${quantity} ${granularity}`;
}

/** "every month", "every 2 weeks". */
function describeRhythm({
  granularity,
  quantity,
}: {
  readonly granularity: string;
  readonly quantity: number;
}): string {
  return quantity === 1 ? `every ${granularity}` : `every ${quantity} ${granularity}s`;
}

function itemTitle({
  overrides,
  transaction_criteria: { payee },
  description,
}: RecurringItem): string {
  return overrides.payee ?? payee ?? description ?? "Any payee";
}

function describeAmount({
  transaction_criteria: { amount, amount_min: min, amount_max: max, currency },
}: RecurringItem): string {
  if (min === null || max === null) return printAmount(amount, currency);
  // The bounds of money in are negative: the smaller sum is the higher bound.
  const [small, large] = amount.startsWith("-") ? [max, min] : [min, max];
  return `${printAmount(small, currency)} to ${printAmount(large, currency)}`;
}

function findAccount(
  { transaction_criteria: criteria }: RecurringItem,
  names: ReadonlyMap<string, string>,
): string | null {
  const { manual_account_id: manual, linked_account_id: linked } = criteria;
  if (manual !== null) return names.get(`manual ${manual}`) ?? `account ${manual}`;
  if (linked !== null) return names.get(`linked ${linked}`) ?? `linked account ${linked}`;
  return null;
}
