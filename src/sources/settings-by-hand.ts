// Shared by the sources that a person sets up by hand: parts of their settings, and the headers and
// parameters that may be keys and are therefore all stored as secrets.

import * as z from "zod";
import {
  CRYPTO_SYMBOL_CHARS_MAX,
  SOURCE_HEADER_CHARS_MAX,
  SOURCE_HEADERS_MAX,
} from "../platform/limits.ts";
import { parseDay } from "../money/day.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { parseAddress, plainHost } from "./address.ts";
import { printJson, WrittenNumber, type ExactJson } from "./exact-json.ts";
import type { Fetching, SourceAnswer } from "./fetching.ts";
import type { SourceFault } from "./source-fault.ts";

/** `headers`: lines "Name: value"; `query`: lines "name=value", added to the address. */
export type GivenSecrets = Readonly<Record<string, string>>;

/** A usable address; whether this deployment may request it is checked with each request. */
export const ADDRESS = z.string().superRefine((text, context) => {
  const url = parseAddress(text, { local: true, ownHosts: [] });
  if (!url.ok) context.addIssue({ code: "custom", message: url.error });
});
/** A currency or a coin's symbol, in lower case. */
export const UNIT = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9.]+$/, "must be a currency code or a coin's symbol")
  .max(CRYPTO_SYMBOL_CHARS_MAX);

/** Requests `address` with its secret headers and parameters. */
export async function askGiven(
  address: string,
  secrets: GivenSecrets,
  fetching: Fetching,
  accept: string,
): Promise<Result<SourceAnswer, SourceFault>> {
  const headers = parseHeaders(secrets["headers"] ?? "");
  if (!headers.ok) return malformed(headers.error);
  const url = withParameters(address, secrets["query"] ?? "");
  return url.ok
    ? fetching({ url: url.value, headers: { accept, ...headers.value } })
    : malformed(url.error);
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers of the connection itself, or that identify the sender. */
const NEVER_SENT =
  /^(?:host|content-length|content-encoding|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|cf-.*|x-forwarded-.*|x-real-ip|forwarded|via|tributary-.*)$/;

/** Parses header lines; an error names a line by its number, never by its value. */
export function parseHeaders(lines: string): Result<Readonly<Record<string, string>>, string> {
  const headers: Record<string, string> = {};
  for (const [index, line] of splitLines(lines).entries()) {
    if (index >= SOURCE_HEADERS_MAX)
      return err(`There are more than ${SOURCE_HEADERS_MAX} headers.`);
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    if (colon < 1 || !NAME.test(name))
      return err(`Line ${index + 1} of the headers is not a name, a colon and a value.`);
    if (NEVER_SENT.test(name)) return err(`The header ${name} cannot be set.`);
    if (Object.hasOwn(headers, name)) return err(`The header ${name} is given twice.`);
    if (value.length > SOURCE_HEADER_CHARS_MAX || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      return err(
        `The value of the header ${name} is too long, or has characters that headers cannot have.`,
      );
    headers[name] = value;
  }
  return ok(headers);
}

function withParameters(address: string, lines: string): Result<string, string> {
  // The fetching refuses an invalid address.
  if (lines.trim() === "" || !URL.canParse(address)) return ok(address);
  const url = new URL(address);
  for (const [index, line] of splitLines(lines).entries()) {
    const equals = line.indexOf("=");
    if (equals < 1)
      return err(`Line ${index + 1} of the parameters is not a name, an equals sign and a value.`);
    url.searchParams.append(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  return ok(url.href);
}

function splitLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

/** The fault of an unusable answer; `found` is half a sentence. */
export function malformedAnswer(address: string, found: string): Result<never, SourceFault> {
  return malformed(
    `${URL.canParse(address) ? plainHost(new URL(address)) : "The server"} gave an answer that cannot be used: ${found}.`,
  );
}

function malformed(message: string): Result<never, SourceFault> {
  return err({ kind: "malformed", message, retryAfter: null });
}

/** The unit of the settings or of the answer, which must agree if both name one. */
export function agreeOnUnit(
  set: string | undefined,
  said: ExactJson | undefined,
): Result<string, string> {
  if (said === undefined) return set === undefined ? err("its currency is not given") : ok(set);
  const read = typeof said === "string" ? UNIT.safeParse(said) : null;
  if (read === null || !read.success)
    return err(`${printJson(said)} is neither a currency code nor a coin's symbol`);
  if (set !== undefined && read.data !== set)
    return err(`it is in ${read.data}, and ${set} was expected`);
  return ok(read.data);
}

const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT_TEXT =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const SECONDS = /^\d{9,11}(?:\.\d{1,9})?$/;
const MILLISECONDS = /^\d{12,14}$/;
const AHEAD_MS_MAX = 24 * 60 * 60_000;

/** The time of a reading in milliseconds since 1970, or half a sentence why it is refused. */
export function parseInstant(said: ExactJson, now: number): Result<number, string> {
  const instant = toInstantMs(textOf(said));
  if (Number.isNaN(instant))
    return err(
      `${printJson(said)} is not a date, not a date and time with a time zone, and not a number of seconds or milliseconds since 1970`,
    );
  // A day that begins in the east may not have begun here.
  return instant > now + AHEAD_MS_MAX ? err(`${printJson(said)} is in the future`) : ok(instant);
}

function textOf(said: ExactJson): string {
  if (said instanceof WrittenNumber) return said.digits;
  return typeof said === "string" ? said.trim() : "";
}

/**
 * NaN for a text in no known form. Checks the day first: Date.parse takes 30 February for 2 March.
 */
function toInstantMs(text: string): number {
  const day = text.slice(0, 10);
  if (DAY_TEXT.test(day) && parseDay(day) === null) return Number.NaN;
  if (DAY_TEXT.test(text)) return Date.parse(text);
  if (INSTANT_TEXT.test(text))
    return Date.parse(text.replace(" ", "T").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  if (SECONDS.test(text)) return Math.floor(Number(text) * 1000);
  return MILLISECONDS.test(text) ? Number(text) : Number.NaN;
}
