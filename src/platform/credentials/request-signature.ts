// A request that only a holder of TOKEN_KEY can make: HMAC over method, path, time and body under a
// key of its own purpose. It proves who asks, and for what, for some minutes. Its effect must be
// harmless if it is sent again.

import { hex, sha256 } from "../digest.ts";
import { isSigned, signingKey } from "./signature.ts";

const PURPOSE = "operator requests";
const HEADER = /^Tributary-Proof ([1-9]\d{12}) ([A-Za-z0-9_-]{43})$/;

/** The signed parts of a request, with its whole body. */
export interface ProvenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/**
 * Whether `Authorization: Tributary-Proof <milliseconds since 1970> <HMAC in base64url>` proves
 * this request, at most `ageMsMax` old or early.
 */
export async function isProven(
  tokenKey: string,
  request: ProvenRequest,
  authorization: string,
  now: number,
  ageMsMax: number,
): Promise<boolean> {
  const [, time = "", signature = ""] = HEADER.exec(authorization) ?? [];
  if (time === "" || Math.abs(now - Number(time)) > ageMsMax) return false;
  return isSigned(await signingKey(tokenKey, PURPOSE), await statement(request, time), signature);
}

async function statement({ method, path, body }: ProvenRequest, time: string): Promise<string> {
  return `${method}\n${path}\n${time}\n${hex(await sha256(body))}`;
}
