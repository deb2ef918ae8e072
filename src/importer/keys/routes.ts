// /api/keys, the import keys for scripts, and /api/addresses, the receipt addresses for mail. For
// people alone: an import key must not create another, or read where mail may be sent.

import * as z from "zod";
import {
  ADDRESS_GRACE_DAYS_DEFAULT,
  ADDRESS_GRACE_DAYS_MAX,
  ADDRESS_LABEL_CHARS_MAX,
  KEY_LABEL_CHARS_MAX,
  KEYS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { ADDRESS_MODES, type AddressRefusal } from "../connection/addresses.ts";
import type { ImportProblem } from "../problem.ts";
import { done, ID, parseId, route, type Row } from "../route.ts";
import type { Access } from "./feature.ts";
import { ADDRESS, ADDRESSES, KEYS, NEW_KEY, OWN_KEY } from "./wire.ts";

const DAY_MS = 24 * 60 * 60_000;

const labelSchema = (charsMax: number) => ({
  body: z.strictObject({ label: z.string().min(1).max(charsMax) }),
  wrongBody: () => ({
    field: "/body/label",
    message: `The body is {label: <1 to ${charsMax} characters>}.`,
  }),
});

const newKeyBody = {
  body: z.strictObject({
    label: z.string().min(1).max(KEY_LABEL_CHARS_MAX),
    reads: z.boolean().default(false),
  }),
  wrongBody: (path: readonly PropertyKey[]) => ({
    field: path[0] === "reads" ? "/body/reads" : "/body/label",
    message: `The body is {label: <1 to ${KEY_LABEL_CHARS_MAX} characters>, reads: <whether it may read transactions, false if left out>}.`,
  }),
};

const KEY = { tag: "import keys", by: "people" } as const;
const OWN = { tag: KEY.tag, by: "everybody", noStore: true } as const;
const RECEIPTS = { tag: "receipt addresses", by: "people", noStore: true } as const;

export const ACCESS_ROUTES: readonly Row<Access>[] = [
  route({
    method: "GET",
    path: "/keys",
    ...KEY,
    summary: "List the import keys",
    status: 200,
    response: KEYS,
    failures: [],
    handle: async (access: Access) => ok({ keys: access.listKeys() }),
  }),
  route({
    method: "POST",
    path: "/keys",
    ...KEY,
    summary: "Make an import key; its token is shown this once",
    ...newKeyBody,
    example: { label: "Backup script" },
    status: 201,
    response: NEW_KEY,
    noStore: true,
    failures: [400, 409],
    handle: async (access: Access, { body: { label, reads } }) => {
      const made = await access.createKey(label, reads);
      return made === null
        ? err({ kind: "too many", message: `A connection has at most ${KEYS_MAX} import keys.` })
        : ok({ ...made.key, token: made.token });
    },
  }),
  route({
    method: "DELETE",
    path: "/keys/{id}",
    ...KEY,
    summary: "Revoke an import key",
    params: ID,
    status: 204,
    failures: [404],
    handle: async (access: Access, { params: { id } }) =>
      done(parseId(id) > 0 && access.deleteKey(parseId(id)), { kind: "no such key", id }),
  }),
  route({
    method: "GET",
    path: "/key",
    ...OWN,
    summary: "Show the import key that the request is made with",
    status: 200,
    response: OWN_KEY,
    failures: [],
    handle: async (access: Access, _, { key }) =>
      ok({ key: key === null ? null : access.key(key.id) }),
  }),
  route({
    method: "DELETE",
    path: "/key",
    ...OWN,
    summary: "Revoke the import key that the request is made with",
    status: 204,
    failures: [404],
    handle: async (access: Access, _, { key }) =>
      done(key !== null && access.deleteKey(key.id), { kind: "no such key", id: "of yours" }),
  }),
  route({
    method: "GET",
    path: "/addresses",
    ...RECEIPTS,
    summary: "List the receipt addresses",
    status: 200,
    response: ADDRESSES,
    failures: [],
    handle: async (access: Access) => ok(await access.listAddresses()),
  }),
  route({
    method: "POST",
    path: "/addresses",
    ...RECEIPTS,
    summary: "Make a receipt address",
    ...labelSchema(ADDRESS_LABEL_CHARS_MAX),
    example: { label: "Shops" },
    status: 201,
    response: ADDRESS,
    failures: [400, 409],
    handle: async (access: Access, { body: { label } }) =>
      addressed(await access.createAddress(label), ""),
  }),
  route({
    method: "POST",
    path: "/addresses/{id}/rotate",
    ...RECEIPTS,
    summary: "Give a receipt address another secret",
    params: ID,
    body: z.strictObject({
      grace_days: z.int().min(0).max(ADDRESS_GRACE_DAYS_MAX).default(ADDRESS_GRACE_DAYS_DEFAULT),
    }),
    mayBeEmpty: true,
    wrongBody: () => ({
      field: "/body/grace_days",
      message: `The body is {grace_days: <whole number from 0 to ${ADDRESS_GRACE_DAYS_MAX}>}, ${ADDRESS_GRACE_DAYS_DEFAULT} if left out.`,
    }),
    example: { grace_days: 7 },
    status: 200,
    response: ADDRESS,
    failures: [400, 404, 409],
    handle: async (access: Access, { params: { id }, body: { grace_days: days } }) =>
      addressed(await access.rotateAddress(parseId(id), days * DAY_MS), id),
  }),
  route({
    method: "PUT",
    path: "/addresses/{id}",
    ...RECEIPTS,
    summary: "Set what happens to receipts that come by an address",
    params: ID,
    body: z.strictObject({
      mode: z.enum(ADDRESS_MODES),
      account_id: z.int().positive().nullable().default(null),
    }),
    wrongBody: () => ({
      field: "/body",
      message:
        "The body is {mode: wait or insert, account_id: <id of the account that receipts go to, or null>}.",
    }),
    example: { mode: "wait", account_id: null },
    status: 200,
    response: ADDRESS,
    failures: [400, 404, 409, 502],
    handle: async (access: Access, { params: { id }, body }) => {
      if (body.mode === "insert" && body.account_id === null)
        return err({
          kind: "invalid",
          field: "/body/account_id",
          message: "To insert receipts at once, name the account that they go to.",
        });
      const cash = await access.isAccountForCash(body.account_id);
      if (!cash.ok) return cash;
      const set = await access.setAddressOptions(parseId(id), { ...body, cash: cash.value });
      return addressed(set, id);
    },
  }),
  route({
    method: "DELETE",
    path: "/addresses/{id}",
    ...KEY,
    tag: RECEIPTS.tag,
    summary: "Delete a receipt address; mail to it is refused",
    params: ID,
    status: 204,
    failures: [404],
    handle: async (access: Access, { params: { id } }) =>
      done(parseId(id) > 0 && access.deleteAddress(parseId(id)), noAddress(id)),
  }),
];

function addressed<T>(result: Result<T, AddressRefusal>, id: string): Result<T, ImportProblem> {
  if (result.ok) return result;
  return err(result.error.kind === "no such address" ? noAddress(id) : result.error);
}

function noAddress(id: string): ImportProblem {
  return { kind: "no such address", id };
}
