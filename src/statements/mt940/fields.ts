// Splits the lines of an MT940 or MT942 file into messages of tagged fields. Envelopes, text
// between messages and blank lines are skipped. A line of a narrative that only looks like a tag
// ("T16" / ":25:37", a time cut at the end of the line) stays text. Lines are not trimmed, because
// their blanks tell where a bank cut a word.

export interface Field {
  readonly tag: string;
  /** The line of the file, from 1. */
  readonly line: number;
  /** The text after the tag, and the lines that follow. */
  readonly lines: readonly string[];
}

/** One page of a statement, from :20: to the end of the message. */
export interface Message {
  readonly line: number;
  readonly fields: readonly Field[];
  /** Whether it is an MT942, a report during the day. */
  readonly intraday: boolean;
  /** Whether the message ended with "-", with its closing balance, or with another message. */
  readonly ended: boolean;
  /** The bank's BIC, if an envelope names it. */
  readonly bank: string | null;
}

const TAG = /^:(20|21|25P?|28C?|60[FM]?|61|62[FM]?|64F?|65F?|86|34F|13D?|90[DC]|NS|94[02]):/i;
/**
 * Tags before the first balance. Two digits, as minutes and seconds have, so narratives may contain
 * them.
 */
const HEADS: ReadonlySet<string> = new Set(["20", "21", "25", "25P", "28", "28C", "13", "13D"]);
/** The blocks of a SWIFT message: basic, application and user header, text, trailer. */
const BLOCK = /^\{[1-5S]:/;
const CLOSINGS: ReadonlySet<string> = new Set("62 62F 62M 64 64F 65 65F 90D 90C".split(" "));
const INTRADAY: ReadonlySet<string> = new Set(["34F", "13", "13D", "90D", "90C"]);
const BRACE = 123;
const COLON = 58;
const LOOK_AHEAD_LINES = 4;

/** Whether the line begins with a tag of the standard. */
export function isTagged(line: string): boolean {
  return TAG.test(trimControls(line));
}

/** Splits the lines of a file into messages. */
export function splitMessages(lines: readonly string[]): readonly Message[] {
  const reader = new Reader(lines);
  for (let at = 0; at < lines.length; at += 1) reader.take(at);
  return reader.end();
}

interface GrowingMessage {
  line: number;
  fields: { tag: string; line: number; lines: string[] }[];
  intraday: boolean;
  stage: "head" | "body" | "closed";
  bank: string | null;
}

class Reader {
  readonly #lines: readonly string[];
  readonly #done: Message[] = [];
  #open: GrowingMessage | null = null;
  #envelope: { bank: string | null; intraday: boolean } = { bank: null, intraday: false };

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  take(at: number): void {
    const raw = this.#lines[at] ?? "";
    let text = trimControls(raw);
    if (this.#isEnd(text, at)) {
      this.#close(true);
      text = text.slice(text.lastIndexOf("{1:") > 0 ? text.lastIndexOf("{1:") : text.length);
    }
    if (text.charCodeAt(0) === BRACE && BLOCK.test(text)) {
      const body = text.lastIndexOf("{4:");
      this.#enveloped(body < 0 ? text : text.slice(0, body));
      if (body < 0) return;
      text = trimControls(text.slice(body + 3));
    }
    const tag = text.charCodeAt(0) === COLON ? TAG.exec(text)?.[1]?.toUpperCase() : undefined;
    if (tag === undefined || this.#isNarrative(tag, text.slice(tag.length + 2), at))
      this.#open?.fields.at(-1)?.lines.push(raw);
    else this.#field(tag, text.slice(tag.length + 2), at + 1);
  }

  end(): readonly Message[] {
    this.#close(false);
    return this.#done;
  }

  #field(tag: string, text: string, line: number): void {
    if (tag === "940" || tag === "942") {
      this.#close(true);
      this.#envelope = { ...this.#envelope, intraday: tag === "942" };
      return;
    }
    const before = this.#open;
    if (before !== null && this.#begins(before, tag)) {
      this.#close(true);
      // A statement without its own header belongs to the account before it.
      if (tag.startsWith("60"))
        this.#begin(line).fields.push(
          ...["25", "28"].flatMap(
            (head) => before.fields.find((field) => field.tag.startsWith(head)) ?? [],
          ),
        );
    }
    const open = this.#open ?? this.#begin(line);
    if (INTRADAY.has(tag)) open.intraday = true;
    if (CLOSINGS.has(tag)) open.stage = "closed";
    else if (!HEADS.has(tag) && tag !== "34F" && tag !== "NS" && open.stage === "head")
      open.stage = "body";
    open.fields.push({ tag, line, lines: [text] });
  }

  #begins({ stage, fields }: GrowingMessage, tag: string): boolean {
    if (tag === "20") return true;
    if (tag.startsWith("60"))
      return stage === "closed" || fields.some((field) => field.tag.startsWith("60"));
    return stage === "closed" && HEADS.has(tag);
  }

  /**
   * Inside a statement, the tags of its header are times in a narrative, unless a new header
   * follows.
   */
  #isNarrative(tag: string, text: string, at: number): boolean {
    const open = this.#open;
    if (open === null || open.stage !== "body" || !HEADS.has(tag)) return false;
    if (tag !== "20") return true;
    if (!/^\d\d(?!\d)/.test(text)) return false;
    return !this.#lines
      .slice(at + 1, at + LOOK_AHEAD_LINES)
      .some((line) => /^:2[158]/.test(trimControls(line)));
  }

  /** "-" ends a message, unless it belongs to a narrative that continues. */
  #isEnd(text: string, at: number): boolean {
    if (text.charCodeAt(0) !== 45) return false;
    if (text.charCodeAt(1) === 125) return true;
    if (trimControls(text.slice(1)) !== "") return false;
    if (this.#open === null || this.#open.stage !== "body") return true;
    const next =
      this.#lines
        .slice(at + 1, at + LOOK_AHEAD_LINES)
        .map(trimControls)
        .find((line) => line !== "") ?? "";
    return !/^:(61|62[FM]?|86):|^\?\d\d/.test(next);
  }

  #enveloped(text: string): void {
    if (text.includes("{1:")) this.#close(true);
    const bank = /\{1:[A-Z]\d\d([A-Z]{6}[A-Z0-9]{2})/.exec(text)?.[1] ?? null;
    const kind = /\{2:[IO](94[02])/.exec(text)?.[1];
    this.#envelope = {
      bank: bank ?? this.#envelope.bank,
      intraday: kind === undefined ? this.#envelope.intraday : kind === "942",
    };
  }

  #begin(line: number): GrowingMessage {
    const { bank, intraday } = this.#envelope;
    return (this.#open = { line, fields: [], intraday, stage: "head", bank });
  }

  #close(ended: boolean): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    this.#done.push({
      line: open.line,
      fields: open.fields,
      intraday: open.intraday,
      ended,
      bank: open.bank,
    });
    this.#envelope = { bank: null, intraday: false };
  }
}

/** Removes leading blanks and control characters (STX, ETX, a byte order mark). */
function trimControls(line: string): string {
  let at = 0;
  while (
    at < line.length &&
    (line.charCodeAt(at) <= 32 || line.charCodeAt(at) === 0xfeff || line.charCodeAt(at) === 0xa0)
  )
    at += 1;
  return at === 0 ? line : line.slice(at);
}
