// The source behind a kind of connection, and the refusals of its form.

import { SOURCE_LIST } from "../../importer/schedules/wire.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ScheduleSource } from "../schedules/wire.ts";
import type { Typed } from "../sources/typed-settings.ts";
import type { PageContext } from "../ui/calls.ts";
import { read, type Refusal } from "../ui/client.ts";
import { sortRefusal, type Control, type Refused } from "../ui/refused-form.ts";

/** The name is one property of a holding and another of a synced account. */
const CONTROLS: readonly Control[] = ["name", "display_name"].map((at) => ({
  name: "name",
  label: "Name",
  at,
}));

/** Finds a source in the registry. */
export async function findSource(
  c: PageContext,
  type: string | null,
): Promise<Result<ScheduleSource, Refusal>> {
  const found = await read(c.get("api"), "/api/schedules/sources", SOURCE_LIST);
  if (!found.ok) return found;
  const source = found.value.sources.find((one) => one.type === type);
  return source === undefined
    ? err({ status: 404, message: "This type of connection does not exist." })
    : ok(source);
}

/** The parts of a refusal, each at the field of the form that it is about. */
export function sortRefused(source: ScheduleSource, refusal: Refusal, field: Typed): Refused {
  return sortRefusal(refusal, source, CONTROLS, field);
}
