// /api/webhooks: who is told of what happens here, for people alone. A secret is shown when it is made.

import * as z from "zod";
import {
  DELIVERIES_PAGE_MAX,
  ENDPOINT_LABEL_CHARS_MAX,
  ENDPOINTS_MAX,
} from "../../../platform/limits.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { ImportProblem } from "../../problem.ts";
import { done, found, ID, parseId, page, route, type Row } from "../../route.ts";
import type { Endpoints } from "./feature.ts";
import { EVENT_TYPES } from "./notify.ts";
import { DELIVERIES, ENDPOINT, ENDPOINTS, NEW_ENDPOINT, NEW_SECRET, SENT } from "./wire.ts";

const label = z.string().min(1).max(ENDPOINT_LABEL_CHARS_MAX);
const events = z.array(z.enum(EVENT_TYPES)).min(1);
const endpointBody = z.strictObject({
  label,
  url: z.string(),
  events: events.default([...EVENT_TYPES]),
});
/** What each property is to be. */
const ENDPOINT_WORDS: ReadonlyMap<unknown, string> = new Map([
  ["label", `label must have 1 to ${ENDPOINT_LABEL_CHARS_MAX} characters.`],
  ["url", "url must be an https address."],
  ["events", `events must be one or more of ${EVENT_TYPES.join(", ")}; left out, all.`],
]);
const changeBody = z.strictObject({
  label: label.optional(),
  events: events.optional(),
  enabled: z.boolean().optional(),
});

const WEBHOOKS = { tag: "webhooks", by: "people" } as const;

export const WEBHOOK_ROUTES: readonly Row<Endpoints>[] = [
  route({
    method: "GET",
    path: "/webhooks",
    ...WEBHOOKS,
    summary: "List the endpoints that are told of what happens",
    status: 200,
    response: ENDPOINTS,
    failures: [],
    handle: async (endpoints: Endpoints) =>
      ok({ endpoints: endpoints.list(), events: EVENT_TYPES }),
  }),
  route({
    method: "POST",
    path: "/webhooks",
    ...WEBHOOKS,
    summary: "Add an endpoint; its secret is shown this once",
    body: endpointBody,
    wrongBody: (path) => ({
      field: ["/body", ...path].map(String).join("/"),
      message:
        ENDPOINT_WORDS.get(path[0]) ??
        `The body is {label, url, events}: ${[...ENDPOINT_WORDS.values()].join(" ")}`,
    }),
    example: { label: "Home server", url: "https://home.example/tributary" },
    status: 201,
    response: NEW_ENDPOINT,
    noStore: true,
    failures: [400, 409],
    handle: async (endpoints: Endpoints, { body }, { request }) => {
      const { origin } = new URL(request.url);
      const address = endpoints.addressAt(body.url, origin);
      if (!address.ok) return err({ kind: "invalid", field: "/body/url", message: address.error });
      const made = await endpoints.create({ ...body, url: address.value.href, origin });
      return made === null
        ? err({ kind: "too many", message: `A connection has at most ${ENDPOINTS_MAX} endpoints.` })
        : ok({ ...made.endpoint, secret: made.secret });
    },
  }),
  route({
    method: "PUT",
    path: "/webhooks/{id}",
    ...WEBHOOKS,
    summary: "Change an endpoint, or switch it on or off",
    params: ID,
    body: changeBody,
    wrongBody: (path) => ({
      field: ["/body", ...path].map(String).join("/"),
      message: "The body is {label, events, enabled}, each of which may be left out.",
    }),
    example: { enabled: false },
    status: 200,
    response: ENDPOINT,
    failures: [400, 404],
    handle: async (endpoints: Endpoints, { params: { id }, body }) =>
      found(endpoints.change(parseId(id), body), unknown(id)),
  }),
  route({
    method: "DELETE",
    path: "/webhooks/{id}",
    ...WEBHOOKS,
    summary: "Remove an endpoint",
    params: ID,
    status: 204,
    failures: [404],
    handle: async (endpoints: Endpoints, { params: { id } }) =>
      done(endpoints.remove(parseId(id)), unknown(id)),
  }),
  route({
    method: "POST",
    path: "/webhooks/{id}/rotate",
    ...WEBHOOKS,
    summary: "Give an endpoint another secret, shown this once",
    params: ID,
    status: 200,
    response: NEW_SECRET,
    noStore: true,
    failures: [404],
    handle: async (endpoints: Endpoints, { params: { id } }) => {
      const secret = await endpoints.rotate(parseId(id));
      return secret === null ? err(unknown(id)) : ok({ secret });
    },
  }),
  route({
    method: "POST",
    path: "/webhooks/{id}/test",
    ...WEBHOOKS,
    summary: "Send an endpoint a test",
    params: ID,
    status: 202,
    response: SENT,
    failures: [404, 409],
    handle: async (endpoints: Endpoints, { params: { id } }) =>
      sent(id, await endpoints.try(parseId(id))),
  }),
  route({
    method: "GET",
    path: "/webhooks/{id}/deliveries",
    ...WEBHOOKS,
    summary: "List what an endpoint was sent",
    params: ID,
    query: z.object(page(DELIVERIES_PAGE_MAX)),
    status: 200,
    response: DELIVERIES,
    failures: [400, 404],
    handle: async (endpoints: Endpoints, { params: { id }, query: { limit, offset } }) =>
      found(endpoints.deliveries(parseId(id), limit, offset), unknown(id)),
  }),
  route({
    method: "POST",
    path: "/webhooks/{id}/deliveries/{delivery}/resend",
    ...WEBHOOKS,
    summary: "Send a delivery once more",
    params: z.object({ id: z.string(), delivery: z.string() }),
    status: 202,
    response: SENT,
    failures: [404, 409],
    handle: async (endpoints: Endpoints, { params: { id, delivery } }) =>
      sent(id, await endpoints.resend(parseId(id), parseId(delivery))),
  }),
];

function sent(id: string, answer: "sent" | "disabled" | "unknown"): Result<object, ImportProblem> {
  if (answer === "unknown") return err(unknown(id));
  return answer === "sent"
    ? ok({ state: "waiting" })
    : err({ kind: "not offered", message: "The endpoint is switched off. Switch it on first." });
}

function unknown(id: string): ImportProblem {
  return { kind: "not learned", what: `such endpoint, or delivery of it: ${id.slice(0, 20)}` };
}
