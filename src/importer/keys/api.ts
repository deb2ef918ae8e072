// What a connection gives out: import keys for scripts, /api/keys, and receipt addresses for mail, /api/addresses.
// For people alone: an import key must not make itself another, or read where mail may be sent.

import { Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { err, ok, type Result } from "../../platform/result.ts";
import {
  ADDRESS_GRACE_DAYS_DEFAULT,
  ADDRESS_GRACE_DAYS_MAX,
  ADDRESS_LABEL_CHARS_MAX,
  KEY_LABEL_CHARS_MAX,
  KEYS_MAX,
} from "../../platform/limits.ts";
import { ADDRESS_MODES, type AddressRefusal } from "../connection/addresses.ts";
import type { Importer } from "../object.ts";
import { jsonOf } from "../../platform/json.ts";
import { refuse, type ImportProblem } from "../problem.ts";

interface ApiEnv {
  readonly Bindings: Env;
  /** A person has a session, or the token of a developer's machine; a script has an import key. */
  readonly Variables: { readonly connection: string; readonly isPerson: boolean };
}

const DAY_MS = 24 * 60 * 60_000;
const keyBody = z.strictObject({ label: z.string().min(1).max(KEY_LABEL_CHARS_MAX) });
const addressBody = z.strictObject({ label: z.string().min(1).max(ADDRESS_LABEL_CHARS_MAX) });
const optionsBody = z.strictObject({
  mode: z.enum(ADDRESS_MODES),
  account_id: z.int().positive().nullable().default(null),
});
const rotationBody = z.strictObject({
  grace_days: z.int().min(0).max(ADDRESS_GRACE_DAYS_MAX).default(ADDRESS_GRACE_DAYS_DEFAULT),
});

/** Lets people on, and refuses import keys. */
export const peopleOnly: MiddlewareHandler<ApiEnv> = async (c, next) =>
  c.get("isPerson") ? next() : refuse({ kind: "not for import keys" });

/** The routes; `connection` and `isPerson` are set by whoever checked the caller. */
export const accessApi = new Hono<ApiEnv>();

for (const path of ["/api/keys", "/api/keys/*", "/api/addresses", "/api/addresses/*"])
  accessApi.use(path, peopleOnly);

accessApi.get("/api/keys", async (c) =>
  c.json({ keys: await importerOf(c.env, c.get("connection")).listKeys() }),
);

accessApi.post("/api/keys", async (c) => {
  const body = keyBody.safeParse(await jsonBody(c.req.raw));
  if (!body.success)
    return refuse({
      kind: "invalid",
      field: "/body/label",
      message: `The body is {label: <1 to ${KEY_LABEL_CHARS_MAX} characters>}.`,
    });
  const made = await importerOf(c.env, c.get("connection")).createKey(body.data.label);
  if (made === null)
    return refuse({
      kind: "too many",
      message: `A connection has at most ${KEYS_MAX} import keys.`,
    });
  return c.json({ ...made.key, token: made.token }, 201, { "cache-control": "no-store" });
});

accessApi.delete("/api/keys/:id", async (c) => {
  const id = c.req.param("id");
  const removed = isId(id) && (await importerOf(c.env, c.get("connection")).deleteKey(Number(id)));
  return removed ? new Response(null, { status: 204 }) : refuse({ kind: "no such key", id });
});

accessApi.get("/api/addresses", async (c) => {
  const listed = await importerOf(c.env, c.get("connection")).listAddresses();
  return c.json(listed, 200, { "cache-control": "no-store" });
});

accessApi.post("/api/addresses", async (c) => {
  const body = addressBody.safeParse(await jsonBody(c.req.raw));
  if (!body.success)
    return refuse({
      kind: "invalid",
      field: "/body/label",
      message: `The body is {label: <1 to ${ADDRESS_LABEL_CHARS_MAX} characters>}.`,
    });
  const made = await importerOf(c.env, c.get("connection")).createAddress(body.data.label);
  return made.ok
    ? c.json(made.value, 201, { "cache-control": "no-store" })
    : refuse(problemOf(made.error, ""));
});

accessApi.post("/api/addresses/:id/rotate", async (c) => {
  const id = c.req.param("id");
  const text = await c.req.text();
  const body = rotationBody.safeParse(text === "" ? {} : jsonOf(text));
  if (!body.success) {
    const message = `The body is {grace_days: <whole number from 0 to ${ADDRESS_GRACE_DAYS_MAX}>}, ${ADDRESS_GRACE_DAYS_DEFAULT} where it is left out.`;
    return refuse({ kind: "invalid", field: "/body/grace_days", message });
  }
  const rotated = await importerOf(c.env, c.get("connection")).rotateAddress(
    isId(id) ? Number(id) : 0,
    body.data.grace_days * DAY_MS,
  );
  return rotated.ok
    ? c.json(rotated.value, 200, { "cache-control": "no-store" })
    : refuse(problemOf(rotated.error, id));
});

accessApi.put("/api/addresses/:id", async (c) => {
  const id = c.req.param("id");
  const body = optionsBody.safeParse(await jsonBody(c.req.raw));
  if (!body.success)
    return refuse({
      kind: "invalid",
      field: "/body",
      message:
        "The body is {mode: wait or insert, account_id: <id of the account that receipts go to, or null>}.",
    });
  const { mode, account_id: account } = body.data;
  if (mode === "insert" && account === null)
    return refuse({
      kind: "invalid",
      field: "/body/account_id",
      message: "To insert receipts at once, name the account that they go to.",
    });
  const importer = importerOf(c.env, c.get("connection"));
  const known = account === null ? ok(false) : await openAccount(importer, account);
  if (!known.ok) return refuse(known.error);
  const set = await importer.setAddressOptions(isId(id) ? Number(id) : 0, {
    ...body.data,
    cash: known.value,
  });
  return set.ok
    ? c.json(set.value, 200, { "cache-control": "no-store" })
    : refuse(problemOf(set.error, id));
});

accessApi.delete("/api/addresses/:id", async (c) => {
  const id = c.req.param("id");
  const removed =
    isId(id) && (await importerOf(c.env, c.get("connection")).deleteAddress(Number(id)));
  return removed ? new Response(null, { status: 204 }) : refuse({ kind: "no such address", id });
});

/** Whether the account that receipts go to is one for cash; why they cannot go there. */
async function openAccount(
  importer: DurableObjectStub<Importer>,
  account: number,
): Promise<Result<boolean, ImportProblem>> {
  const listed = await importer.accounts();
  if (listed.kind !== "accounts")
    return err({
      kind: "no answer",
      message: "The service cannot be asked for its accounts just now; nothing was changed.",
    });
  const known = listed.accounts.find(({ id, closed }) => id === account && !closed);
  return known === undefined
    ? err({
        kind: "invalid",
        field: "/body/account_id",
        message: `There is no open account ${account}.`,
      })
    : ok(known.cash);
}

function problemOf(refusal: AddressRefusal, id: string): ImportProblem {
  return refusal.kind === "no such address" ? { kind: "no such address", id } : refusal;
}

function importerOf(env: Env, connection: string): DurableObjectStub<Importer> {
  return env.IMPORTER.getByName(connection);
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

async function jsonBody(request: Request): Promise<unknown> {
  return jsonOf(await request.text());
}
