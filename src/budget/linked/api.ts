// /api/linked: linked accounts outside the documents: an account's settings and ending its link. On
// a developer's machine also the feed that plays the providers (404 elsewhere).

import * as z from "zod";
import {
  FEED_CHARS_MAX,
  LINKED_NAME_CHARS_MAX,
  PROVIDER_ACCOUNTS_MAX,
} from "../../platform/limits.ts";
import { dayOfInstant } from "../../money/day.ts";
import { ok, type Result } from "../../platform/result.ts";
import { setPrices } from "../crypto/coins.ts";
import { forgetHistory, hasHistory, keepHistory } from "../history/streams.ts";
import { changesNothing, notFound, type Problem, refuse } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { deleteLinked } from "./delete.ts";
import { fedOnly, pricesIn } from "./feed-providers.ts";
import { FEED, FEED_SENT, readDocument, writeDocument, type Feed } from "./feed.ts";
import { LINKED_STATUSES, type LinkedStatus } from "./provider.ts";
import { shownName } from "./rules.ts";
import { addAccounts, countLinked, findLinked, updateSettings, type LinkedRow } from "./store.ts";
import { ACCOUNT, toWire } from "./v2.ts";

const SETTINGS = z
  .strictObject({
    display_name: wire.text(1, LINKED_NAME_CHARS_MAX).nullable().optional(),
    allow_transaction_modifications: wire.flag.optional(),
    import_start_date: wire.day.nullable().optional(),
    status: z.enum(LINKED_STATUSES).optional(),
    id: wire.ignored,
    linked_item_id: wire.ignored,
    date_linked: wire.ignored,
    linked_by_name: wire.ignored,
    name: wire.ignored,
    type: wire.ignored,
    subtype: wire.ignored,
    mask: wire.ignored,
    institution_name: wire.ignored,
    limit: wire.ignored,
    balance: wire.ignored,
    currency: wire.ignored,
    to_base: wire.ignored,
    balance_last_update: wire.ignored,
    last_import: wire.ignored,
    last_fetch: wire.ignored,
    linked_last_successful_update: wire.ignored,
  })
  .meta({ id: "LinkedAccountSettings" });

const SETTABLE = ["display_name", "allow_transaction_modifications", "import_start_date", "status"];

const DELETION = z.strictObject({ keep_history: wire.textFlag.optional() });

const EXAMPLE = {
  institutions: [{ id: "alpine", name: "Alpine Bank" }],
  connections: [{ id: "alpine-1", institution: "alpine" }],
  accounts: [
    {
      id: "everyday",
      connection: "alpine-1",
      name: "Everyday",
      type: "depository",
      subtype: "checking",
      mask: "4321",
      currency: "usd",
      balance: "1250.50",
    },
  ],
  transactions: [
    {
      id: "t-1",
      account: "everyday",
      date: "2026-11-18",
      amount: "4.50",
      name: "CORNER CAFE 0042",
    },
  ],
  listings: [{ id: "kusama", symbol: "KSM", name: "Kusama", price: "14.20", currency: "usd" }],
};

export const LINKED_OWN_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/linked/feed",
    scope: null,
    tag: "linked accounts",
    summary: "The feed that plays the providers",
    response: FEED,
    failures: [400, 404],
    prepare: fedOnly,
    handle: ({ sql }) => ok(readDocument(sql)),
  }),
  route({
    method: "PUT",
    path: "/linked/feed",
    scope: null,
    tag: "linked accounts",
    summary: "Replace the feed; accounts that are new to it await their first fetch",
    body: FEED_SENT,
    example: EXAMPLE,
    response: FEED,
    failures: [400, 404, 413],
    prepare: fedOnly,
    handle: (context, { body, sent }) => upload(context, body, sent),
  }),
  route({
    method: "PUT",
    path: "/linked/{id}",
    scope: null,
    tag: "linked accounts",
    summary: "Change what the user decides about a linked account",
    params: wire.idPath,
    body: SETTINGS,
    example: { display_name: "Household", import_start_date: "2026-01-01" },
    response: ACCOUNT,
    failures: [400, 404, 413],
    handle: (context, { params, body }) => settle(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/linked/{id}",
    scope: null,
    tag: "linked accounts",
    summary: "End the link; the account's posted transactions stay without it",
    params: wire.idPath,
    query: DELETION,
    status: 204,
    failures: [400, 404, 422],
    handle: (context, { params, query }) => remove(context, params.id, query.keep_history),
  }),
];

