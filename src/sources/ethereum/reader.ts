// Reads what an address holds on Ethereum or a compatible chain: its coin and the ERC-20 tokens of
// the settings, all at one block, whose time is the time of the readings. A token must keep the
// symbol of the first reading, since its owner may change it to any other. If a token does not
// answer, the whole reading fails, because a reading of zero would be wrong. Nothing here signs or
// sends.

import { ok, type Result } from "../../platform/result.ts";
import { must } from "../../platform/assert.ts";
import { quantityOfPieces, type Quantity } from "../../money/quantity.ts";
import { sourceFault } from "../json-answer.ts";
import { findMember, printJson, type ExactJson } from "../exact-json.ts";
import type { Asked, BalanceReading, Pins } from "../reading.ts";
import type { SourceFault } from "../source-fault.ts";
import { CHAIN_DECIMALS, coinOfChain } from "./chains.ts";
import { callAll, explainError, isRevert, type Node, type RpcAnswer, type RpcCall } from "./rpc.ts";
import { KEY_PLACE, type EthereumSecrets, type EthereumSettings } from "./settings.ts";
import { parseCount, parseDecimals, parseNumber, parseSymbol, parseWord } from "./words.ts";

interface Block {
  readonly number: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The coin first, then the tokens in the order of the settings. */
export async function readEthereum({
  settings,
  secrets,
  fetching,
  now,
  pins = {},
}: Asked<EthereumSettings, EthereumSecrets> & { readonly pins?: Pins }): Promise<
  Result<readonly BalanceReading[], SourceFault>
> {
  const { key } = secrets;
  if (key === undefined && settings.url.includes(KEY_PLACE))
    return sourceFault(
      "refused",
      `The node's address has a place for a key, ${KEY_PLACE}, and no key is set.`,
    );
  const written = encodeURIComponent(key ?? "");
  const node: Node = {
    url: settings.url.replaceAll(KEY_PLACE, () => written),
    secrets: [key ?? "", written],
    fetching,
  };
  const block = await newestBlock(node, settings.chain_id);
  if (!block.ok) return block;
  const at = Math.min(block.value.at, now);
  const answers = await callAll(node, [
    balanceCall(settings, block.value),
    ...settings.tokens.flatMap(({ contract }) => tokenCalls(contract, settings, block.value)),
  ]);
  if (!answers.ok) return answers;
  const [first, ...rest] = answers.value;
  const coin = coinReading(settings, must(first, "the coin is asked for"), node, at);
  if (!coin.ok) return coin;
  const readings = [coin.value];
  for (const [index, token] of settings.tokens.entries()) {
    const reading = tokenReading(token, rest.slice(3 * index, 3 * index + 3), node, {
      asOf: at,
      pinned: pins[pinName(settings, token.contract)],
    });
    if (!reading.ok) return reading;
    const same = readings.find(({ unit }) => unit === reading.value.unit);
    if (same !== undefined) {
      return sourceFault(
        "malformed",
        `Both ${same.account} and ${token.contract} use the symbol ${JSON.stringify(reading.value.unit)}: give the token another symbol in the settings.`,
      );
    }
    readings.push(reading.value);
  }
  return ok(readings);
}

function pinName({ chain_id }: EthereumSettings, contract: string): string {
  return `ethereum ${chain_id} ${contract}`;
}

/** Fixes the symbols of the tokens that have none in the settings. */
export function pinsOfTokens(
  settings: EthereumSettings,
  readings: readonly BalanceReading[],
): Pins {
  const own = settings.tokens
    .filter(({ symbol }) => symbol === undefined)
    .map(({ contract }) => contract);
  return Object.fromEntries(
    readings.flatMap(({ account, unit }) =>
      account !== null && own.includes(account) ? [[pinName(settings, account), unit]] : [],
    ),
  );
}

/** The newest block of a node on the expected chain. */
async function newestBlock(node: Node, chainId: number): Promise<Result<Block, SourceFault>> {
  const answers = await callAll(node, [
    { method: "eth_chainId", params: [] },
    { method: "eth_getBlockByNumber", params: ["latest", false] },
  ]);
  if (!answers.ok) return answers;
  const [chain, block] = answers.value.map((answer) => readResult(answer, node));
  if (chain === undefined || block === undefined)
    return sourceFault("malformed", "The node answered too few calls.");
  if (!chain.ok) return chain;
  if (!block.ok) return block;
  const found = parseNumber(chain.value);
  if (found === null)
    return sourceFault(
      "malformed",
      `The node says its chain is ${printJson(chain.value)}, expected a hexadecimal number.`,
    );
  if (found !== BigInt(chainId))
    return sourceFault(
      "malformed",
      `The node is on chain ${found}, the settings say ${chainId}: nothing was read.`,
    );
  const [number, seconds] = [
    parseCount(findMember(block.value, "number")),
    parseCount(findMember(block.value, "timestamp")),
  ];
  if (number === null || seconds === null)
    return sourceFault(
      "malformed",
      `The node answered ${printJson(block.value)} for its newest block, expected a block with number and timestamp.`,
    );
  return ok({ number: `0x${number.toString(16)}`, at: seconds * 1000 });
}

function balanceCall({ address }: EthereumSettings, { number }: Block): RpcCall {
  return { method: "eth_getBalance", params: [address, number] };
}

/** ERC-20: balanceOf(address), decimals(), symbol(), each named by four bytes of its hash. */
function tokenCalls(contract: string, { address }: EthereumSettings, { number }: Block): RpcCall[] {
  const holder = address.slice(2).toLowerCase().padStart(64, "0");
  return [`0x70a08231${holder}`, "0x313ce567", "0x95d89b41"].map((data) => ({
    method: "eth_call",
    params: [{ to: contract, data }, number],
  }));
}

function readResult(answer: RpcAnswer, { secrets }: Node): Result<ExactJson, SourceFault> {
  return answer.ok ? answer : { ok: false, error: explainError(answer.error, secrets) };
}

function coinReading(
  settings: EthereumSettings,
  answer: RpcAnswer,
  node: Node,
  asOf: number,
): Result<BalanceReading, SourceFault> {
  const result = readResult(answer, node);
  if (!result.ok) return result;
  const wei = parseNumber(result.value);
  if (wei === null)
    return sourceFault(
      "malformed",
      `The node answered ${printJson(result.value)} for the balance of ${settings.address}, expected a hexadecimal number.`,
    );
  const known = coinOfChain(settings.chain_id);
  const unit = settings.symbol ?? known?.symbol ?? "";
  const amount = scaleQuantity(wei, CHAIN_DECIMALS, settings.address);
  return amount.ok
    ? ok({
        account: settings.address,
        name: known?.name ?? unit.toUpperCase(),
        amount: amount.value,
        unit,
        asOf,
      })
    : amount;
}

function tokenReading(
  token: EthereumSettings["tokens"][number],
  answers: readonly RpcAnswer[],
  node: Node,
  { asOf, pinned }: { readonly asOf: number; readonly pinned: string | undefined },
): Result<BalanceReading, SourceFault> {
  const { contract } = token;
  const [balance, decimals, symbol] = answers;
  if (balance === undefined || decimals === undefined || symbol === undefined)
    return sourceFault("malformed", "The node answered too few calls.");
  const held = readToken(balance, node, contract, "balanceOf", parseWord);
  if (!held.ok) return held;
  const places = readToken(decimals, node, contract, "decimals", parseDecimals);
  if (!places.ok) return places;
  const own = readToken(symbol, node, contract, "symbol", parseSymbol);
  if (!own.ok && token.symbol === undefined) return own;
  const name = own.ok ? own.value : (token.symbol ?? "");
  const unit = token.symbol ?? name.toLowerCase();
  if (token.symbol === undefined && pinned !== undefined && unit !== pinned) {
    return sourceFault(
      "malformed",
      `The contract ${contract} used the symbol ${JSON.stringify(pinned)} when it was first read, and ${JSON.stringify(unit)} now: to keep reading it, give the token its symbol in the settings.`,
    );
  }
  const amount = scaleQuantity(held.value, places.value, contract);
  return amount.ok ? ok({ account: contract, name, amount: amount.value, unit, asOf }) : amount;
}

/** Reads a contract's answer; "gone" if the contract does not exist or refuses the call. */
function readToken<T>(
  answer: RpcAnswer,
  { secrets }: Node,
  contract: string,
  asked: string,
  read: (value: ExactJson) => T | null,
): Result<T, SourceFault> {
  if (!answer.ok && !isRevert(answer.error))
    return { ok: false, error: explainError(answer.error, secrets) };
  if (!answer.ok || answer.value === "0x")
    return sourceFault(
      "gone",
      `The contract ${contract} does not answer ${asked}: it is not an ERC-20 token on this chain, or was removed.`,
    );
  const value = read(answer.value);
  return value === null
    ? sourceFault(
        "malformed",
        `The contract ${contract} answered ${printJson(answer.value)} to ${asked}, which is not what an ERC-20 token answers.`,
      )
    : ok(value);
}

function scaleQuantity(
  pieces: bigint,
  decimals: number,
  whose: string,
): Result<Quantity, SourceFault> {
  const quantity = quantityOfPieces(pieces, decimals);
  return quantity.ok
    ? quantity
    : sourceFault(
        "malformed",
        `The balance of ${whose}, ${pieces} with ${decimals} decimals, has ${quantity.error}; up to 18 decimals are kept.`,
      );
}
