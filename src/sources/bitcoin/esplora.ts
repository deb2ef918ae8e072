// Requests to an Esplora server: the newest block, and what an address has received and spent in
// blocks. Transactions outside blocks (mempool_stats) do not count, because they may never be
// confirmed.

import { ok, type Result } from "../../platform/result.ts";
import { requestJson, sourceFault } from "../json-answer.ts";
import { findMember, printJson, WrittenNumber, type ExactJson } from "../exact-json.ts";
import type { Fetching } from "../fetching.ts";
import type { SourceFault } from "../source-fault.ts";

/** The newest block by its hash; milliseconds since 1970. */
export interface Tip {
  readonly hash: string;
  readonly at: number;
}

/** An address's satoshi, and whether it was ever used, unconfirmed transactions included. */
export interface Held {
  readonly satoshi: bigint;
  readonly used: boolean;
}

const HASH = /^[0-9a-f]{64}$/;
const HASH_BYTES_MAX = 100;
const INTEGER = /^\d{1,20}$/;
/** 21 million coins: nobody has more. */
const SATOSHI_MAX = 2_100_000_000_000_000n;

export async function readTipHash(
  url: string,
  fetching: Fetching,
): Promise<Result<string, SourceFault>> {
  const answer = await fetching({ url: `${url}/blocks/tip/hash`, bytesMax: HASH_BYTES_MAX });
  if (!answer.ok) return answer;
  const hash = new TextDecoder().decode(answer.value.body).trim();
  return HASH.test(hash)
    ? ok(hash)
    : sourceFault(
        "malformed",
        `The server answered ${printJson(hash)} for the newest block, expected its hash: is this the base address of an Esplora server?`,
      );
}

/** When the block was found. */
export async function readBlockTime(
  url: string,
  hash: string,
  fetching: Fetching,
): Promise<Result<number, SourceFault>> {
  const block = await requestJson(fetching, { url: `${url}/block/${hash}` }, "The server");
  if (!block.ok) return block;
  const seconds = readInteger(findMember(block.value, "timestamp"));
  return seconds === null || seconds > 1n << 33n
    ? sourceFault(
        "malformed",
        `The server has ${printJson(findMember(block.value, "timestamp"))} as the time of a block, expected seconds.`,
      )
    : ok(Number(seconds) * 1000);
}

/** The balance of the address by its confirmed transactions. */
export async function readHeld(
  url: string,
  address: string,
  fetching: Fetching,
): Promise<Result<Held, SourceFault>> {
  const answer = await requestJson(fetching, { url: `${url}/address/${address}` }, "The server");
  if (!answer.ok) return answer;
  const answered = findMember(answer.value, "address");
  if (answered !== undefined && answered !== address)
    return sourceFault(
      "malformed",
      `The server was asked for ${address} and answered for ${printJson(answered)}.`,
    );
  const chain = findMember(answer.value, "chain_stats");
  const [funded, spent, count] = [
    readInteger(findMember(chain, "funded_txo_sum")),
    readInteger(findMember(chain, "spent_txo_sum")),
    readInteger(findMember(chain, "tx_count")),
  ];
  const waiting = readInteger(findMember(findMember(answer.value, "mempool_stats"), "tx_count"));
  if (funded === null || spent === null || count === null || waiting === null)
    return sourceFault(
      "malformed",
      `The server's answer for ${address} is not that of an Esplora server: chain_stats or mempool_stats is missing or holds no whole numbers.`,
    );
  const satoshi = funded - spent;
  if (satoshi < 0n || satoshi > SATOSHI_MAX)
    return sourceFault(
      "malformed",
      `The server says that ${address} received ${funded} satoshi and spent ${spent}, which is impossible.`,
    );
  return ok({ satoshi, used: count + waiting > 0n });
}

function readInteger(value: ExactJson | undefined): bigint | null {
  return value instanceof WrittenNumber && INTEGER.test(value.digits) ? BigInt(value.digits) : null;
}
