// /api/trusted and /api/corrections: what the user's decisions about mail have taught, and how to
// undo it. Import keys may not.

import * as z from "zod";
import { ok } from "../../platform/result.ts";
import { done, ID, parseId, route, type Row } from "../route.ts";
import type { Inbox } from "./feature.ts";
import { MEMORY_FIELDS } from "./memory.ts";
import { CORRECTIONS, TRUSTED } from "./wire.ts";

const LEARNED = { tag: "learned from mail", by: "people" } as const;

const error = `field is ${MEMORY_FIELDS.join(", ")}, or left out for all of them.`;

export const LEARNED_ROUTES: readonly Row<Inbox>[] = [
  route({
    method: "GET",
    path: "/trusted",
    ...LEARNED,
    summary: "List the senders, forwarders and recipients that were accepted",
    status: 200,
    response: TRUSTED,
    failures: [],
    handle: async (inbox: Inbox) => ok({ trusted: inbox.trusted() }),
  }),
  route({
    method: "DELETE",
    path: "/trusted/{id}",
    ...LEARNED,
    summary: "No longer accept a sender, forwarder or recipient",
    params: ID,
    status: 204,
    failures: [404],
    handle: async (inbox: Inbox, { params: { id } }) =>
      done(parseId(id) > 0 && (await inbox.distrust(parseId(id))), {
        kind: "not learned",
        what: `accepted sender ${id.slice(0, 20)}`,
      }),
  }),
  route({
    method: "GET",
    path: "/corrections",
    ...LEARNED,
    summary: "List what was corrected, by sender",
    status: 200,
    response: CORRECTIONS,
    failures: [],
    handle: async (inbox: Inbox) => ok({ corrections: inbox.corrections() }),
  }),
  route({
    method: "DELETE",
    path: "/corrections/{domain}",
    ...LEARNED,
    summary: "Forget what was corrected for a sender, or one field of it",
    params: z.object({ domain: z.string() }),
    query: z.object({ field: z.enum(MEMORY_FIELDS, { error }).optional() }),
    status: 204,
    failures: [400, 404],
    handle: async (inbox: Inbox, { params: { domain }, query: { field } }) =>
      done(inbox.forgetCorrections(domain, field ?? null), {
        kind: "not learned",
        what: `correction for ${domain.slice(0, 100)}`,
      }),
  }),
];
