// The calls that the pages make. Each returns an answer, or a refusal that a person can read. An
// answer of our own API in an unexpected shape is a broken invariant and throws. The service may be
// somebody else's: there an unexpected shape is a refusal that says where it differs.

import * as z from "zod";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Variables } from "./context.ts";
import { namePair } from "../rates/pair.ts";
import {
  accountSchema,
  accountsSchema,
  linkedAccountsSchema,
  meSchema,
  missingRatesSchema,
  refusalSchema,
  type Account,
} from "./wire.ts";

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The part of the request that it is about ("/body/total"), if the answer says so. */
  readonly path?: string | null;
  /** Each thing that is wrong, if the answer lists them. */
  readonly errors?: readonly {
    readonly errMsg: string;
    readonly instancePath?: string | undefined;
  }[];
}

type Call = Variables["api"];

/** The statuses of refused calls that are passed on. */
const PASSED_ON = [400, 401, 403, 404, 409, 413, 415, 422, 425, 429] as const;
export type PassedOn = (typeof PASSED_ON)[number] | 502;

/** The status of the page that shows a refusal. */
export function passOnStatus(refusal: Refusal): PassedOn {
  return PASSED_ON.find((status) => status === refusal.status) ?? 502;
}

/** GET of our API. */
export async function read<Schema extends z.ZodType>(
  call: Call,
  path: string,
  schema: Schema,
): Promise<Result<z.infer<Schema>, Refusal>> {
  return readAnswer(await call(path), schema);
}

/** GET of the budgeting service, the embedded or a remote one. */
export async function readService<Schema extends z.ZodType>(
  service: Call,
  path: string,
  schema: Schema,
): Promise<Result<z.infer<Schema>, Refusal>> {
  return serviceAnswer(await service(path), schema);
}

/** POST or PUT of a JSON body. */
export async function send<Schema extends z.ZodType>(
  call: Call,
  path: string,
  body: unknown,
  schema: Schema,
  method: "POST" | "PUT" = "POST",
): Promise<Result<z.infer<Schema>, Refusal>> {
  const init = {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return readAnswer(await call(path, init), schema);
}

/** The open accounts by name; none if the service does not answer. */
export async function openAccounts(service: Variables["service"]): Promise<readonly Account[]> {
  const found = await readOpenAccounts(service);
  return found.ok ? found.value : [];
}

/** The open accounts by name, or why they cannot be read. */
export async function readOpenAccounts(
  service: Variables["service"],
): Promise<Result<readonly Account[], Refusal>> {
  const found = await readService(service, "/manual_accounts", accountsSchema);
  if (!found.ok) return found;
  return ok(
    found.value.manual_accounts
      .filter((account) => account.status !== "closed")
      .sort((a, b) => accountName(a).localeCompare(accountName(b), "en")),
  );
}

/**
 * The names of all accounts, by "manual" or "linked" and id; none if the service does not answer.
 */
export async function accountNames(
  service: Variables["service"],
): Promise<ReadonlyMap<string, string>> {
  const [manual, linked] = await Promise.all([
    readService(service, "/manual_accounts", accountsSchema),
    readService(service, "/linked_accounts", linkedAccountsSchema),
  ]);
  return new Map([
    ...(manual.ok
      ? manual.value.manual_accounts.map(
          (one) => [`manual ${one.id}`, one.display_name || one.name] as const,
        )
      : []),
    ...(linked.ok
      ? linked.value.linked_accounts.map(
          (one) => [`linked ${one.id}`, one.display_name || one.name] as const,
        )
      : []),
  ]);
}

/** Creates a manual account in the budget. */
export async function makeAccount(
  service: Variables["service"],
  account: { name: string; type: string; currency: string },
): Promise<Result<Account, Refusal>> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(account),
  };
  return serviceAnswer(await service("/manual_accounts", init), accountSchema);
}

/** Why an account could not be created; a name that is taken is the likeliest reason. */
export async function explainNewAccount(
  service: Variables["service"],
  refusal: Refusal,
  name: string,
): Promise<string> {
  const accounts = await openAccounts(service);
  return name !== "" && accounts.some((account) => account.name === name)
    ? `You already have an account called “${name}”.`
    : refusal.message;
}

/**
 * The missing exchange rates, as "GBP to USD", without which amounts in these currencies are not
 * counted. None if the service or our API does not answer.
 */
export async function missingPairs(
  { api, service }: Pick<Variables, "api" | "service">,
  currencies: readonly string[],
): Promise<readonly string[]> {
  const me = await readService(service, "/me", meSchema);
  if (!me.ok) return [];
  const primary = me.value.primary_currency;
  if (currencies.every((currency) => currency === primary)) return [];
  const found = await read(api, "/api/rates/missing", missingRatesSchema);
  if (!found.ok) return [];
  const missing = found.value.missing.map(({ currency }) => currency);
  return missing
    .filter((currency) => currency === primary || currencies.includes(currency))
    .map((currency) => namePair(currency, primary));
}

/** The name a person gave the account. */
export function accountName(account: Account): string {
  return account.display_name || account.name;
}

/** Reads a response: its value, or the reason for a refusal in one line. */
export async function readAnswer<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<Result<z.infer<Schema>, Refusal>> {
  if (response.ok) return ok(schema.parse(response.status === 204 ? null : await response.json()));
  const text = await response.text();
  const said = refusalIn(text);
  return err({
    status: response.status,
    message: said?.message ?? `The request was refused (${response.status}).`,
    path: said?.path ?? null,
    errors: said?.errors ?? [],
  });
}

/**
 * Reads a response of the service. An unexpected answer is refused with the first place that
 * differs.
 */
async function serviceAnswer<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<Result<z.infer<Schema>, Refusal>> {
  if (!response.ok) return readAnswer(response, schema);
  const read = schema.safeParse(jsonIn(await response.text()));
  if (read.success) return ok(read.data);
  const place = read.error.issues[0]?.path.join(".") ?? "";
  return err({
    status: 502,
    message: `The budgeting service sent an answer that Tributary cannot read${place === "" ? "" : `: ${place}`}`,
    path: null,
    errors: [],
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalIn(text: string): Omit<Refusal, "status"> | null {
  const refusal = refusalSchema.safeParse(jsonIn(text));
  if (!refusal.success) return null;
  const errors = refusal.data.errors ?? [];
  const path = errors.find(({ instancePath }) => instancePath !== undefined)?.instancePath ?? null;
  return {
    message:
      errors.length > 0 ? errors.map((error) => error.errMsg).join(" ") : refusal.data.message,
    path,
    errors,
  };
}
