// Where an account's data comes from: imports, schedules, mail, the bank, and the last statement.

import { PostButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Moment } from "../ui/moment.tsx";
import { plural, printDay } from "../ui/print.ts";
import type { Import } from "../ui/wire.ts";
import { nameImport } from "../import/name.ts";
import { isFailing, schedulePath } from "../schedules/list.tsx";
import type { Schedule } from "../schedules/wire.ts";
import { runWords } from "../schedules/words.ts";
import { describeHeld } from "./figures.ts";
import type { OneFacts } from "./read-one.ts";

/** How many imports are named. */
const IMPORTS_SHOWN = 5;

interface DataSourcesProps {
  readonly facts: OneFacts;
  /** What a person chose for its statements; null if that does not apply. */
  readonly manual: { readonly follows: boolean; readonly byPurchase: boolean } | null;
}

/** The section. */
export function DataSources({ facts, manual }: DataSourcesProps) {
  const { one, imports, schedules, stated } = facts;
  const { kind, account } = one;
  const receipts = `/transactions?account=${kind}:${account.id}&has=receipt`;
  return (
    <section id="sources" aria-labelledby="sources-title">
      <h2 id="sources-title">Where its data comes from</h2>
      <dl class="sources">
        {kind === "linked" ? (
          <div>
            <dt>Bank</dt>
            <dd>
              <a href={`/accounts#linked-${account.id}`}>
                {account.institution_name || "Connection"}
              </a>
              {account.last_import == null ? null : (
                <small>
                  {"last import "}
                  <Moment at={Date.parse(account.last_import)} />
                </small>
              )}
            </dd>
          </div>
        ) : (
          <>
            <ImportList imports={imports} />
            <div>
              <dt>Last statement</dt>
              <dd>
                {stated[0] === undefined
                  ? "No statement with a balance was imported."
                  : `${describeHeld(account, stated[0].balance)} on ${printDay(stated[0].day)}`}
                {stated[0] === undefined ? null : (
                  <small>
                    {"read from "}
                    <a href={`/imports/${encodeURIComponent(stated[0].import)}`}>
                      {stated[0].document ?? "an import"}
                    </a>
                  </small>
                )}
                {manual === null ? null : <Following id={account.id} follows={manual.follows} />}
              </dd>
            </div>
            <ScheduleList schedules={schedules} />
            {manual === null ? null : (
              <TransactionDates id={account.id} byPurchase={manual.byPurchase} />
            )}
          </>
        )}
        <div>
          <dt>Mail</dt>
          <dd>
            <a href={receipts}>Transactions with a receipt</a>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function ImportList({ imports }: { readonly imports: readonly Import[] }) {
  return (
    <div>
      <dt>Imports</dt>
      <dd>
        {imports.length === 0 ? (
          <>
            No recent import. <a href="/">Import files</a>
          </>
        ) : (
          <ul class="plain">
            {imports.slice(0, IMPORTS_SHOWN).map((run) => (
              <li>
                <a href={`/imports/${encodeURIComponent(run.id)}`}>{nameImport(run)}</a>
                <small>
                  <Moment at={Date.parse(run.created_at)} />
                  {run.state === "done" ? (
                    <>
                      {": "}
                      <a href={`/transactions?source=import:${encodeURIComponent(run.id)}`}>
                        {plural(run.counts.inserted, "new transaction")}
                      </a>
                    </>
                  ) : (
                    `: ${run.state}`
                  )}
                </small>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}

function ScheduleList({ schedules }: { readonly schedules: readonly Schedule[] }) {
  return (
    <div>
      <dt>Schedules</dt>
      <dd>
        {schedules.length === 0 ? (
          <>
            None. <a href="/schedules">Add one</a>
          </>
        ) : (
          <ul class="plain">
            {schedules.map((schedule) => (
              <li>
                <a href={schedulePath(schedule.id)}>{schedule.name}</a>
                <small class={isFailing(schedule) ? "failing" : undefined}>
                  {schedule.last_run === null ? "not run yet" : runWords(schedule.last_run)}
                </small>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}

function TransactionDates({
  id,
  byPurchase,
}: {
  readonly id: number;
  readonly byPurchase: boolean;
}) {
  return (
    <div>
      <dt>
        <label for="dates">Date of its transactions</label>
      </dt>
      <dd>
        <form
          method="post"
          action={useTarget(`/accounts/manual/${id}/dates`)}
          data-swap="head sources"
        >
          <select id="dates" name="date" aria-describedby="dates-help">
            <option value="posting" selected={!byPurchase}>
              Posting date
            </option>
            <option value="purchase" selected={byPurchase}>
              Purchase date
            </option>
          </select>
          <button type="submit" id="dates-save">
            Save
          </button>
          <small id="dates-help">
            Applies to files that print both and are imported from now on. Nothing is inserted
            twice.
          </small>
        </form>
      </dd>
    </div>
  );
}

function Following({ id, follows }: { readonly id: number; readonly follows: boolean }) {
  return (
    <div class="following">
      <small>
        {follows ? "Statements set its balance." : "Statements never change its balance."}
      </small>
      <PostButton
        action={useTarget(`/accounts/manual/${id}/statements`)}
        label={follows ? "Never set it" : "Let statements set it"}
        fields={{ set: follows ? "no" : "yes", back: "account" }}
      />
    </div>
  );
}
