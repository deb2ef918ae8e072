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
 * @property {boolean} [opens] whether the databases of one person open
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
 * Waits until the deployment answers: a new name takes a minute or two to be known everywhere. What
 * is wrong if it does not, and whether it was reached.
 * @param {string} origin
 * @param {number} patience in milliseconds
 * @returns {Promise<{what: string, reached: boolean} | null>}
 */
export async function untilItAnswers(origin, patience) {
  const deadline = Date.now() + patience;
  for (;;) {
    const problem = await health(origin);
    if (problem === null || Date.now() > deadline) return problem;
    await sleep(PAUSE_MS);
  }
}

/**
 * Whether the version that answers opens the stored data: the common database, and those of one
 * person where the key is here to ask with.
 * @param {string} origin
 * @param {string | null} key
 * @param {number} patience in milliseconds
 */
export async function opensItsData(origin, key, patience) {
  const deadline = Date.now() + patience;
  while (!(await opensNow(origin, key))) {
    if (Date.now() > deadline) return false;
    await sleep(PAUSE_MS);
  }
  return true;
}

/**
 * @param {string} origin
 * @param {string | null} key
 */
async function opensNow(origin, key) {
  const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const checks = await response.json().catch(() => ({}));
  if (checks.databases === false) return false;
  return key === null || (await askStatus(origin, key)).opens !== false;
}

/** @param {string} origin */
async function health(origin) {
  try {
    const response = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const isWell = response.ok && text === "ok";
    return isWell ? null : { what: `it answers ${response.status}`, reached: true };
  } catch (error) {
    return { what: String(error.cause?.code ?? error.name), reached: false };
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
      "Put the key that is in use there into that file (it may be on the machine " +
        "that deployed first), and set this machine's clock right.",
    );
  if (!response.ok)
    throw new Fault(
      `${origin} answers ${response.status} to its operator.`,
      "Is this the newest version? Run npm run deploy again.",
    );
  return response.json();
}
