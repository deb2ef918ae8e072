// JSON-RPC 2.0 over HTTPS, in batches. Answers may come in any order and are matched by their ids.
// A missing or repeated answer, or one with neither result nor error, makes the whole batch
// malformed. Only calls that read are made here.

import { RPC_BATCH_CALLS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { requestJson, sourceFault, quoteServer } from "../json-answer.ts";
import { isObject, findMember, printJson, WrittenNumber, type ExactJson } from "../exact-json.ts";
import type { Fetching } from "../fetching.ts";
import type { SourceFault } from "../source-fault.ts";

/** A call that only reads. */
export interface RpcCall {
  readonly method: "eth_chainId" | "eth_getBlockByNumber" | "eth_getBalance" | "eth_call";
  readonly params: readonly unknown[];
}

/** A node's answer to one call, or the error of that call. */
export type RpcAnswer = Result<ExactJson, RpcError>;

export interface RpcError {
  readonly code: string;
  readonly message: string;
}

/** A node; `secrets` are redacted from its messages. */
export interface Node {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly fetching: Fetching;
}

/** The answers in the order of the calls, requested batch by batch. */
export async function callAll(
  node: Node,
  calls: readonly RpcCall[],
): Promise<Result<readonly RpcAnswer[], SourceFault>> {
  const answers: RpcAnswer[] = [];
  for (let start = 0; start < calls.length; start += RPC_BATCH_CALLS_MAX) {
    const batch = await callBatch(node, calls.slice(start, start + RPC_BATCH_CALLS_MAX));
    if (!batch.ok) return batch;
    answers.push(...batch.value);
  }
  return ok(answers);
}

async function callBatch(
  node: Node,
  calls: readonly RpcCall[],
): Promise<Result<readonly RpcAnswer[], SourceFault>> {
  const body = JSON.stringify(
    calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params })),
  );
  const request = {
    url: node.url,
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body,
  } as const;
  const json = await requestJson(node.fetching, request, "The node");
  if (!json.ok) return json;
  // JSON-RPC 2.0, section 6: a single error instead of the list refuses the whole batch.
  const refusal = readError(findMember(json.value, "error"));
  if (refusal !== null) return err(explainError(refusal, node.secrets));
  if (!Array.isArray(json.value))
    return sourceFault(
      "malformed",
      `The node answered ${printJson(json.value)} to a batch of calls, expected a list.`,
    );
  return matchAnswers(json.value, calls, node.secrets);
}

function matchAnswers(
  answers: readonly ExactJson[],
  calls: readonly RpcCall[],
  secrets: readonly string[],
): Result<readonly RpcAnswer[], SourceFault> {
  const byId = new Map<string, RpcAnswer>();
  for (const answer of answers) {
    const id = findMember(answer, "id");
    const error = readError(findMember(answer, "error"));
    const result = findMember(answer, "result");
    if (!(id instanceof WrittenNumber))
      return error === null
        ? sourceFault("malformed", "The node answered without the id of a call.")
        : err(explainError(error, secrets));
    if (byId.has(id.digits))
      return sourceFault("malformed", `The node answered call ${id.digits} twice.`);
    if (error === null && result === undefined)
      return sourceFault("malformed", "The node answered a call with neither result nor error.");
    byId.set(id.digits, error === null ? ok(result ?? null) : err(error));
  }
  const missing = calls.findIndex((_, id) => !byId.has(String(id)));
  if (missing >= 0)
    return sourceFault(
      "malformed",
      `The node left a call of ${calls.length} without an answer: ${calls[missing]?.method}.`,
    );
  return ok(calls.map((_, id) => must(byId.get(String(id)), "every call has its answer")));
}

function readError(value: ExactJson | undefined): RpcError | null {
  if (!isObject(value)) return null;
  const [code, message] = [findMember(value, "code"), findMember(value, "message")];
  return {
    code: code instanceof WrittenNumber ? code.digits : "",
    message: typeof message === "string" ? message : "",
  };
}

const LIMITED_TEXT = /\b(rate limit|too many requests|limit exceeded)/i;
const LIMITED: readonly string[] = ["-32005", "-32029", "429"];
const NOT_UNDERSTOOD: readonly string[] = ["-32700", "-32600", "-32601", "-32602"];
const KEY = /\b(unauthori[sz]ed|forbidden|api key|invalid key|must be authenticated)\b/i;

/** The fault of an error that is not a contract's. */
export function explainError({ code, message }: RpcError, secrets: readonly string[]): SourceFault {
  const sentence = `The node answered with error ${code === "" ? "" : `${code} `}${quoteServer(message, secrets)}.`;
  return { kind: classifyError({ code, message }), message: sentence, retryAfter: null };
}

function classifyError({ code, message }: RpcError): SourceFault["kind"] {
  if (LIMITED.includes(code) || LIMITED_TEXT.test(message)) return "limited";
  if (KEY.test(message)) return "refused";
  return NOT_UNDERSTOOD.includes(code) ? "malformed" : "unreachable";
}

/** Whether the contract itself refused the call: it reverted, ran out of gas, or is not one. */
export function isRevert({ code, message }: RpcError): boolean {
  return (
    code === "3" ||
    /revert|vm execution error|invalid opcode|out of gas|bad jump|stack underflow/i.test(message)
  );
}
