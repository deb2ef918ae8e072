// @ts-check
// Calls of one Tributary over HTTP. What it refuses, and that it cannot be reached, are Faults with words of their own;
// a local file that cannot be read while it is sent keeps its own fault.

import { EXIT, Fault, NoAnswer, Refusal } from "./fault.mjs";
import { messageOf } from "./folders.mjs";
import { nameThem, plain } from "./words.mjs";

const CALL_MS_MAX = 120_000;
const UPLOAD_MS_MAX = 1_800_000;
const RETRY_AFTER_S_MAX = 3_600;
const ERRORS_SHOWN_MAX = 10;

/**
 * @typedef {{ method?: string, headers?: Record<string, string>, json?: unknown, body?: AsyncIterable<Uint8Array> }} Asked
 */

export class Server {
  /** @type {string} */
  #token;
  /** @param {import("./access.mjs").Access} access */
  constructor({ url, token, from }) {
    this.url = url;
    this.from = from;
    this.#token = token;
  }

  /**
   * The JSON that answers a call.
   * @param {string} path
   * @param {Asked} asked
   * @returns {Promise<any>}
   */
  async call(path, asked = {}) {
    const response = await this.ask(path, asked);
    const answer = parse(await this.#textOf(response));
    if (response.status === 204) return null;
    if (response.ok && answer !== undefined) return answer;
    throw this.#refusal(response, answer);
  }

  /**
   * The answer as it came, whatever its status.
   * @param {string} path
   * @param {Asked} asked
   */
  async ask(path, { method = "GET", headers = {}, json, body } = {}) {
    const sent = body === undefined ? null : new Sent(body);
    const init = {
      method,
      // A key must not follow where another address leads.
      redirect: /** @type {const} */ ("manual"),
      headers: {
        ...(this.#token === "" ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      signal: AbortSignal.timeout(sent === null ? CALL_MS_MAX : UPLOAD_MS_MAX),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(sent === null ? {} : { body: sent.stream, duplex: "half" }),
    };
    try {
      return await fetch(this.url + path, init);
    } catch (error) {
      if (sent?.fault !== null && sent?.fault !== undefined) throw sent.fault;
      throw new NoAnswer(`Cannot reach ${this.url}: ${causeOf(error)}. ${this.#advice()}`);
    }
  }

  /** A server that is killed while it answers has not answered. */
  async #textOf(/** @type {Response} */ response) {
    try {
      return await response.text();
    } catch (error) {
      throw new NoAnswer(
        `The answer of ${this.url} broke off: ${causeOf(error)}. ${this.#advice()}`,
      );
    }
  }

  #advice() {
    const isLocal = /^http:\/\/(localhost|127\.)/.test(this.url);
    return isLocal
      ? "Is Tributary running (npm start)?"
      : "Check the address and your network, then try again.";
  }

  /**
   * @param {Response} response
   * @param {any} answer
   */
  #refusal(response, answer) {
    const { status } = response;
    if (status >= 300 && status < 400)
      return new Fault(
        `${this.url} leads to ` +
          `${plain(response.headers.get("location") ?? "another address")}. Use that ` +
          "address.",
      );
    if (status === 429 || status >= 500) return this.#busy(response);
    if (answer === undefined || answer === null || typeof answer.message !== "string")
      return new Fault(
        `${this.url} answered ${status}, but not as Tributary does. Check the address.`,
      );
    const errors = Array.isArray(answer.errors) ? answer.errors.slice(0, ERRORS_SHOWN_MAX) : [];
    if (status === 401)
      return new Refusal(
        `${this.url} does not accept the key. ${this.from === "login" ? `Run tributary login ${this.url} again.` : "Check TRIBUTARY_TOKEN, or run tributary login."}`,
        { status, errors, code: EXIT.signedOut },
      );
    const said = errors.map((/** @type {any} */ { errMsg }) => plain(errMsg)).join(" ");
    return new Refusal(`${said || plain(answer.message)}${namesIn(errors, this.url)}`, {
      status,
      errors,
    });
  }

  #busy(/** @type {Response} */ { status, headers }) {
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    const retryMs =
      Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, RETRY_AFTER_S_MAX) * 1000 : null;
    const why = status === 429 ? "has had too many requests" : `answered ${status}`;
    const when = retryMs === null ? "a little later" : `in ${Math.ceil(retryMs / 1000)} seconds`;
    return new NoAnswer(`${this.url} ${why}. Try again ${when}.`, retryMs);
  }
}

/** The JSON value of a text; undefined if it is none. */
function parse(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A body, and the fault of its own source if reading it failed. */
class Sent {
  /** @type {Error | null} */
  fault = null;

  /** @param {AsyncIterable<Uint8Array>} source */
  constructor(source) {
    const chunks = source[Symbol.asyncIterator]();
    this.stream = new ReadableStream({
      pull: async (controller) => {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          this.fault = error instanceof Error ? error : new Error(String(error));
          controller.error(error);
        }
      },
      cancel: async () => void (await chunks.return?.()),
    });
  }
}

/**
 * The names that a refusal allows instead of what was sent, the nearest first; where no account
 * exists yet, where to make one.
 * @param {any[]} errors
 * @param {string} url
 */
function namesIn(errors, url) {
  const found = errors.find(({ allowed_values: known }) => Array.isArray(known));
  if (found === undefined) return "";
  const typed = /"([^"]*)"/.exec(String(found.errMsg))?.[1] ?? "";
  const isAccount = found.instancePath === "/query/account";
  const what = isAccount ? "accounts" : "values that are allowed";
  const sentence = ` ${nameThem(typed, found.allowed_values.map(String), what)}`;
  if (!isAccount || found.allowed_values.length > 0) return sentence;
  return `${sentence} Create one on the accounts page, ${url}/accounts#create-account, then run the same command again.`;
}

/** Why a request never had an answer: the innermost cause, since fetch itself says "fetch failed". */
function causeOf(/** @type {unknown} */ error) {
  let cause = error;
  for (let depth = 0; depth < 5; depth += 1) {
    if (!(cause instanceof Error) || cause.cause === undefined) break;
    cause = cause.cause;
  }
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return plain(messageOf(cause) || code || messageOf(error));
}
