// Finds where a document's statements, entries and details begin and end, in one pass over its
// tags. It also checks what the parser of the pieces does not: every tag is closed by its own name,
// there is no DOCTYPE (so no entities), and depth, tags and pieces are bounded. A document that is
// cut off is refused with the place.

import {
  CAMT_PIECE_CHARS_MAX,
  CAMT_PIECES_MAX,
  XML_DEPTH_MAX,
  XML_TAG_CHARS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Unreadable } from "../statement.ts";

/** A piece of the document's text, from its start tag to the end of its end tag. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** The line of the start tag, from 1. */
  readonly line: number;
}

export interface EntrySpan extends Span {
  readonly details: readonly Span[];
}

export interface StatementSpan extends Span {
  /** The kind of message: "052" report, "053" statement, "054" notification. */
  readonly kind: MessageKind;
  readonly entries: readonly EntrySpan[];
  /** The lines of its balances, in order. */
  readonly balances: readonly number[];
}

export type MessageKind = "052" | "053" | "054";

export interface Outline {
  readonly statements: readonly StatementSpan[];
  /** The last part of the namespace ("camt.053.001.08"); null when none is declared. */
  readonly version: string | null;
  /** The name of the root element, without prefix. */
  readonly root: string;
  /** The number of message elements. */
  readonly messages: number;
}

// Version 1 has its number in the element name: BkToCstmrStmtV01.
const MESSAGE = /^BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)(V\d\d)?$/;
const KINDS: Readonly<Record<string, { readonly kind: MessageKind; readonly statement: string }>> =
  {
    AcctRpt: { kind: "052", statement: "Rpt" },
    Stmt: { kind: "053", statement: "Stmt" },
    DbtCdtNtfctn: { kind: "054", statement: "Ntfctn" },
  };

interface Open {
  readonly name: string;
  readonly start: number;
  readonly line: number;
}

const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const GREATER = 62;

type Fault = Result<never, Unreadable>;

/** Outlines a document's text, which must have "\n" line ends. */
export function outlineDocument(text: string): Result<Outline, Unreadable> {
  return new Scan(text).run();
}

