// A node of an Ethereum chain as its JSON-RPC interface describes it, for four calls that read, in batches. By hand:
// node test/sources/fakes/ethereum.ts

import {
  faulty,
  hexOf as digitsOf,
  serveByHand,
  type CommonFault,
  type FakeServer,
} from "./by-hand.ts";

export interface FakeToken {
  readonly decimals: number | bigint;
  readonly symbol: string;
  /** By holder in lower case. */
  readonly balances: Readonly<Record<string, bigint>>;
  /** How it answers; "early" contracts have a symbol of 32 bytes. */
  readonly manner?: "early" | "reverts" | "nothing" | "garbage";
}

export interface FakeChain {
  chainId: number;
  block: { number: number; timestamp: number };
  /** Pieces by address in lower case. */
  coins: Record<string, bigint>;
  /** By contract in lower case. */
  tokens: Record<string, FakeToken>;
  fault:
    | CommonFault
    | "null"
    | "no batches"
    | "one missing"
    | "one twice"
    | "limit exceeded"
    | "unauthorized"
    | "echo of the key"
    | null;
  /** The batches' sizes. */
  batches: number[];
}

const HELD = "0x70a08231";
const DECIMALS = "0x313ce567";
const SYMBOL = "0x95d89b41";
const hexOf = (value: number | bigint) => `0x${value.toString(16)}`;
const word = (value: number | bigint) => value.toString(16).padStart(64, "0");

class RpcFault extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export function fakeEthereum(chain: FakeChain): FakeServer {
  return async (request) => {
    const common = await faulty(chain.fault);
    if (common !== null) return common;
    if (request.method !== "POST" || request.headers.get("content-type") !== "application/json")
      return new Response(null, { status: 415 });
    const calls: unknown = await request.json();
    const refusal = {
      "limit exceeded": [-32005, "daily request count exceeded, request rate limited"],
      unauthorized: [-32000, "Unauthorized: must be authenticated"],
      "echo of the key": [-32603, `internal error at ${request.url}`],
      "no batches": [-32600, "batch requests are not supported"],
    } as Record<string, [number, string]>;
    const refused = refusal[chain.fault ?? ""];
    if (refused !== undefined)
      return Response.json({
        jsonrpc: "2.0",
        id: null,
        error: { code: refused[0], message: refused[1] },
      });
    if (!Array.isArray(calls))
      return Response.json({
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, message: "expected a batch" },
      });
    chain.batches.push(calls.length);
    const answers = calls.map((call) => answered(chain, call));
    if (chain.fault === "one missing") answers.pop();
    if (chain.fault === "one twice") answers.push(answers[0]);
    // JSON-RPC 2.0: in any order.
    return Response.json(answers.toReversed());
  };
}

function answered(
  chain: FakeChain,
  call: { id: number; method: string; params: unknown[] },
): unknown {
  try {
    return {
      jsonrpc: "2.0",
      id: call.id,
      result: chain.fault === "null" ? null : resultOf(chain, call.method, call.params),
    };
  } catch (thrown) {
    if (!(thrown instanceof RpcFault)) throw thrown;
    return { jsonrpc: "2.0", id: call.id, error: { code: thrown.code, message: thrown.message } };
  }
}

function resultOf(chain: FakeChain, method: string, params: unknown[]): unknown {
  const { number, timestamp } = chain.block;
  const at = (tag: unknown) => {
    if (tag !== hexOf(number)) throw new RpcFault(-32000, "header not found");
  };
  switch (method) {
    case "eth_chainId":
      return hexOf(chain.chainId);
    case "eth_getBlockByNumber":
      return { number: hexOf(number), timestamp: hexOf(timestamp), transactions: [] };
    case "eth_getBalance":
      at(params[1]);
      return hexOf(chain.coins[String(params[0]).toLowerCase()] ?? 0n);
    case "eth_call":
      at(params[1]);
      return contractOf(chain, params[0] as { to: string; data: string });
    default:
      throw new RpcFault(-32601, `the method ${method} does not exist`);
  }
}

function contractOf({ tokens }: FakeChain, { to, data }: { to: string; data: string }): string {
  const token = tokens[to.toLowerCase()];
  if (token === undefined || token.manner === "nothing") return "0x";
  if (token.manner === "reverts") throw new RpcFault(3, "execution reverted");
  if (token.manner === "garbage") return "0x1234";
  if (data.startsWith(HELD) && data.length === 74)
    return `0x${word(token.balances[`0x${data.slice(34)}`] ?? 0n)}`;
  if (data === DECIMALS) return `0x${word(token.decimals)}`;
  if (data !== SYMBOL) throw new RpcFault(3, "execution reverted");
  const text = new TextEncoder().encode(token.symbol);
  const filled = digitsOf(text).padEnd(64 * Math.max(1, Math.ceil(text.length / 32)), "0");
  return token.manner === "early" ? `0x${filled}` : `0x${word(32)}${word(text.length)}${filled}`;
}

if (import.meta.main) {
  const wallet = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
  const tokens = {
    "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359": {
      decimals: 6,
      symbol: "USDC",
      balances: { [wallet]: 1_234_567_890n },
    },
  };
  const chain: FakeChain = {
    chainId: 1,
    block: { number: 21_000_000, timestamp: Math.floor(Date.now() / 1000) },
    coins: { [wallet]: 1_123_456_789_012_345_678n },
    tokens,
    fault: null,
    batches: [],
  };
  await serveByHand(fakeEthereum(chain), 8701, [
    `chain_id 1, address ${wallet}, token 0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359`,
  ]);
}
