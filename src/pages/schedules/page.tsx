// The page of one schedule: what it does and when, its runs, and the form that changes it.

import { DataTable, Fact } from "../ui/table.tsx";
import { ConfirmButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { printTime } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { ScheduleForm, type FormProps } from "./form.tsx";
import { Buttons, NextRuns, schedulePath } from "./list.tsx";
import { capitalize } from "../../platform/text.ts";
import type { ScheduleDetail, ScheduleRun } from "./wire.ts";
import { readingWords, runWords, targetWords, whatToDo } from "./words.ts";

interface SchedulePageProps extends Omit<FormProps, "schedule"> {
  readonly schedule: ScheduleDetail;
  readonly names: ReadonlyMap<string, string>;
}

/** Seconds after which the browser reloads while a run is in progress. */
const REFRESH_SECONDS = 5;

/** The whole page. */
export function SchedulePage({ schedule, names, ...form }: SchedulePageProps) {
  const { id, name, stopped, source, target, runs } = schedule;
  const isBusy = runs[0]?.state === "waiting";
  // A later attempt is not waited for, and a reload must not take away a refused form.
  const isSoon = isBusy && runs[0]?.fault === null && form.refused === null;
  return (
    <Shell
      title={name}
      current="/schedules"
      refresh={isSoon ? REFRESH_SECONDS : null}
      scripts={["/schedules.js"]}
    >
      <h1>{name}</h1>
      <p class="origin">
        <a href="/schedules">All schedules</a>
      </p>
      {stopped === null ? null : (
        <Alert message={`This schedule was stopped: ${stopped} ${whatToDo("refused")}`} />
      )}
      <dl class="facts">
        <Fact term="Source">{capitalize(form.source.label || source.type)}</Fact>
        <Fact term="Target">{targetWords(target, names)}</Fact>
        <div class="next-runs">
          <dt>Next runs</dt>
          <dd>
            <NextRuns schedule={schedule} />
          </dd>
        </div>
      </dl>
      <Buttons schedule={schedule} />
      <section aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        {runs.length === 0 ? <p>This schedule has not run yet.</p> : <Runs runs={runs} />}
        {isBusy ? (
          <p>
            <a href={`${schedulePath(id)}#runs`}>Refresh</a>
          </p>
        ) : null}
      </section>
      <details class="panel" open={form.refused !== null || stopped !== null}>
        <summary>Change schedule</summary>
        <ScheduleForm {...form} schedule={schedule} />
      </details>
      <div class="actions">
        <ConfirmButton
          label="Delete…"
          ask={`“${name}” will not run again and its credentials are deleted. The balances that it wrote stay.`}
          action={useTarget(`${schedulePath(id)}/delete`)}
          confirm="Delete"
        />
      </div>
    </Shell>
  );
}

function Runs({ runs }: { readonly runs: readonly ScheduleRun[] }) {
  return (
    <DataTable
      class="recurring schedules"
      caption="Runs, newest first"
      columns={["When", "Result", "Value from the source"]}
    >
      {runs.map((run) => (
        <tr>
          <th scope="row">
            <time datetime={run.created_at}>{printTime(run.created_at)}</time>
            <small>{run.due_at === null ? "started by hand" : "scheduled"}</small>
          </th>
          <td>
            <span class={run.state === "failed" ? "failing" : undefined}>{runWords(run)}</span>
            {run.fault === null ? null : <small>{whatToDo(run.fault.kind)}</small>}
            {run.import === null ? null : (
              <small>
                <a href={`/imports/${encodeURIComponent(run.import)}`}>See the import</a>
              </small>
            )}
            {run.state !== "waiting" || run.next_attempt_at === null ? null : (
              <small>
                {"next attempt "}
                <time datetime={run.next_attempt_at}>{printTime(run.next_attempt_at)}</time>
              </small>
            )}
          </td>
          <td>{run.read === null ? "" : readingWords(run.read)}</td>
        </tr>
      ))}
    </DataTable>
  );
}
