// The administrator's pages: who is here, how much they store, what waits and what is wrong; and the
// form that ends an account.

import type { ListedPerson } from "../../oauth/people/directory.ts";
import type { Session } from "../../oauth/sign-in/session.ts";
import { InputField } from "../ui/fields.tsx";
import { Moment } from "../ui/moment.tsx";
import { plural, printBytes, printCount } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { DataTable, Fact, hidden, numeric } from "../ui/table.tsx";
import type { Overview, PersonLine } from "./people.ts";

interface PageProps extends Overview {
  readonly signUp: string;
  /** The administrator's own User object. */
  readonly own: string;
}

const RULES: Record<string, string> = {
  first: "one person, then by invitation",
  invited: "by invitation",
  open: "anybody",
};

/** The list of people and the state of the deployment. */
export function AdministratorPage({ people, count, next, mail, signUp, own }: PageProps) {
  return (
    <Shell title="Administration" current="/account">
      <h1>Administration</h1>
      <p class="lead">
        You are the first person of this deployment. You see who is here and whether their data is
        processed. You do not see their money.
      </p>
      <dl class="facts">
        <Fact term="People">{printCount(count)}</Fact>
        <Fact term="Who may sign up (SIGN_UP)">{RULES[signUp] ?? signUp}</Fact>
        {mail.map(({ outcome, messages, last_at: at }) => (
          <Fact term={`Mail: ${outcome}`}>
            {printCount(messages)}
            {", last "}
            <Moment at={at} />
          </Fact>
        ))}
      </dl>
      <DataTable
        class="keys"
        caption="People"
        columns={[
          "Name",
          "E-mail address",
          "Last sign-in",
          numeric("Budgets"),
          numeric("Storage"),
          numeric("Waiting"),
          "Faults",
          hidden("Actions"),
        ]}
      >
        {people.map((person) => (
          <Line person={person} isOwn={person.user === own} />
        ))}
      </DataTable>
      {next === null ? null : (
        <p>
          <a href={`/administrator?after=${next}`}>More people</a>
        </p>
      )}
    </Shell>
  );
}

function Line({ person, isOwn }: { readonly person: PersonLine; readonly isOwn: boolean }) {
  return (
    <tr>
      <th scope="row">{person.name}</th>
      <td>{person.email}</td>
      <td data-label="last sign-in">
        <Moment at={person.seen_at} />
      </td>
      <td class="number" data-label="budgets">
        {printCount(person.budgets)}
      </td>
      <td class="number" data-label="storage">
        {printBytes(person.bytes)}
      </td>
      <td class="number" data-label="waiting">
        {printCount(person.waiting)}
        {person.oldestWaitingAt === null ? null : (
          <>
            {", since "}
            <Moment at={person.oldestWaitingAt} />
          </>
        )}
      </td>
      <td data-label="faults">
        {person.known ? person.faults.join(", ") || "none" : "its storage did not answer"}
      </td>
      <td>{isOwn ? "you" : <a href={`/administrator/${person.user}/end`}>End account…</a>}</td>
    </tr>
  );
}

interface EndProps {
  readonly session: Session;
  readonly person: ListedPerson;
  /** How many budgets only this person uses. */
  readonly deleted: number;
  readonly alert: string | null;
}

/** Before somebody's account is ended. */
export function EndPage({ session, person, deleted, alert }: EndProps) {
  return (
    <Shell title="End an account" current="/account">
      <h1>{`End the account of ${person.name}`}</h1>
      <Alert message={alert} />
      <p>
        {`They are signed out at once and cannot sign in any more. ${plural(deleted, "budget")} that only they use will be deleted for good. Budgets that they share stay.`}
      </p>
      <form class="stack" method="post" action={`/administrator/${person.user}/end`}>
        <InputField
          label={`To confirm, type their e-mail address: ${person.email}`}
          name="typed"
          required
          autocomplete="off"
        />
        {session.hasPassword ? (
          <InputField
            label="Your password"
            name="password"
            type="password"
            required
            autocomplete="current-password"
          />
        ) : (
          <p>You can do this only within ten minutes of signing in.</p>
        )}
        <p class="actions">
          <button class="danger" type="submit">
            End this account
          </button>
          <a href="/administrator">Cancel</a>
        </p>
      </form>
    </Shell>
  );
}
