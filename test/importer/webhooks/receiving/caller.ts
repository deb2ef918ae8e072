// Calls hooks as another program does: it signs by node:crypto, by itself.

import { createHmac } from "node:crypto";
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { HEADERS } from "../../posting/driver.ts";

const ORIGIN = "https://tributary.test";

export interface MadeHook {
  readonly id: number;
  readonly url: string;
  readonly secret: string | null;
}

export interface Answer {
  readonly status: number;
  readonly body: {
    readonly id: number;
    readonly import_id: string | null;
    readonly balance: {
      readonly state: string;
      readonly said: string | null;
      readonly amount: string;
    } | null;
    readonly errors: readonly { readonly errMsg: string; readonly instancePath?: string }[];
  };
}

export async function makeHook(wanted: {
  check: "signature" | "address";
  account_id?: number;
  key?: string;
}): Promise<MadeHook> {
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/api/hooks`, {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify({ label: "till", ...wanted }),
    }),
  );
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json();
}

/** What a sender signs: "<id>.<seconds>.<body>". */
export function signed(
  secret: string,
  id: string,
  body: string,
  seconds = Math.floor(Date.now() / 1000),
): Record<string, string> {
  const mac = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(`${id}.${seconds}.${body}`)
    .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${mac}`,
  };
}

export async function send(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await exports.default.fetch(new Request(url, { method: "POST", headers, body }));
  return { status: response.status, body: await response.json() };
}

/** A call with a good signature. */
export function call(hook: MadeHook, id: string, body: unknown): Promise<Answer> {
  const text = JSON.stringify(body);
  return send(
    hook.url,
    text,
    hook.secret === null ? { "webhook-id": id } : signed(hook.secret, id, text),
  );
}

export const coffee = (changes: Record<string, unknown> = {}) => ({
  date: "2026-11-20",
  amount: "3.50",
  currency: "eur",
  payee: "Blue Cup",
  ...changes,
});