class Scan {
  readonly #text: string;
  readonly #open: Open[] = [];
  readonly #statements: StatementSpan[] = [];
  #line = 1;
  /**
   * The end of the last counted line, so that a document of one line is not searched for each tag.
   */
  #lineEnd: number;
  #root = "";
  #version: string | null = null;
  #messages = 0;
  #pieces = 0;
  /** Depths (the root is 1) of the open message, statement and entry; 0 when none is open. */
  #message = 0;
  #kind: (typeof KINDS)[string] | undefined;
  #statement = 0;
  #entry = 0;
  #entries: EntrySpan[] = [];
  #details: Span[] = [];
  #balances: number[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = endOfLine(text, 0);
  }

  run(): Result<Outline, Unreadable> {
    const text = this.#text;
    let at = 0;
    for (;;) {
      const next = text.indexOf("<", at);
      if (this.#open.length === 0) {
        const between = text.slice(at, next === -1 ? text.length : next).trimStart();
        if (between !== "")
          return this.#fault(
            (next === -1 ? text.length : next) - between.length,
            "there is text outside the root element",
          );
      }
      if (next === -1) break;
      const end = this.#markup(next);
      if (typeof end !== "number") return end;
      at = end;
    }
    const last = this.#open.at(-1);
    if (last !== undefined) return this.#cutOff(last);
    if (this.#root === "") return this.#fault(0, "there is no element");
    return ok({
      statements: this.#statements,
      version: this.#version,
      root: this.#root,
      messages: this.#messages,
    });
  }

  /** Reads the markup at `at` and returns its end. */
  #markup(at: number): number | Fault {
    const text = this.#text;
    const second = text.charCodeAt(at + 1);
    if (second === SLASH) return this.#endTag(at);
    if (second !== BANG && second !== QUESTION) return this.#startTag(at);
    if (text.startsWith("<!--", at)) return this.#behind("-->", at, 4, "comment");
    if (text.startsWith("<![CDATA[", at))
      return this.#open.length === 0
        ? this.#fault(at, "there is text outside the root element")
        : this.#behind("]]>", at, 9, "CDATA section");
    if (second === QUESTION) return this.#behind("?>", at, 2, "processing instruction");
    return this.#fault(
      at,
      "a document type (DOCTYPE) is declared; statements have none, and it may define entities",
    );
  }

  #behind(mark: string, at: number, opening: number, what: string): number | Fault {
    const end = this.#text.indexOf(mark, at + opening);
    return end === -1
      ? this.#cutOff({ name: what, start: at, line: this.#lineAt(at) })
      : end + mark.length;
  }

  #endTag(at: number): number | Fault {
    const last = this.#open.at(-1);
    const close = at + 2 + (last?.name.length ?? 0);
    if (
      last !== undefined &&
      close < at + XML_TAG_CHARS_MAX &&
      this.#text.charCodeAt(close) === GREATER &&
      this.#text.startsWith(last.name, at + 2)
    ) {
      this.#open.pop();
      return this.#closed(last, close + 1) ?? close + 1;
    }
    const end = this.#tagEnd(at);
    if (typeof end !== "number") return end;
    const name = this.#text.slice(at + 2, end - 1).trimEnd();
    const opened = this.#open.pop();
    if (opened === undefined) return this.#fault(at, `</${shorten(name)}> closes no open tag`);
    if (opened.name !== name)
      return this.#fault(
        at,
        `</${shorten(name)}> was found where <${shorten(opened.name)}> of line ${opened.line} should be closed`,
      );
    return this.#closed(opened, end) ?? end;
  }

  #startTag(at: number): number | Fault {
    const end = this.#tagEnd(at);
    if (typeof end !== "number") return end;
    const empty = this.#text.charCodeAt(end - 2) === SLASH;
    const inner = this.#text.slice(at + 1, end - (empty ? 2 : 1));
    const name = isPlainName(inner) ? inner : (/^[^\s/>"'=<]+/.exec(inner)?.[0] ?? "");
    if (name === "")
      return this.#fault(at, `"${shorten(this.#text.slice(at, at + 20))}" is not a tag`);
    if (this.#open.length >= XML_DEPTH_MAX)
      return this.#fault(at, `tags are nested deeper than ${XML_DEPTH_MAX}`);
    const opened = { name, start: at, line: this.#lineAt(at) };
    this.#open.push(opened);
    const depth = this.#open.length;
    const local = localName(name);
    if (depth === 1 && this.#root === "") this.#root = local;
    if (this.#message === 0) this.#version = findVersion(inner) ?? this.#version;
    this.#place(local, depth, opened.line);
    if (!empty) return end;
    this.#open.pop();
    return this.#closed(opened, end) ?? end;
  }

  /** Records whether a start tag opens a message, a statement, an entry or a balance. */
  #place(local: string, depth: number, line: number): void {
    if (this.#message === 0) {
      const [, which] = MESSAGE.exec(local) ?? [];
      if (which === undefined) return;
      this.#message = depth;
      this.#kind = KINDS[which];
      this.#messages += 1;
    } else if (this.#statement === 0) {
      if (depth === this.#message + 1 && local === this.#kind?.statement) this.#statement = depth;
    } else if (this.#entry === 0 && depth === this.#statement + 1) {
      if (local === "Ntry") this.#entry = depth;
      else if (local === "Bal") this.#balances.push(line);
    }
  }

  /** Records the piece that ends here. A fault only if there are too many pieces. */
  #closed({ name, start, line }: Open, end: number): Fault | undefined {
    const depth = this.#open.length + 1;
    const span = { start, end, line };
    if (depth === this.#message) this.#message = 0;
    else if (depth === this.#statement) {
      const { kind } = this.#kind ?? { kind: "053" as const };
      this.#statements.push({ ...span, kind, entries: this.#entries, balances: this.#balances });
      [this.#entries, this.#balances, this.#statement] = [[], [], 0];
      this.#pieces += 1;
    } else if (depth === this.#entry) {
      this.#entries.push({ ...span, details: this.#details });
      [this.#details, this.#entry] = [[], 0];
      this.#pieces += 1;
    } else if (this.#isDetail(localName(name), depth)) {
      this.#details.push(span);
      this.#pieces += 1;
    }
    return this.#pieces > CAMT_PIECES_MAX ? this.#tooMany(line) : undefined;
  }

  /** In version 1 the details are direct children of the entry. */
  #isDetail(local: string, depth: number): boolean {
    if (this.#entry === 0 || local !== "TxDtls") return false;
    return (
      depth === this.#entry + 1 ||
      (depth === this.#entry + 2 && localName(this.#open.at(-1)?.name ?? "") === "NtryDtls")
    );
  }

  /** The position after the tag's ">"; a ">" inside an attribute's quotes does not count. */
  #tagEnd(at: number): number | Fault {
    const text = this.#text;
    let quote = 0;
    const stop = Math.min(text.length, at + XML_TAG_CHARS_MAX);
    for (let i = at + 1; i < stop; i += 1) {
      const unit = text.charCodeAt(i);
      if (quote !== 0) {
        if (unit === quote) quote = 0;
      } else if (unit === 34 || unit === 39) quote = unit;
      else if (unit === 62) return i + 1;
      else if (unit === 60)
        return this.#fault(at, `the tag "${shorten(text.slice(at, at + 30))}" is not closed`);
    }
    if (stop < text.length)
      return this.#fault(at, `a tag is longer than ${XML_TAG_CHARS_MAX} characters`);
    return this.#cutOff({ name: shorten(text.slice(at + 1)), start: at, line: this.#lineAt(at) });
  }

  #lineAt(at: number): number {
    while (this.#lineEnd < at) {
      this.#line += 1;
      this.#lineEnd = endOfLine(this.#text, this.#lineEnd + 1);
    }
    return this.#line;
  }

  #fault(at: number, what: string): Fault {
    return err({
      reason: "malformed",
      message: `The XML cannot be read: on line ${this.#lineAt(at)} ${what}.`,
    });
  }

  #cutOff({ name, line }: Open): Fault {
    const end = this.#lineAt(this.#text.length);
    return err({
      reason: "malformed",
      message: `The file is cut off: it ends on line ${end} inside <${shorten(name)}>, which begins on line ${line}. Download it again.`,
    });
  }

  #tooMany(line: number): Fault {
    return err({
      reason: "too large",
      message: `The file has more than ${CAMT_PIECES_MAX} entries and details by line ${line}. Export fewer months at once.`,
    });
  }
}

/** The text of a piece without its inner pieces; null when it is longer than the limit. */
export function cutPiece(text: string, whole: Span, without: readonly Span[]): string | null {
  let piece = "";
  let from = whole.start;
  for (const { start, end } of without) {
    piece += text.slice(from, start);
    from = end;
  }
  piece += text.slice(from, whole.end);
  return piece.length > CAMT_PIECE_CHARS_MAX ? null : piece;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Whether a tag is only a name of ASCII letters and digits, as most are. */
function isPlainName(inner: string): boolean {
  for (let at = 0; at < inner.length; at += 1) {
    const unit = inner.charCodeAt(at) | 32;
    const isName = (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57);
    if (!isName) return false;
  }
  return true;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Finds "camt.053.001.08" in a declared namespace, which may be a bank's own. */
function findVersion(tag: string): string | null {
  return (
    /\bxmlns[^=]{0,80}=\s{0,8}["'][^"']{0,200}?([a-z]{4}\.\d{3}\.\d{3}\.\d{2})/.exec(tag)?.[1] ??
    null
  );
}

function shorten(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 40);
}
