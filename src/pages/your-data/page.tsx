// Your data: everything as one file, backups that are made by themselves, and restoring a file.

import type { Kept, Restore } from "./wire.ts";
import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { Field } from "../ui/fields.tsx";
import { plural, printBytes, printTime } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";

export interface YourDataProps {
  readonly kept: Kept;
  /** The newest restoring; null if there was none. */
  readonly restore: Restore | null;
  readonly alert?: string | null;
  /** The address for backups that was typed and refused. */
  readonly typedAddress?: string | null;
}

const EVERY = [
  { days: 1, label: "every day" },
  { days: 7, label: "every week" },
  { days: 30, label: "every 30 days" },
] as const;

/** The page. */
export function YourData({ kept, restore, alert = null, typedAddress = null }: YourDataProps) {
  return (
    <Shell title="Your data" current="/your-data" scripts={["/restore.js"]}>
      <h1>Your data</h1>
      <Alert message={alert} />
      {restore === null ? null : <Progress restore={restore} />}
      <section class="panel" aria-labelledby="download">
        <h2 id="download">Download everything</h2>
        <p>
          One ZIP file with this whole budget: accounts, transactions, categories, rules and balance
          history, your statements, mail and receipts, and attached files. It has tables for a
          spreadsheet, and can be restored into any Tributary. Passwords, tokens and other secrets
          are not in it.
        </p>
        <p class="actions">
          <a class="button primary" href="/your-data/download" download>
            Download everything
          </a>
        </p>
      </section>
      <KeptBackups kept={kept} />
      <SentBackups kept={kept} typed={typedAddress} />
      <section class="panel" aria-labelledby="restore">
        <h2 id="restore">Restore from a file</h2>
        <p>
          Choose a file that was downloaded here or in another Tributary. This budget must be empty,
          as it is after signing up. Nothing else can be changed until the file is restored.
        </p>
        <form
          id="restore-form"
          class="stack"
          method="post"
          action="/your-data/restore"
          enctype="multipart/form-data"
        >
          <Field label="Backup (ZIP)">
            <input
              id="restore-file"
              type="file"
              name="file"
              accept=".zip,application/zip"
              required
            />
          </Field>
          <button type="submit">Restore from this file</button>
          <p id="restore-status" role="status" />
          <progress id="restore-bar" max="1" value="0" aria-labelledby="restore-status" hidden />
        </form>
      </section>
    </Shell>
  );
}

function Progress({ restore }: { readonly restore: Restore }) {
  const { state, done, total, error, began_at: began, finished_at: finished } = restore;
  if (state === "done")
    return <p class="read">{`A backup was restored here on ${printTime(finished ?? began)}.`}</p>;
  if (state === "failed")
    return <Alert message={`The backup was not restored, and nothing of it was kept: ${error}`} />;
  if (state === "clearing")
    return (
      <p role="status">{`The backup cannot be restored: ${error} It is being cleared away.`}</p>
    );
  return (
    <section class="panel" aria-labelledby="progress">
      <h2 id="progress">Restoring</h2>
      <p role="status">
        {`Step ${done} of ${total}. You may leave this page; reload it to see how far it is.`}
        {error === null ? "" : ` It waits: ${error}.`}
      </p>
      <p>
        <progress value={done} max={total} aria-labelledby="progress" />
      </p>
      <ConfirmButton
        label="Stop restoring…"
        ask="What was restored so far will be removed again. You can start over with the same file."
        action="/your-data/stop"
        confirm="Stop restoring"
      />
    </section>
  );
}

function KeptBackups({ kept }: { readonly kept: Kept }) {
  const { days, error, backups, next_at: next } = kept;
  return (
    <section class="panel" aria-labelledby="kept">
      <h2 id="kept">Automatic backups</h2>
      <p>
        Tributary can make such a file by itself and keep the newest five. They are stored with
        Tributary and deleted with this budget, so download one now and then.
      </p>
      <Alert message={error} />
      <form class="stack" method="post" action="/your-data/backups">
        <Field label="Make a backup">
          <select name="days">
            <option value="" selected={days === null}>
              never
            </option>
            {EVERY.map((one) => (
              <option value={String(one.days)} selected={days === one.days}>
                {one.label}
              </option>
            ))}
          </select>
        </Field>
        <button type="submit">Save</button>
      </form>
      {next === null ? null : <p>{`The next one is made on ${printTime(next)}.`}</p>}
      {backups.length === 0 ? null : (
        <ul class="backups">
          {backups.map(({ id, made_at: made, bytes }) => (
            <li>
              <a href={`/your-data/backups/${id}`} download>
                {`${printTime(made)}, ${printBytes(bytes)}`}
              </a>
              <PostButton
                action={`/your-data/backups/${id}/delete`}
                label="Delete"
                ariaLabel={`Delete the backup of ${printTime(made)}`}
              />
            </li>
          ))}
        </ul>
      )}
      {backups.length === 0 ? null : <p>{`${plural(backups.length, "backup")} kept.`}</p>}
    </section>
  );
}

function SentBackups({ kept, typed }: { readonly kept: Kept; readonly typed: string | null }) {
  const { target, days, backups } = kept;
  return (
    <section class="panel" aria-labelledby="sent">
      <h2 id="sent">Send each backup elsewhere</h2>
      <p>
        Each automatic backup can also be sent to an https address, such as a folder of your cloud
        storage. It is sent with PUT; into an address that ends in “/” goes a file with the day in
        its name. Whoever reads that address reads your whole budget.
      </p>
      {target === null ? null : <Sent target={target} hasBackup={backups.length > 0} />}
      {days === null ? <p>No backups are made yet: choose above how often.</p> : null}
      <form class="stack" method="post" action="/your-data/target">
        <Field label={target === null ? "Address" : "Another address"}>
          <input
            type="url"
            name="url"
            placeholder="https://"
            value={typed ?? ""}
            autocomplete="off"
            required
          />
        </Field>
        <p class="hint">
          If it asks who sends the file, give either a user name and a password, as for a WebDAV
          folder such as Nextcloud’s, or a token. They are stored encrypted and are not shown again.
        </p>
        <Field label="User name">
          <input
            type="text"
            name="user"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
          />
        </Field>
        <Field label="Password, best one made for this app alone">
          <input type="password" name="password" autocomplete="new-password" />
        </Field>
        <Field label="Or a token, which is sent as Authorization: Bearer">
          <input type="password" name="token" autocomplete="off" />
        </Field>
        <button type="submit">Save</button>
      </form>
    </section>
  );
}

function describeCredentials(target: NonNullable<Kept["target"]>): string {
  if (target.has_token) return ", with a token";
  return target.has_password ? ", with a user name and a password" : "";
}

function Sent({
  target,
  hasBackup,
}: {
  readonly target: NonNullable<Kept["target"]>;
  readonly hasBackup: boolean;
}) {
  const { url, sent_at: sent, next_attempt_at: next, error } = target;
  return (
    <>
      <Alert
        message={
          error === null
            ? null
            : `The last backup was not sent: ${error} ${next === null ? "It is tried when the next backup is made." : `It is tried again on ${printTime(next)}.`}`
        }
      />
      <p>
        {`Backups are sent to ${url}${describeCredentials(target)}. `}
        {sent === null
          ? "None has arrived yet."
          : `The last one was taken there on ${printTime(sent)}.`}
      </p>
      <div class="actions">
        {hasBackup ? (
          <PostButton action="/your-data/target/send" label="Send the newest now" />
        ) : null}
        <PostButton action="/your-data/target/delete" label="Stop sending" />
      </div>
    </>
  );
}
