// The list of schedules, and the sources to choose from for another.

import { capitalize } from "../../platform/text.ts";
import { DataTable } from "../ui/table.tsx";
import { PostButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { printTime } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Schedule, ScheduleSource } from "./wire.ts";
import { cronWords, shortMonthWords } from "./timing.ts";
import { runWords, targetWords, whatToDo, zoneTime } from "./words.ts";

interface ListProps {
  readonly schedules: readonly Schedule[];
  readonly sources: readonly ScheduleSource[];
  /** The names of accounts by "manual 1" and "crypto 1". */
  readonly names: ReadonlyMap<string, string>;
  readonly alert?: string | null;
}

/** All schedules; those that need a person come first. */
export function ScheduleList({ schedules, sources, names, alert = null }: ListProps) {
  const sorted = [...schedules].sort((a, b) => Number(isFailing(b)) - Number(isFailing(a)));
  return (
    <Shell title="Schedules" current="/schedules">
      <h1>Schedules</h1>
      <p class="lead">
        A schedule updates a balance automatically. At each run it reads the balance from its
        source.
      </p>
      <Alert message={alert} />
      {schedules.length === 0 ? (
        <p>You have no schedules yet. Choose below where a balance comes from.</p>
      ) : (
        <Table schedules={sorted} sources={sources} names={names} />
      )}
      <section aria-labelledby="another">
        <h2 id="another">New schedule</h2>
        <p class="hint">Where does the balance come from?</p>
        <ul class="choices plain">
          {sources.map(({ type, label }) => (
            <li>
              <a class="button" href={`/schedules/new?type=${encodeURIComponent(type)}`}>
                {capitalize(label)}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </Shell>
  );
}

/** Whether it needs a person: it was stopped, or its last run failed. */
export function isFailing({ stopped, last_run: last }: Schedule): boolean {
  return stopped !== null || last?.state === "failed";
}

function Table({ schedules, sources, names }: ListProps) {
  return (
    <DataTable
      class="recurring schedules"
      caption="Schedules"
      columns={["Name", "Source and target", "Next runs", "Last run", "Actions"]}
    >
      {schedules.map((schedule) => (
        <tr>
          <th scope="row">
            <a href={schedulePath(schedule.id)}>{schedule.name}</a>
            {schedule.enabled ? null : (
              <small>{schedule.stopped === null ? "off" : "stopped"}</small>
            )}
          </th>
          <td>
            {capitalize(
              sources.find(({ type }) => type === schedule.source.type)?.label ??
                schedule.source.type,
            )}
            <small>{`to: ${targetWords(schedule.target, names)}`}</small>
          </td>
          <td class="next-runs">
            <NextRuns schedule={schedule} />
          </td>
          <td>
            <LastRun schedule={schedule} />
          </td>
          <td>
            <Buttons schedule={schedule} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** The next three runs in the schedule's time zone. */
export function NextRuns({
  schedule: { next_runs: next, timezone, cron, enabled },
}: {
  readonly schedule: Schedule;
}) {
  const words = cronWords(cron);
  const short = shortMonthWords(cron);
  return (
    <>
      {words === null ? null : <span>{capitalize(words)}</span>}
      {short === null ? null : <small class="short-months">{short}</small>}
      {next.length === 0 ? (
        <small>{enabled ? "No more runs." : "No runs while it is off."}</small>
      ) : null}
      {next.map((at) => (
        <small title={at}>{zoneTime(at, timezone)}</small>
      ))}
      <small>{`Time zone: ${timezone}`}</small>
    </>
  );
}

function LastRun({ schedule: { last_run: last, failures } }: { readonly schedule: Schedule }) {
  if (last === null) return <span class="hint">not run yet</span>;
  return (
    <>
      <span class={last.state === "failed" ? "failing" : undefined}>{runWords(last)}</span>
      {last.fault === null ? null : <small>{whatToDo(last.fault.kind)}</small>}
      {failures > 1 ? <small>{`${failures} times in a row`}</small> : null}
      <small>
        <time datetime={last.finished_at ?? last.created_at}>
          {printTime(last.finished_at ?? last.created_at)}
        </time>
      </small>
    </>
  );
}

/** The buttons to run it now and to turn it on or off. */
export function Buttons({ schedule: { id, name, enabled } }: { readonly schedule: Schedule }) {
  return (
    <div class="choices">
      <PostButton
        action={useTarget(`${schedulePath(id)}/run`)}
        label="Run now"
        ariaLabel={`Run ${name} now`}
      />
      <PostButton
        action={useTarget(`${schedulePath(id)}/${enabled ? "off" : "on"}`)}
        label={enabled ? "Turn off" : "Turn on"}
        ariaLabel={`Turn ${name} ${enabled ? "off" : "on"}`}
      />
    </div>
  );
}

/** The path of a schedule's page. */
export function schedulePath(id: string): string {
  return `/schedules/${encodeURIComponent(id)}`;
}
