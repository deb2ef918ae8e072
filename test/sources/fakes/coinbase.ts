// Coinbase's list of accounts as its documents describe it: the token of each request is verified
// with the key's public half, is for this method, host and path alone, in time, and never used
// twice. By hand: node test/sources/fakes/coinbase.ts

import { bytesOf, faulty, serveByHand, type CommonFault, type FakeServer } from "./by-hand.ts";

export interface FakeAccount {
  readonly uuid: string;
  readonly currency: string;
  readonly available: string;
  readonly hold?: string;
}

export interface FakeCoinbase {
  keyName: string;
  publicKey: CryptoKey;
  accounts: FakeAccount[];
  /** Accounts a page, at most what is asked for. */
  page: number;
  now: () => number;
  fault:
    | CommonFault
    | "revoked"
    | "endless"
    | "no cursor"
    | "no has_next"
    | "bad amount"
    | "another currency"
    | "moved"
    | null;
  nonces: Set<string>;
  /** Pages that were answered. */
  pages: number;
}

const PATH = "/api/v3/brokerage/accounts";

export function fakeCoinbase(exchange: FakeCoinbase): FakeServer {
  return async (request) => {
    const common = await faulty(exchange.fault);
    if (common !== null) return common;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.pathname !== PATH)
      return new Response("not found", { status: 404 });
    const [scheme, token = ""] = (request.headers.get("authorization") ?? "").split(" ");
    if (
      exchange.fault === "revoked" ||
      scheme !== "Bearer" ||
      !(await isGood(exchange, token, `GET ${url.host}${PATH}`))
    )
      return new Response("Unauthorized", { status: 401 });
    exchange.pages += 1;
    return Response.json(
      pageOf(
        exchange,
        Number(url.searchParams.get("limit") ?? 49),
        Number(url.searchParams.get("cursor") ?? 0),
      ),
    );
  };
}

function pageOf({ accounts, page, fault }: FakeCoinbase, limit: number, from: number): unknown {
  const size = Math.min(page, limit, 250);
  // The list moved by one between two pages: its last account comes again.
  const start = fault === "moved" && from > 0 ? from - 1 : from;
  const more = fault === "endless" || start + size < accounts.length;
  const next = more && fault !== "no cursor" ? String(start + size) : "";
  return {
    accounts: accounts
      .slice(start, start + size)
      .map(({ uuid, currency, available, hold = "0" }) => ({
        uuid,
        name: `${currency} Wallet`,
        currency,
        available_balance: {
          value: fault === "bad amount" ? "about 2" : available,
          currency: fault === "another currency" ? "EUR" : currency,
        },
        type: "ACCOUNT_TYPE_CRYPTO",
        ready: true,
        hold: { value: hold, currency },
      })),
    ...(fault === "no has_next" ? {} : { has_next: more }),
    cursor: fault === "endless" ? "7" : next,
    size,
  };
}

async function isGood(exchange: FakeCoinbase, token: string, uri: string): Promise<boolean> {
  const [head = "", body = "", signature = ""] = token.split(".");
  const header = JSON.parse(new TextDecoder().decode(bytesOf(head)));
  const claims = JSON.parse(new TextDecoder().decode(bytesOf(body)));
  const ecdsa = exchange.publicKey.algorithm.name === "ECDSA";
  const algorithm = ecdsa ? { name: "ECDSA", hash: "SHA-256" } : { name: "Ed25519" };
  const signed = await crypto.subtle.verify(
    algorithm,
    exchange.publicKey,
    bytesOf(signature),
    new TextEncoder().encode(`${head}.${body}`),
  );
  const now = exchange.now() / 1000;
  const fresh =
    typeof header.nonce === "string" &&
    header.nonce.length >= 16 &&
    !exchange.nonces.has(header.nonce);
  exchange.nonces.add(header.nonce);
  const named =
    header.alg === (ecdsa ? "ES256" : "EdDSA") &&
    header.kid === exchange.keyName &&
    claims.sub === exchange.keyName &&
    claims.iss === "cdp";
  return (
    signed &&
    fresh &&
    named &&
    claims.uri === uri &&
    claims.nbf <= now &&
    now < claims.exp &&
    claims.exp - claims.nbf <= 120
  );
}

if (import.meta.main) {
  const pair = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const pem = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey)).toString(
    "base64",
  );
  const accounts = [
    { uuid: "1", currency: "BTC", available: "0.5", hold: "0.1" },
    { uuid: "2", currency: "EUR", available: "100.00" },
    { uuid: "3", currency: "ETH", available: "1.123456789012345678" },
  ];
  const exchange: FakeCoinbase = {
    keyName: "organizations/planted/apiKeys/1",
    publicKey: pair.publicKey,
    accounts,
    page: 2,
    now: Date.now,
    fault: null,
    nonces: new Set(),
    pages: 0,
  };
  await serveByHand(fakeCoinbase(exchange), 8704, [
    `key_name ${exchange.keyName}`,
    `private_key -----BEGIN PRIVATE KEY-----\\n${pem}\\n-----END PRIVATE KEY-----`,
  ]);
}
