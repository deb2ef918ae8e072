// /crypto/manual on the wire (service-v2.md, Manual crypto object; gaps.md D10 and 2a).

import * as z from "zod";
import { CRYPTO_ACCOUNTS_MAX, CRYPTO_SYMBOL_CHARS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { ok, type Result } from "../../platform/result.ts";
import { forgetHistory, hasHistory, keepHistory } from "../history/streams.ts";
import { changesNothing, notFound, type Problem, refuse } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { changeManual, unsupported } from "./change.ts";
import {
  countManual,
  deleteManual,
  findManual,
  insertManual,
  listManual,
  type ManualRow,
  type ManualState,
} from "./manual-store.ts";
import { printQuantity } from "../../money/quantity.ts";
import { quantity, QUANTITY_OUT } from "./quantity.ts";
import { valuer } from "./store.ts";

const HOLDING = z
  .strictObject({
    id: z.int(),
    name: z.string().min(1).max(45),
    display_name: z.string().nullable(),
    institution_name: z.string().min(1).max(50).nullable(),
    balance: QUANTITY_OUT,
    symbol: z.string().min(1).max(CRYPTO_SYMBOL_CHARS_MAX),
    pricing_id: z.string().min(1).max(100).nullable(),
    to_base: z.number().nullable(),
    balance_as_of: wire.TIME_OUT.nullable(),
    exchange_rate_as_of: wire.TIME_OUT.nullable(),
    created_by_name: z.string().nullable(),
    created_at: wire.TIME_OUT,
    updated_at: wire.TIME_OUT,
  })
  .meta({ id: "CryptoManual" });

const PROPERTIES = {
  name: wire.text(1, 45),
  display_name: wire.text(1, 45).nullable().optional(),
  institution_name: wire.text(1, 50).nullable().optional(),
  balance: quantity,
};

const CREATE = z
  .strictObject({ ...PROPERTIES, symbol: wire.text(1, CRYPTO_SYMBOL_CHARS_MAX) })
  .meta({ id: "CryptoManualCreate" });

const UPDATABLE = ["name", "display_name", "institution_name", "balance"];

const UPDATE = z
  .strictObject({
    ...PROPERTIES,
    name: PROPERTIES.name.optional(),
    balance: PROPERTIES.balance.optional(),
    id: wire.ignored,
    symbol: wire.ignored,
    pricing_id: wire.ignored,
    to_base: wire.ignored,
    balance_as_of: wire.ignored,
    exchange_rate_as_of: wire.ignored,
    created_by_name: wire.ignored,
    created_at: wire.ignored,
    updated_at: wire.ignored,
  })
  .meta({ id: "CryptoManualUpdate" });

const DELETION = z.strictObject({ keep_history: wire.textFlag.optional() });

const NEEDED = {
  crypto_manual_id: z.int(),
  has_balance_history: z.literal(true),
  required_parameter: z.literal("keep_history"),
  allowed_values: z.array(z.boolean()),
};
const CONFIRMATION = z
  .strictObject({
    message: z.string(),
    ...NEEDED,
    errors: z.array(z.strictObject({ errMsg: z.string(), ...NEEDED })).length(1),
  })
  .meta({ id: "HistoryConfirmation" });

export const MANUAL_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/crypto/manual",
    scope: "crypto:read",
    tag: "crypto",
    summary: "All crypto held by hand",
    response: z.strictObject({ crypto_manual: z.array(HOLDING) }),
    failures: [400],
    handle: (context) => ok({ crypto_manual: toWire(context, listManual(context.sql)) }),
  }),
  route({
    method: "POST",
    path: "/crypto/manual",
    scope: "crypto:write",
    tag: "crypto",
    summary: "Create a holding of crypto",
    body: CREATE,
    example: { name: "Cold wallet", symbol: "btc", balance: "0.12345678" },
    status: 201,
    response: HOLDING,
    failures: [400, 413],
    handle: (context, { body }) => create(context, body),
  }),
  route({
    method: "GET",
    path: "/crypto/manual/{id}",
    scope: "crypto:read",
    tag: "crypto",
    summary: "One holding of crypto",
    params: wire.idPath,
    response: HOLDING,
    failures: [400, 404],
    handle: (context, { params }) => answerOne(context, params.id),
  }),
  route({
    method: "PUT",
    path: "/crypto/manual/{id}",
    scope: "crypto:write",
    tag: "crypto",
    summary: "Change a holding of crypto",
    params: wire.idPath,
    body: UPDATE,
    example: { balance: "0.25", institution_name: "Hardware wallet" },
    response: HOLDING,
    failures: [400, 404, 413],
    handle: (context, { params, body }) => update(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/crypto/manual/{id}",
    scope: "crypto:write",
    tag: "crypto",
    summary:
      "Delete a holding of crypto; where it has a history, keep_history says what becomes of that",
    params: wire.idPath,
    query: DELETION,
    status: 204,
    failures: [400, 404, 422],
    refusals: {
      422: {
        when: "It has a balance history, and keep_history does not say what becomes of that.",
        body: CONFIRMATION,
        example: confirmation(12).error.body,
      },
    },
    handle: (context, { params, query }) => remove(context, params.id, query.keep_history),
  }),
];

