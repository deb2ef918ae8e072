// /balance_history on the wire (service-v2.md, Balance history; gaps.md 2a, 3.9, D3 and D9).

import { ok } from "../../platform/result.ts";
import { notFound } from "../../platform/api/problem.ts";
import { route, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { listAll, listOne } from "./read.ts";
import {
  ACCOUNT_PATH,
  DELETED_PATH,
  DETAILS_ANSWER,
  DETAILS_BODY,
  LIST_ANSWER,
  RANGE_QUERY,
  SYMBOL_PATH,
  UPSERT_ANSWER,
  UPSERT_BODY,
  type AccountPath,
  type SymbolPath,
} from "./schemas.ts";
import type { Key } from "./sources.ts";
import { deleteEntry, recordedMonths } from "./store.ts";
import { changeDetails, removeStream, upsert } from "./write.ts";

const tag = "balance history";
const ACCOUNT = "/balance_history/{account_type}/{account_id}";
const SYMBOL = "/balance_history/crypto_synced/{account_id}/{symbol}";
/** Header of an account's history: the months that the service recorded at their end. */
const RECORDED_MONTHS = "Recorded-Months";
const EXAMPLE = {
  balances: [
    { month: "2026-09", balance: "1250.50" },
    { month: "2026-10", balance: 1310.25 },
  ],
};

export const HISTORY_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/balance_history",
    scope: "balance_history:read",
    tag,
    summary: "The monthly balances of all accounts, deleted ones included",
    query: RANGE_QUERY,
    response: LIST_ANSWER,
    failures: [400],
    handle: (context, { query }) => listAll(context, query),
  }),
  route({
    method: "GET",
    path: ACCOUNT,
    scope: "balance_history:read",
    tag,
    summary: "The monthly balances of one account",
    params: ACCOUNT_PATH,
    query: RANGE_QUERY,
    response: LIST_ANSWER,
    failures: [400, 404],
    handle: (context, { params, query }) => listOne(context, accountKey(params), query),
    headers: ({ sql }, { params }) => ({
      [RECORDED_MONTHS]: recordedMonths(sql, accountKey(params)).join(","),
    }),
  }),
  route({
    method: "PUT",
    path: ACCOUNT,
    scope: "balance_history:write",
    tag,
    summary: "Write balances of past months of one account",
    params: ACCOUNT_PATH,
    body: UPSERT_BODY,
    example: EXAMPLE,
    response: UPSERT_ANSWER,
    failures: [400, 404, 413],
    handle: (context, { params, body }) => upsert(context, accountKey(params), body.balances),
  }),
  route({
    method: "DELETE",
    path: ACCOUNT,
    scope: "balance_history:write",
    tag,
    summary: "Delete the stored balances of one account",
    params: ACCOUNT_PATH,
    status: 204,
    failures: [400, 404],
    handle: (context, { params }) => removeStream(context, accountKey(params)),
  }),
  route({
    method: "GET",
    path: SYMBOL,
    scope: "balance_history:read",
    tag,
    summary: "The monthly balances of one symbol of a synced crypto account",
    params: SYMBOL_PATH,
    query: RANGE_QUERY,
    response: LIST_ANSWER,
    failures: [400, 404],
    handle: (context, { params, query }) => listOne(context, symbolKey(params), query),
  }),
  route({
    method: "PUT",
    path: SYMBOL,
    scope: "balance_history:write",
    tag,
    summary: "Write balances of past months of one symbol of a synced crypto account",
    params: SYMBOL_PATH,
    body: UPSERT_BODY,
    example: {
      balances: [{ month: "2026-10", balance: "4100.25", crypto_balance: "1.250000000000000001" }],
    },
    response: UPSERT_ANSWER,
    failures: [400, 404, 413],
    handle: (context, { params, body }) => upsert(context, symbolKey(params), body.balances),
  }),
  route({
    method: "DELETE",
    path: SYMBOL,
    scope: "balance_history:write",
    tag,
    summary: "Delete the stored balances of one symbol of a synced crypto account",
    params: SYMBOL_PATH,
    status: 204,
    failures: [400, 404],
    handle: (context, { params }) => removeStream(context, symbolKey(params)),
  }),
  route({
    method: "DELETE",
    path: "/balance_history/entries/{id}",
    scope: "balance_history:write",
    tag,
    summary: "Delete one stored balance",
    params: wire.idPath,
    status: 204,
    failures: [400, 404],
    handle: ({ sql }, { params }) =>
      deleteEntry(sql, params.id) ? ok(undefined) : notFound("balance history entry", params.id),
  }),
  route({
    method: "PUT",
    path: "/balance_history/deleted/{account_id}/details",
    scope: "balance_history:write",
    tag,
    summary: "Change what is remembered of a deleted account",
    params: DELETED_PATH,
    body: DETAILS_BODY,
    example: { display_name: "Old savings", institution_name: "Alpine Bank" },
    response: DETAILS_ANSWER,
    failures: [400, 404, 413],
    handle: (context, { params, body }) => changeDetails(context, params.account_id, body),
  }),
];

function accountKey({ account_type: kind, account_id: id }: AccountPath): Key {
  return { kind, id, symbol: "" };
}

/** Symbols of synced accounts are stored in lowercase. */
function symbolKey({ account_id: id, symbol }: SymbolPath): Key {
  return { kind: "crypto_synced", id, symbol: symbol.toLowerCase() };
}
