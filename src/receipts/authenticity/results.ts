// Parses an Authentication-Results header (RFC 8601). One scan cuts out comments and quoted strings
// first, so that no text in them passes for a result.

import { RESULTS_CHARS_MAX } from "../../platform/limits.ts";

export interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** "header.from": "shop.example"; names and values in lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

export interface Results {
  /** The server that made the results, in lower case. */
  readonly authority: string;
  readonly methods: readonly MethodResult[];
}

/** Parses the value; null if it is malformed or too long. Cut the "i=1;" of ARC's form first. */
export function parseResults(value: string): Results | null {
  const tokens = value.length > RESULTS_CHARS_MAX ? null : splitClauses(value);
  if (tokens === null) return null;
  const [first = [], ...rest] = tokens;
  const authority = first[0]?.text ?? "";
  // Only a version may follow the authority.
  if (
    authority === "" ||
    first[0]?.quoted === true ||
    first.length > 2 ||
    (first[1] !== undefined && !/^\d{1,3}$/.test(first[1].text))
  )
    return null;
  return {
    authority: authority.toLowerCase(),
    methods: rest.flatMap((clause) => parseMethod(clause) ?? []),
  };
}

interface Token {
  readonly text: string;
  /** Whether any part of it was in quotes. */
  readonly quoted: boolean;
}

function parseMethod([head, ...more]: readonly Token[]): MethodResult | null {
  // The number in "spf/1=pass" is the method's version.
  const found =
    head === undefined || head.quoted
      ? null
      : /^([a-z][a-z0-9-]{0,40})(?:\/1)?=([a-z]{1,40})$/i.exec(head.text);
  const [, method = "", result = ""] = found ?? [];
  if (found === null) return null;
  const properties = new Map<string, string>();
  for (const { text } of more) {
    const [, name = "", value = ""] = /^([a-z]{1,40}\.[a-z0-9_-]{1,40})=(.*)$/is.exec(text) ?? [];
    const key = name.toLowerCase();
    if (key !== "" && !properties.has(key)) properties.set(key, value.toLowerCase());
  }
  return { method: method.toLowerCase(), result: result.toLowerCase(), properties };
}

/**
 * The words of each clause; ";" separates clauses. Null if a comment or a quoted string has no end.
 */
function splitClauses(value: string): Token[][] | null {
  const clauses: Token[][] = [];
  let clause: Token[] = [];
  let text = "";
  let quoted = false;
  const endWord = (): void => {
    if (text !== "" || quoted) clause.push({ text, quoted });
    text = "";
    quoted = false;
  };
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? "";
    if (character === "(") {
      const end = findCommentEnd(value, at);
      if (end === -1) return null;
      if (!isBesideEquals(value, text, end)) endWord();
      at = end;
    } else if (character === '"') {
      const end = findQuoteEnd(value, at);
      if (end === -1) return null;
      text += value.slice(at + 1, end).replaceAll("\\", "");
      quoted = true;
      at = end;
    } else if (character === ";") {
      endWord();
      clauses.push(clause);
      clause = [];
    } else if (isBlank(character)) {
      if (!isBesideEquals(value, text, at)) endWord();
    } else text += character;
  }
  endWord();
  clauses.push(clause);
  return clauses;
}

/** Whether a blank or comment is next to a "=", where it separates nothing. */
function isBesideEquals(value: string, before: string, at: number): boolean {
  return before.endsWith("=") || value[at + 1] === "=";
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

function findCommentEnd(value: string, start: number): number {
  let depth = 0;
  for (let at = start; at < value.length; at += 1) {
    if (value[at] === "\\") at += 1;
    else if (value[at] === "(") depth += 1;
    else if (value[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

function findQuoteEnd(value: string, start: number): number {
  for (let at = start + 1; at < value.length; at += 1) {
    if (value[at] === "\\") at += 1;
    else if (value[at] === '"') return at;
  }
  return -1;
}
