// An Authentication-Results header's value taken apart (RFC 8601). Comments and quoted strings are cut out first, by one scan,
// so that no text in them passes for a result.

import { RESULTS_CHARS_MAX } from "../../platform/limits.ts";

export interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** "header.from": "shop.example"; names and values in lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

export interface Results {
  /** Who says it, in lower case. */
  readonly authority: string;
  readonly methods: readonly MethodResult[];
}

/** Takes the value apart; null where it is none, or too long. ARC's own form begins with "i=1;", which is to be cut first. */
export function resultsOf(value: string): Results | null {
  const tokens = value.length > RESULTS_CHARS_MAX ? null : clausesOf(value);
  if (tokens === null) return null;
  const [first = [], ...rest] = tokens;
  const authority = first[0]?.text ?? "";
  // A version may stand behind the authority, nothing else.
  if (
    authority === "" ||
    first[0]?.quoted === true ||
    first.length > 2 ||
    (first[1] !== undefined && !/^\d{1,3}$/.test(first[1].text))
  )
    return null;
  return {
    authority: authority.toLowerCase(),
    methods: rest.flatMap((clause) => methodOf(clause) ?? []),
  };
}

interface Token {
  readonly text: string;
  /** Whether any of it stood in quotes. */
  readonly quoted: boolean;
}

function methodOf([head, ...more]: readonly Token[]): MethodResult | null {
  // Of "spf/1=pass" the number is the method's version.
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

/** The words of each clause, clauses being divided by ";"; null where a comment or a quoted string has no end. */
function clausesOf(value: string): Token[][] | null {
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
      const end = commentEnd(value, at);
      if (end === -1) return null;
      if (!aroundEquals(value, text, end)) endWord();
      at = end;
    } else if (character === '"') {
      const end = quoteEnd(value, at);
      if (end === -1) return null;
      text += value.slice(at + 1, end).replaceAll("\\", "");
      quoted = true;
      at = end;
    } else if (character === ";") {
      endWord();
      clauses.push(clause);
      clause = [];
    } else if (isBlank(character)) {
      if (!aroundEquals(value, text, at)) endWord();
    } else text += character;
  }
  endWord();
  clauses.push(clause);
  return clauses;
}

/** Whether a blank or comment stands about a "=", where it divides nothing. */
function aroundEquals(value: string, before: string, at: number): boolean {
  return before.endsWith("=") || value[at + 1] === "=";
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t" || character === "\r" || character === "\n";
}

function commentEnd(value: string, start: number): number {
  let depth = 0;
  for (let at = start; at < value.length; at += 1) {
    if (value[at] === "\\") at += 1;
    else if (value[at] === "(") depth += 1;
    else if (value[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

function quoteEnd(value: string, start: number): number {
  for (let at = start + 1; at < value.length; at += 1) {
    if (value[at] === "\\") at += 1;
    else if (value[at] === '"') return at;
  }
  return -1;
}
