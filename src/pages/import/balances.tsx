// The bank's balance on an import's page: before the confirmation, the balance that the account
// will have, with a choice; afterwards, the outcome.

import { capitalize } from "../../platform/text.ts";
import { RadioChoice } from "../ui/fields.tsx";
import { parseUnits } from "../../money/money.ts";
import { plural, printBalance, printDay, printMonth } from "../ui/print.ts";
import type { Import, ImportBalance } from "../ui/wire.ts";

/** The name of the field with the choice for an account's balance. */
export function balanceField(account: number): string {
  return `balance:${account}`;
}

/** Reads the choices in a form: account id -> choice. */
export function balancesIn(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, choice]) =>
      name.startsWith("balance:") ? [[name.slice("balance:".length), choice]] : [],
    ),
  );
}

/**
 * The choices of the confirmation form. An account whose balance cannot be set has a sentence
 * instead.
 */
export function BalanceChoices({ run }: { readonly run: Import }) {
  return (
    <>
      {run.balances.map((balance) =>
        balance.may_set ? (
          <Choice balance={balance} several={run.balances.length > 1} />
        ) : (
          <p class="hint balance">{`${statement(balance)} ${balance.reason ?? ""}`}</p>
        ),
      )}
    </>
  );
}

function Choice({
  balance,
  several,
}: {
  readonly balance: ImportBalance;
  readonly several: boolean;
}) {
  const name = balanceField(balance.account.id);
  // A person who chose "never" for an account can revise that here.
  const refused = balance.reason?.startsWith("You chose that statements") === true;
  return (
    <fieldset class="balance">
      <legend>{`Balance${several ? ` of ${balance.account.name}` : ""}`}</legend>
      <p>{statement(balance)}</p>
      {balance.reason === null ? null : <p class="caution">{balance.reason}</p>}
      <RadioChoice
        name={name}
        value="set"
        checked={balance.sets}
        required
        label={`Set ${subject(balance)} to ${amount(balance.after, balance)}`}
        hint={<small class="words">{setHint(balance)}</small>}
      />
      {refused ? (
        <RadioChoice
          name={name}
          value="always"
          checked={false}
          required
          label="Set it now and with every later statement"
        />
      ) : null}
      <RadioChoice
        name={name}
        value="leave"
        checked={!balance.sets}
        required
        label="Do not change it this time"
        hint={<small class="words">{leaveHint(balance)}</small>}
      />
      {refused ? null : (
        <RadioChoice
          name={name}
          value="never"
          checked={false}
          required
          label={`Never change it from a statement of ${balance.account.name}`}
          hint={<small class="words">You can change this with the next statement.</small>}
        />
      )}
    </fieldset>
  );
}

/** What was done, once the import is running or finished. */
export function BalancesDone({ run }: { readonly run: Import }) {
  const told = run.balances.filter(({ state }) => state !== "planned");
  if (told.length === 0) return null;
  return (
    <>
      {told.map((balance) => (
        <p class="balance">{`${doneSentence(balance)}${balance.reason === null ? "" : ` ${balance.reason}`}`}</p>
      ))}
    </>
  );
}

/** Whether undoing the import would also reset a balance. */
export function hasSetBalance(run: Import): boolean {
  return run.balances.some(({ state }) => state === "set");
}

/** What undoing does to balances, in sentences. */
export function undoSentences(run: Import): string[] {
  const set = run.balances.filter(({ state }) => state === "set");
  const names = set.map(({ account }) => account.name).join(" and ");
  return set.length === 0
    ? []
    : [`The balance of ${names} returns to what it would be without this statement.`];
}

function doneSentence(balance: ImportBalance): string {
  switch (balance.state) {
    case "set": {
      const months =
        balance.months.length === 0
          ? ""
          : `. The balance history now has the end of ${describeMonths(balance)}`;
      return `${capitalize(subject(balance))} was set to ${amount(balance.after, balance)}: ${bankSays(balance)}${months}.`;
    }
    case "taken back":
      return balance.after === null
        ? `${capitalize(subject(balance))} is now calculated without this statement.`
        : `${capitalize(subject(balance))} was reset to ${amount(balance.after, balance)}.`;
    case "left":
    case "planned":
      return `${capitalize(subject(balance))} was not set to ${printed(balance)}, the file’s balance on ${printDay(balance.as_of)}.`;
  }
}

const SURE: Readonly<Record<ImportBalance["evidence"], string>> = {
  "running balance": "the running balance of every row confirms it",
  "opening and closing balance": "the rows add up to it from the opening balance",
  stated: "stated in the file, but not confirmed by its rows",
};

function statement(balance: ImportBalance): string {
  return `${capitalize(bankSays(balance))} (${SURE[balance.evidence]}).`;
}

function bankSays(balance: ImportBalance): string {
  const owed = balance.debt ? "you owed" : "the account held";
  return `according to this statement, ${owed} ${printed(balance)} at the end of ${printDay(balance.as_of)}`;
}

function leaveHint(balance: ImportBalance): string {
  const now = `It is now ${amount(balance.before, balance)}`;
  return balance.rows_move
    ? `${now} and changes with the imported transactions.`
    : `${now} and does not change, because it is more recent than these transactions.`;
}

function setHint(balance: ImportBalance): string {
  const later =
    balance.later_transactions === 0
      ? ""
      : `, plus the ${plural(balance.later_transactions, "later transaction")} already in the budget`;
  const months =
    balance.months.length === 0
      ? ""
      : ` The balance history gets the end of ${describeMonths(balance)}, except where you entered another figure.`;
  return `The bank’s balance on ${printDay(balance.as_of)}${later}. It is now ${amount(balance.before, balance)}.${months}`;
}

function describeMonths({ months }: ImportBalance): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return "no month";
  return months.length === 1
    ? printMonth(first.month)
    : `${plural(months.length, "month")} (${printMonth(first.month)} to ${printMonth(last.month)})`;
}

function subject({ account, debt }: ImportBalance): string {
  return debt ? `what you owe on ${account.name}` : `the balance of ${account.name}`;
}

/** The file's balance, in the file's currency. */
function printed({ balance, currency, account }: ImportBalance): string {
  const shown = amount(balance, {
    account: { ...account, currency: currency ?? account.currency },
  });
  return currency === null ? `${shown.replace(/ [A-Z]+$/, "")} in several currencies` : shown;
}

function amount(decimal: string | null, { account }: Pick<ImportBalance, "account">): string {
  const read = parseUnits(decimal ?? "");
  return read.ok
    ? `${printBalance(read.value, account.currency)} ${account.currency.toUpperCase()}`
    : "an unknown amount";
}