function create(context: Context, body: z.output<typeof CREATE>): Result<object, Problem> {
  const { sql, caller, now } = context;
  const unknown = unsupported(sql, "symbol", body.symbol);
  if (unknown !== null) return unknown;
  if (countManual(sql) >= CRYPTO_ACCOUNTS_MAX)
    return refuse("invalid body", {
      errMsg: `There are ${CRYPTO_ACCOUNTS_MAX} holdings of crypto, the most there can be.`,
    });
  const state: ManualState = {
    name: body.name,
    display_name: body.display_name ?? null,
    institution_name: body.institution_name ?? null,
    balance: body.balance,
  };
  return answerOne(context, insertManual(sql, state, body.symbol, caller.userId, now));
}

function update(
  context: Context,
  id: number,
  body: z.output<typeof UPDATE>,
): Result<object, Problem> {
  const before = findManual(context.sql, id);
  if (before === null) return notFound("manual crypto", id);
  if (!Object.keys(body).some((property) => UPDATABLE.includes(property))) {
    return changesNothing(`of ${UPDATABLE.join(", ")}`);
  }
  const stored = changeManual(context, before, body);
  return stored.ok ? answerOne(context, id) : stored;
}

function remove(
  { sql, now }: Context,
  id: number,
  keep: boolean | undefined,
): Result<undefined, Problem> {
  const row = findManual(sql, id);
  if (row === null) return notFound("manual crypto", id);
  const source = { type: "crypto_manual", id } as const;
  if (keep === undefined && hasHistory(sql, source)) return confirmation(id);
  if (keep === true) {
    const { name, institution_name, display_name, symbol } = row;
    const details = { name, institution_name, display_name, symbol };
    keepHistory(
      sql,
      source,
      { ...details, account_type: "cryptocurrency", subtype: null, mask: null },
      now,
    );
  } else forgetHistory(sql, source);
  deleteManual(sql, id);
  return ok(undefined);
}

/**
 * The locators are in the body and in its one error, since the documents can be read either way.
 */
function confirmation(id: number): { readonly ok: false; readonly error: Problem } {
  const needed = {
    crypto_manual_id: id,
    has_balance_history: true,
    required_parameter: "keep_history",
    allowed_values: [true, false],
  };
  const errMsg = `Manual crypto ${id} has a balance history: keep_history must say whether to keep it.`;
  const errors = [{ errMsg, ...needed }];
  const body = { message: "Explicit confirmation required", ...needed, errors };
  return { ok: false, error: { kind: "dependents", errors, body } };
}

function answerOne(context: Context, id: number): Result<object, Problem> {
  const row = findManual(context.sql, id);
  return row === null
    ? notFound("manual crypto", id)
    : ok(must(toWire(context, [row])[0], "one row makes one object"));
}

/** Manual crypto objects. */
function toWire({ sql, now }: Context, rows: readonly ManualRow[]): z.input<typeof HOLDING>[] {
  const valueOf = valuer(sql, now);
  return rows.map((row) => {
    const value = valueOf(row);
    return {
      id: row.id,
      name: row.name,
      display_name: row.display_name,
      institution_name: row.institution_name,
      balance: printQuantity(row.balance),
      symbol: row.symbol,
      pricing_id: row.pricing_id,
      to_base: value === null ? null : wire.toJsonNumber(value),
      balance_as_of: wire.formatTime(row.updated_at),
      exchange_rate_as_of: value === null ? null : wire.timeOrNull(row.price_at),
      created_by_name: row.created_by_name,
      created_at: wire.formatTime(row.created_at),
      updated_at: wire.formatTime(row.updated_at),
    };
  });
}
