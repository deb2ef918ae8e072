// /api/schedules: balances that update themselves. For people alone: a schedule makes this server
// ask others, with credentials that are set here and never shown.

import { SOURCES } from "../../sources/sources.ts";
import { ok } from "../../platform/result.ts";
import { done, found, ID, route, type Row } from "../route.ts";
import type { Schedules } from "./feature.ts";
import { RUN, SCHEDULE, SCHEDULE_DETAIL, SCHEDULE_LIST, SOURCE_LIST, WANTED } from "./wire.ts";

const SCHEDULES = { tag: "schedules", by: "people" } as const;
const EXAMPLE = {
  name: "Wallet",
  cron: "0 6 * * *",
  timezone: "Europe/Berlin",
  source: { type: "bitcoin", address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" },
  target: { crypto_manual_id: 3 },
};

export const SCHEDULE_ROUTES: readonly Row<Schedules>[] = [
  route({
    method: "GET",
    path: "/schedules",
    ...SCHEDULES,
    summary: "List the schedules",
    status: 200,
    response: SCHEDULE_LIST,
    failures: [],
    handle: async (schedules: Schedules) => ok({ schedules: schedules.list() }),
  }),
  route({
    method: "GET",
    path: "/schedules/sources",
    ...SCHEDULES,
    summary: "List the sources with their settings",
    status: 200,
    response: SOURCE_LIST,
    failures: [],
    handle: async () => {
      const sources = SOURCES.map(({ type, label, fields, secrets, statements, relative }) => ({
        type,
        label,
        fields,
        secrets,
        statements,
        relative,
      }));
      return ok({ sources });
    },
  }),
  route({
    method: "POST",
    path: "/schedules",
    ...SCHEDULES,
    summary: "Make a schedule",
    body: WANTED,
    takesText: true,
    example: EXAMPLE,
    status: 201,
    response: SCHEDULE,
    failures: [400, 409],
    handle: async (schedules: Schedules, { sent }) => schedules.create(String(sent)),
  }),
  route({
    method: "GET",
    path: "/schedules/{id}",
    ...SCHEDULES,
    summary: "Show a schedule with its last runs",
    params: ID,
    status: 200,
    response: SCHEDULE_DETAIL,
    failures: [404],
    handle: async (schedules: Schedules, { params: { id } }) =>
      found(schedules.get(id), { kind: "no such schedule", id }),
  }),
  route({
    method: "PUT",
    path: "/schedules/{id}",
    ...SCHEDULES,
    summary: "Change what is named of a schedule",
    params: ID,
    body: WANTED.partial(),
    takesText: true,
    example: { enabled: false },
    status: 200,
    response: SCHEDULE,
    failures: [400, 404, 409],
    handle: async (schedules: Schedules, { params: { id }, sent }) =>
      schedules.change(id, String(sent)),
  }),
  route({
    method: "DELETE",
    path: "/schedules/{id}",
    ...SCHEDULES,
    summary: "Delete a schedule",
    params: ID,
    status: 204,
    failures: [404],
    handle: async (schedules: Schedules, { params: { id } }) =>
      done(schedules.remove(id), { kind: "no such schedule", id }),
  }),
  route({
    method: "POST",
    path: "/schedules/{id}/run",
    ...SCHEDULES,
    summary: "Run a schedule now",
    params: ID,
    status: 202,
    response: RUN,
    failures: [404],
    handle: async (schedules: Schedules, { params: { id } }) => schedules.run(id),
  }),
];
