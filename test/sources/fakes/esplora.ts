// An Esplora server as its HTTP interface describes it: the newest block, and what addresses
// received and spent. By hand: node test/sources/fakes/esplora.ts

import { faulty, serveByHand, type CommonFault, type FakeServer } from "./by-hand.ts";

export interface FakeAddress {
  /** Digits of satoshi: of some addresses more than a double holds. */
  readonly funded: string;
  readonly spent: string;
  readonly transactions?: number;
  /** Satoshi on their way, in no block yet. */
  readonly waiting?: string;
}

export interface FakeEsplora {
  height: number;
  timestamp: number;
  addresses: Record<string, FakeAddress>;
  /** "one block" comes in while the addresses are asked for, "many" at each look. */
  fault:
    CommonFault | "one block" | "many blocks" | "no stats" | "another address" | "overdrawn" | null;
  asked: string[];
}

export function hashOfHeight(height: number): string {
  return height.toString(16).padStart(64, "0");
}

export function fakeEsplora(chain: FakeEsplora): FakeServer {
  return async (request) => {
    const common = await faulty(chain.fault);
    if (common !== null) return common;
    const path = new URL(request.url).pathname.replace(/^\/api/, "");
    chain.asked.push(path);
    const [, what, id = "", more] = path.split("/");
    if (path === "/blocks/tip/hash") {
      const hash = hashOfHeight(chain.height);
      if (chain.fault === "many blocks" || chain.fault === "one block") chain.height += 1;
      if (chain.fault === "one block") chain.fault = null;
      return new Response(hash);
    }
    if (what === "block" && more === undefined)
      return Response.json({ id, height: chain.height, timestamp: chain.timestamp });
    if (what === "address" && more === undefined) return addressOf(chain, id);
    return new Response("Not found", { status: 404 });
  };
}

function addressOf({ addresses, fault }: FakeEsplora, address: string): Response {
  const {
    funded,
    spent,
    transactions = 2,
    waiting = null,
  } = addresses[address] ?? { funded: "0", spent: "0", transactions: 0 };
  if (fault === "no stats") return Response.json({ address });
  const stats = (received: string, gone: string, count: number) =>
    `{"funded_txo_count":1,"funded_txo_sum":${received},"spent_txo_count":1,"spent_txo_sum":${gone},"tx_count":${count}}`;
  const said = fault === "another address" ? "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" : address;
  const [received, gone] = fault === "overdrawn" ? ["1", "2"] : [funded, spent];
  const body = `{"address":"${said}","chain_stats":${stats(received, gone, transactions)},"mempool_stats":${stats(waiting ?? "0", "0", waiting === null ? 0 : 1)}}`;
  return new Response(body, { headers: { "content-type": "application/json" } });
}

if (import.meta.main) {
  const addresses = {
    bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu: { funded: "250000000", spent: "50000001" },
  };
  const chain: FakeEsplora = {
    height: 900_000,
    timestamp: Math.floor(Date.now() / 1000),
    addresses,
    fault: null,
    asked: [],
  };
  await serveByHand(fakeEsplora(chain), 8702, [
    "holds 1.99999999 on bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  ]);
}