function upload(context: Context, feed: Feed, sent: unknown): Result<unknown, Problem> {
  const { sql, caller, now } = context;
  if (!writeDocument(sql, sent, now))
    return refuse("invalid body", {
      errMsg: `The feed is longer than ${FEED_CHARS_MAX} characters as JSON.`,
    });
  const institutions = new Map(feed.institutions.map(({ id, name }) => [id, name]));
  const names = new Map(
    feed.connections.map(({ id, institution }) => [id, institutions.get(institution) ?? ""]),
  );
  const accounts = feed.accounts.map((account) => ({
    linkedItemId: account.connection,
    providerId: account.id,
    name: account.name,
    type: account.type,
    subtype: account.subtype,
    mask: account.mask,
    institution: names.get(account.connection) ?? "",
    currency: account.currency,
  }));
  addAccounts(sql, accounts, caller.userId, dayOfInstant(now));
  if (countLinked(sql) > PROVIDER_ACCOUNTS_MAX)
    return refuse("invalid body", {
      errMsg: `There would be more than ${PROVIDER_ACCOUNTS_MAX} linked accounts, the most there can be.`,
    });
  setPrices(sql, pricesIn(sql, feed, null), now);
  return ok(readDocument(sql));
}

function settle(
  { sql }: Context,
  id: number,
  body: z.output<typeof SETTINGS>,
): Result<object, Problem> {
  const before = findLinked(sql, id);
  if (before === null) return notFound("linked account", id);
  if (!Object.keys(body).some((property) => SETTABLE.includes(property))) {
    return changesNothing(`of ${SETTABLE.join(", ")}`);
  }
  const status = statusAfter(before, body.status);
  if (status === null) {
    const errMsg = `status is ${JSON.stringify(body.status)}, but the user sets an account only inactive, and an inactive one active; it is ${JSON.stringify(before.status)}.`;
    return refuse("invalid body", { errMsg, invalid_property: "status" });
  }
  const { import_start_date = before.import_start_date } = body;
  const { allow_transaction_modifications = before.allow_transaction_modifications === 1 } = body;
  const display_name = nameAfter(before, body.display_name);
  updateSettings(sql, id, {
    display_name,
    allow_transaction_modifications,
    import_start_date,
    status,
  });
  const after = findLinked(sql, id);
  return after === null ? notFound("linked account", id) : ok(toWire(after));
}

/** A derived name that a client sends back unchanged stays derived. */
function nameAfter(before: LinkedRow, asked: string | null | undefined): string | null {
  if (asked === undefined || (before.display_name === null && asked === shownName(before)))
    return before.display_name;
  return asked;
}

/**
 * An account that is activated again awaits its import if it never had one. Null for statuses that
 * only the provider sets.
 */
function statusAfter(before: LinkedRow, asked: LinkedStatus | undefined): LinkedStatus | null {
  if (asked === undefined || asked === before.status) return before.status;
  if (asked === "inactive") return asked;
  if (asked !== "active" || before.status !== "inactive") return null;
  return before.last_import === null ? "syncing" : "active";
}

function remove(
  { sql, now }: Context,
  id: number,
  keep: boolean | undefined,
): Result<undefined, Problem> {
  const row = findLinked(sql, id);
  if (row === null) return notFound("linked account", id);
  const source = { type: "linked", id } as const;
  if (keep === undefined && hasHistory(sql, source)) {
    const errMsg = `Linked account ${id} has a balance history: keep_history must say whether to keep it.`;
    return refuse("dependents", {
      errMsg,
      linked_account_id: id,
      has_balance_history: true,
      required_parameter: "keep_history",
      allowed_values: [true, false],
    });
  }
  if (keep === true) {
    const { name, institution_name, subtype, mask, type: account_type } = row;
    const display_name = shownName(row);
    const details = {
      name,
      institution_name,
      display_name,
      account_type,
      subtype,
      mask,
      symbol: null,
    };
    keepHistory(sql, source, details, now);
  } else forgetHistory(sql, source);
  deleteLinked(sql, id, now);
  return ok(undefined);
}
