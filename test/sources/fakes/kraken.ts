// Kraken's private call Balance as its documents describe it: key, signature and nonce are checked. By hand:
// node test/sources/fakes/kraken.ts

import { bytesOf, faulty, serveByHand, type CommonFault, type FakeServer } from "./by-hand.ts";

export interface FakeKraken {
  apiKey: string;
  /** Base64. */
  privateKey: string;
  balances: Record<string, string>;
  /** The greatest so far. */
  nonce: bigint;
  fault:
    | CommonFault
    | "revoked"
    | "no permission"
    | "rate limit"
    | "busy"
    | "throttled"
    | "throttled closely"
    | "lockout"
    | "unknown error"
    | "warning"
    | "no result"
    | "bad amount"
    | null;
  calls: string[];
}

const ERRORS: Readonly<Record<string, string>> = {
  revoked: "EAPI:Invalid key",
  "no permission": "EGeneral:Permission denied",
  "rate limit": "EAPI:Rate limit exceeded",
  busy: "EService:Busy",
  throttled: "EService: Throttled: 1795392000",
  "throttled closely": "EService:Throttled: 1795392000",
  lockout: "EGeneral:Temporary lockout",
  "unknown error": "EFuture:Something planted-api-key new",
};

export function fakeKraken(exchange: FakeKraken): FakeServer {
  return async (request) => {
    const common = await faulty(exchange.fault);
    if (common !== null) return common;
    const path = new URL(request.url).pathname;
    exchange.calls.push(path);
    const refuse = (error: string) => Response.json({ error: [error] });
    if (request.method !== "POST" || path !== "/0/private/Balance")
      return refuse("EGeneral:Unknown method");
    const planned = ERRORS[exchange.fault ?? ""];
    if (planned !== undefined) return refuse(planned);
    if (request.headers.get("API-Key") !== exchange.apiKey) return refuse("EAPI:Invalid key");
    const body = new TextDecoder().decode(await request.arrayBuffer());
    const nonce = new URLSearchParams(body).get("nonce") ?? "";
    if (
      !(await isSigned(
        exchange.privateKey,
        path,
        nonce,
        body,
        request.headers.get("API-Sign") ?? "",
      ))
    )
      return refuse("EAPI:Invalid signature");
    if (!/^\d{1,20}$/.test(nonce) || BigInt(nonce) <= exchange.nonce || BigInt(nonce) >= 1n << 64n)
      return refuse("EAPI:Invalid nonce");
    exchange.nonce = BigInt(nonce);
    if (exchange.fault === "no result") return Response.json({ error: [] });
    if (exchange.fault === "bad amount")
      return Response.json({ error: [], result: { XXBT: "1,5" } });
    return Response.json({
      error: exchange.fault === "warning" ? ["WGeneral:Soon"] : [],
      result: exchange.balances,
    });
  };
}

async function isSigned(
  secret: string,
  path: string,
  nonce: string,
  body: string,
  signature: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret),
    { name: "HMAC", hash: "SHA-512" },
    false,
    ["verify"],
  );
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${nonce}${body}`));
  const message = await new Blob([path, digest]).arrayBuffer();
  try {
    return await crypto.subtle.verify("HMAC", key, bytesOf(signature), message);
  } catch {
    return false;
  }
}

if (import.meta.main) {
  const privateKey = btoa("planted-private-key-of-an-exchange");
  const exchange: FakeKraken = {
    apiKey: "planted-api-key",
    privateKey,
    balances: { XXBT: "0.2500000000", "XBT.M": "0.05", ZEUR: "1200.5000", "DOT28.S": "3" },
    nonce: 0n,
    fault: null,
    calls: [],
  };
  await serveByHand(fakeKraken(exchange), 8703, [
    `api_key ${exchange.apiKey}`,
    `private_key ${privateKey}`,
  ]);
}
