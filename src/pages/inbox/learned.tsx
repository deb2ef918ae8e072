// What mail taught through a person's decisions: whom they accepted, and what they set right for a sender; each can be taken back.

import { useTarget } from "../ui/frame.tsx";
import { nameOf } from "../ui/client.ts";
import { Moment } from "../ui/print-time.tsx";
import type { Account, LearnedFor, Trusted } from "../ui/wire.ts";

interface AcceptedProps {
  readonly connection: string;
  readonly trusted: readonly Trusted[];
}

const KIND_WORDS: Readonly<Record<Trusted["kind"], string>> = {
  sender: "sends receipts itself",
  forwarder: "forwards receipts",
};

/** Whom a person accepted: a section of the page about connections. */
export function AcceptedSection({ connection, trusted }: AcceptedProps) {
  return (
    <section id="accepted" aria-labelledby="accepted-title">
      <h2 id="accepted-title">Senders you accepted</h2>
      <p>
        Whoever knows an address can send to it. A receipt is inserted by itself only if it comes
        from a sender of whom you accepted one before, and a forward is matched by itself only if it
        comes from somebody of whom you accepted one. Their mail domain has to vouch for them each
        time.
      </p>
      {trusted.length === 0 ? (
        <p class="hint">
          Nobody yet. Accepting a receipt in the inbox accepts who sent or forwarded it.
        </p>
      ) : (
        <table class="keys">
          <caption class="hidden">Senders you accepted</caption>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">What they do</th>
              <th scope="col">Since</th>
              <th scope="col">
                <span class="hidden">Take back</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {trusted.map(({ id, kind, who, since, message }) => (
              <tr>
                <th scope="row" class="file">
                  {who}
                </th>
                <td>{KIND_WORDS[kind]}</td>
                <td data-label="since">
                  <Moment at={Date.parse(since)} />
                  {message === null ? null : (
                    <>
                      {", by "}
                      <a href={`/inbox/${encodeURIComponent(message)}`}>a message</a>
                    </>
                  )}
                </td>
                <td>
                  <details class="ask-once">
                    <summary aria-label={`Take back: ${who}`}>Take back…</summary>
                    <form method="post" action={`/trusted/${id}/remove`}>
                      <input type="hidden" name="connection" value={connection} />
                      <p>{`You are asked about mail of ${who} again; also about what waits for the bank’s row now. What you decided, and what is in the budget, stays.`}</p>
                      <button class="danger" type="submit">
                        Take it back
                      </button>
                    </form>
                  </details>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface RememberedProps {
  readonly message: string;
  readonly remembered: readonly LearnedFor[];
  readonly accounts: readonly Account[];
}

/** What was set right for the senders of a message, on its page; nothing where nothing was. */
export function RememberedPanel({ message, remembered, accounts }: RememberedProps) {
  if (remembered.length === 0) return null;
  const target = useTarget(`/inbox/${encodeURIComponent(message)}/forget`);
  return (
    <section class="panel" aria-labelledby="remembered">
      <h2 id="remembered">What is remembered</h2>
      <p class="hint">{`You set it right once, and it is taken for each further mail of ${remembered.map(({ domain }) => domain).join(", ")}. Forgetting it changes nothing that was imported.`}</p>
      {remembered.map(({ domain, fields }) => (
        <ul class="plain" aria-label={`For ${domain}`}>
          {fields.map(({ field, value, at }) => (
            <li>
              <form class="remembered" method="post" action={target}>
                <input type="hidden" name="domain" value={domain} />
                <input type="hidden" name="field" value={field} />
                <span>
                  {`${shown(field, value, accounts)}, since `}
                  <Moment at={Date.parse(at)} />
                </span>
                <button type="submit" aria-label={`Forget the ${field} of ${domain}`}>
                  Forget it
                </button>
              </form>
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

function shown(
  field: LearnedFor["fields"][number]["field"],
  value: string,
  accounts: readonly Account[],
): string {
  switch (field) {
    case "merchant":
      return `Its name is “${value}”`;
    case "currency":
      return `Where only a sign stands (as $), it is ${value.toUpperCase()}`;
    case "account": {
      const account = accounts.find(({ id }) => id === value);
      return `It goes to ${account === undefined ? "an account that is not there" : `“${nameOf(account)}”`}`;
    }
  }
}
