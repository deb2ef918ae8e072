// /api/linked/connections: connects a bank by a SimpleFIN setup token, reconnects, fetches and
// removes it. Pasted text is sealed before it is stored and never shown again; the job does the
// rest (job.ts).

import * as z from "zod";
import { BANKS_MAX, SIMPLEFIN_TOKEN_CHARS_MAX } from "../../platform/limits.ts";
import { readPasted } from "../../sources/simplefin/token.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { base32, hex, sha256 } from "../../platform/digest.ts";
import { ok, type Result } from "../../platform/result.ts";
import { requestJob } from "../jobs/queue.ts";
import { startFetch, tooEarly } from "../linked/request-fetch.ts";
import { FETCHABLE } from "../linked/rules.ts";
import { listLinked } from "../linked/store.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import { route, type Outside, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import {
  addBank,
  bankOfToken,
  findBank,
  listBanks,
  removeBank,
  renewBank,
  type Bank,
  type Sealed,
} from "./store.ts";

const CONNECTION = z
  .strictObject({
    id: z.string(),
    host: z.string(),
    state: z.enum(["claiming", "open", "failed"]),
    reason: z.string().nullable(),
    messages: z.array(z.string()),
    answered_at: wire.TIME_OUT.nullable(),
    next_at: wire.TIME_OUT.nullable(),
    created_at: wire.TIME_OUT,
    accounts: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        institution_name: z.string(),
        status: z.string(),
      }),
    ),
  })
  .meta({ id: "BankConnection" });

const BODY = z
  .strictObject({ token: wire.text(1, SIMPLEFIN_TOKEN_CHARS_MAX) })
  .meta({ id: "SetupToken" });
const PATH = z.strictObject({ id: wire.text(1, 60) });
// Of no server: base64 of addresses at bank.invalid.
const EXAMPLE = { token: "aHR0cHM6Ly9iYW5rLmludmFsaWQvY2xhaW0vcGxhbnRlZC10b2tlbg==" };
const ANOTHER = { token: "aHR0cHM6Ly9iYW5rLmludmFsaWQvY2xhaW0vcGxhbnRlZC1zZWNvbmQ=" };

