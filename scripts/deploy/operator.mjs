// Asks a deployment how it stands, as its operator: with the key in the deployment's folder.

import { setTimeout as sleep } from "node:timers/promises";
import { firstPass, proofOf } from "../proof.mjs";
import { Fault } from "./faults.mjs";

/**
 * @typedef {object} Status src/http/operator.ts
 * @property {string} sign_up
 * @property {"nobody" | "claimed" | "come"} first_person
 * @property {string | null} mailbox
 * @property {{outcome: string, messages: number, last_at: number}[]} mail
 */

const STATUS_PATH = "/api/operator/status";
const TIMEOUT_MS = 20_000;
const PAUSE_MS = 2_000;
const PASS_MS = 24 * 60 * 60_000;

/**
 * The link that lets the first person sign up, for a day.
 * @param {string} origin
 * @param {string} key
 */
export function firstLink(origin, key) {
  return `${origin}/sign-up?first=${firstPass(key, Date.now() + PASS_MS)}`;
}

/**
 * Waits until the deployment answers: a new name takes a minute or two to be known everywhere.
 * @param {string} origin
 * @param {number} patience in milliseconds
 */
export async function untilItAnswers(origin, patience) {
  const deadline = Date.now() + patience;
  for (;;) {
    const problem = await health(origin);
    if (problem === null) return;
    if (Date.now() > deadline)
      throw new Fault(
        `The deployment does not answer at ${origin}: ${problem}.`,
        "A new name may take some minutes: run npm run deploy again. If it answers 500, look at npx wrangler tail --config deployment/wrangler.toml.",
      );
    await sleep(PAUSE_MS);
  }
}

/** @param {string} origin */
async function health(origin) {
  try {
    const response = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return response.ok && text === "ok" ? null : `it answers ${response.status}`;
  } catch (error) {
    return String(error.cause?.code ?? error.name);
  }
}

/**
 * @param {string} origin
 * @param {string} key
 * @returns {Promise<Status>}
 */
export async function askStatus(origin, key) {
  const body = "{}";
  const headers = {
    "content-type": "application/json",
    authorization: proofOf(key, STATUS_PATH, body),
  };
  let response;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    response = await fetch(origin + STATUS_PATH, { method: "POST", body, headers, signal });
  } catch (error) {
    throw new Fault(
      `${origin} does not answer: ${error.cause?.code ?? error.name}.`,
      "Is this machine online? Run the command again.",
    );
  }
  if (response.status === 401)
    throw new Fault(
      "The deployment does not know the key in deployment/token-key.",
      "Put the key that is in use there into that file (it may be on the machine that deployed first), and set this machine's clock right.",
    );
  if (!response.ok)
    throw new Fault(
      `${origin} answers ${response.status} to its operator.`,
      "Is this the newest version? Run npm run deploy again.",
    );
  return response.json();
}