export const BANK_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/linked/connections",
    scope: null,
    tag: "linked accounts",
    summary: "The connections to banks",
    response: z.strictObject({ connections: z.array(CONNECTION) }),
    failures: [400],
    handle: ({ sql }) => ok({ connections: listBanks(sql).map((bank) => toWire(sql, bank)) }),
  }),
  route({
    method: "POST",
    path: "/linked/connections",
    scope: null,
    tag: "linked accounts",
    summary: "Connect a bank with a SimpleFIN setup token",
    body: BODY,
    example: EXAMPLE,
    status: 201,
    response: CONNECTION,
    failures: [400, 404, 413],
    prepare: (outside, { body }) =>
      prepared(
        outside,
        `simplefin-${base32(crypto.getRandomValues(new Uint8Array(10)))}`,
        body.token,
      ),
    handle: ({ sql, caller, now }, _, { itemId, sealed }) => {
      const there = bankOfToken(sql, sealed.hash);
      if (there !== null)
        return there.state === "removed"
          ? refuse("invalid body", {
              errMsg:
                "This setup token was used for a connection that was removed: make a new one.",
              invalid_property: "token",
            })
          : ok(toWire(sql, there));
      if (listBanks(sql).length >= BANKS_MAX)
        return refuse("invalid body", {
          errMsg: `A budget has at most ${BANKS_MAX} connections to banks: remove one first.`,
        });
      addBank(sql, itemId, sealed, caller.userId, now);
      requestJob(sql, "ask banks", now);
      return answerOne(sql, itemId);
    },
  }),
  route({
    method: "PUT",
    path: "/linked/connections/{id}",
    scope: null,
    tag: "linked accounts",
    summary: "Reconnect a bank with another setup token; its accounts stay",
    params: PATH,
    body: BODY,
    example: ANOTHER,
    response: CONNECTION,
    failures: [400, 404, 413],
    prepare: (outside, { params, body }) => prepared(outside, params.id, body.token),
    handle: ({ sql, now }, { params }, { sealed }) => {
      const there = bankOfToken(sql, sealed.hash);
      if (there !== null)
        return there.item_id === params.id
          ? answerOne(sql, params.id)
          : refuse("invalid body", {
              errMsg: "This setup token was used for another connection already: make a new one.",
              invalid_property: "token",
            });
      if (findBank(sql, params.id) === null) return noConnection(params.id);
      renewBank(sql, params.id, sealed, now);
      requestJob(sql, "ask banks", now);
      return answerOne(sql, params.id);
    },
  }),
  route({
    method: "POST",
    path: "/linked/connections/{id}/fetch",
    scope: null,
    tag: "linked accounts",
    summary: "Have a connection's server asked for news of all its accounts, at once",
    params: PATH,
    status: 202,
    failures: [400, 404, 425],
    handle: (context, { params }) => {
      if (findBank(context.sql, params.id) === null) return noConnection(params.id);
      const accounts = listLinked(context.sql).filter(
        ({ linked_item_id: item, status }) => item === params.id && FETCHABLE.includes(status),
      );
      return startFetch(context, accounts, null) ? ok(undefined) : tooEarly(accounts, context.now);
    },
  }),
  route({
    method: "DELETE",
    path: "/linked/connections/{id}",
    scope: null,
    tag: "linked accounts",
    summary: "Remove a connection and its access; its accounts stay, deactivated",
    params: PATH,
    status: 204,
    failures: [400, 404],
    handle: ({ sql }, { params }) => {
      if (findBank(sql, params.id) === null) return noConnection(params.id);
      removeBank(sql, params.id);
      return ok(undefined);
    },
  }),
];

interface Prepared {
  readonly itemId: string;
  readonly sealed: Sealed;
}

/** Reads and seals the pasted text; nothing is stored or sent yet. */
async function prepared(
  { ports }: Outside,
  itemId: string,
  token: string,
): Promise<Result<Prepared, Problem>> {
  const { banks } = ports.providers;
  if (banks === null) return refuse("not found", { errMsg: "No bank can be connected here." });
  const pasted = readPasted(token);
  if (!pasted.ok)
    return refuse("invalid body", { errMsg: pasted.error, invalid_property: "token" });
  const { url, host } = pasted.value;
  const kind = pasted.value.kind === "claim" ? "token" : "access";
  return ok({
    itemId,
    sealed: {
      kind,
      host,
      hash: hex(await sha256(url)),
      sealed: await banks.seal({ itemId, what: kind }, url),
    },
  });
}

function answerOne(sql: Sql, itemId: string): Result<z.input<typeof CONNECTION>, Problem> {
  const bank = findBank(sql, itemId);
  return bank === null ? noConnection(itemId) : ok(toWire(sql, bank));
}

function noConnection(id: string): { readonly ok: false; readonly error: Problem } {
  return refuse("not found", { errMsg: `There is no connection with the id ${id}.`, id });
}

function toWire(sql: Sql, bank: Bank): z.input<typeof CONNECTION> {
  const messages: string[] = JSON.parse(bank.messages);
  return {
    id: bank.item_id,
    host: bank.host,
    state: bank.state === "removed" ? "failed" : bank.state,
    reason: bank.reason,
    messages,
    answered_at: wire.timeOrNull(bank.answered_at),
    next_at: wire.timeOrNull(bank.due_at),
    created_at: wire.formatTime(bank.created_at),
    accounts: sql.all(
      "SELECT id, coalesce(display_name, name) AS name, institution_name, status FROM linked_accounts WHERE linked_item_id = ? ORDER BY id",
      bank.item_id,
    ),
  };
}
