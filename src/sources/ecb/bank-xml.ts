// The European Central Bank's XML: a gesmes envelope with a Cube for each day (time), which holds a
// Cube for each currency (currency, rate). It is read in one pass over its tags. Entities,
// declarations and CDATA, XML's dangerous parts, never occur in a file of rates and are refused.

import { RATES_MAX } from "../../platform/limits.ts";
import { parseDay, type Day } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { parseDecimal } from "../../money/decimal.ts";
import { knownCurrency, type Rate, type RateFile } from "./rate.ts";

const DEPTH_MAX = 16;
const TAG_CHARS_MAX = 1_000;
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:'([^'<&]*)'|"([^"<&]*)")/y;
const NAME = /^\/?[\w:.-]+/;
const CODE = /^[A-Z]{3}$/;

/** A tag with its attributes; the name of a closing tag begins with "/". */
interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly empty: boolean;
}

/** The rates of the envelope, or half a sentence why it is refused. */
export function parseBankXml(text: string): Result<RateFile, string> {
  const open: string[] = [];
  const seen = new Set<Day>();
  const codes = new Set<string>();
  const rates: Rate[] = [];
  let day: Day | null = null;
  let dayDepth = 0;
  let closed = false;
  for (const read of eachTag(text)) {
    if (!read.ok) return read;
    const { name, attributes, empty } = read.value;
    if (closed) return err("it goes on after its envelope");
    if (name.startsWith("/")) {
      if (open.pop() !== name.slice(1)) return err(`<${name}> closes what is not open`);
      if (open.length < dayDepth) day = null;
      closed = open.length === 0;
      continue;
    }
    if (open.length === 0 && localName(name) !== "Envelope")
      return err(`it begins with <${name}>, not with a gesmes envelope`);
    if (open.length >= DEPTH_MAX) return err(`it nests deeper than ${DEPTH_MAX} levels`);
    if (localName(name) === "Cube") {
      const time = attributes.get("time");
      if (time !== undefined) {
        day = parseDay(time);
        if (day === null)
          return err(`it has a Cube of the time ${JSON.stringify(time)}, which is not a day`);
        if (seen.has(day)) return err(`it has two Cubes of ${day}`);
        seen.add(day);
        codes.clear();
        dayDepth = open.length + 1;
      }
      const rate = readRate(attributes, day);
      if (!rate.ok) return rate;
      const code = attributes.get("currency");
      if (code !== undefined && codes.has(code))
        return err(`it has two rates of ${code} on ${String(day)}`);
      if (code !== undefined) codes.add(code);
      if (rate.value !== null && rates.push(rate.value) > RATES_MAX)
        return err(`it has more than ${RATES_MAX} rates`);
    }
    if (!empty) open.push(name);
    else if (open.length === 0) closed = true;
  }
  if (!closed) return err("it ends before its envelope does: it is cut off");
  return seen.size === 0 ? err("it has no Cube with a time") : ok({ days: seen.size, rates });
}

function readRate(attributes: Tag["attributes"], day: Day | null): Result<Rate | null, string> {
  const code = attributes.get("currency");
  if (code === undefined) return ok(null);
  const perEuro = attributes.get("rate") ?? "";
  if (day === null) return err(`the rate of ${JSON.stringify(code)} is outside of any day`);
  if (!CODE.test(code))
    return err(`it has a rate of ${JSON.stringify(code)}, which is not a currency code, on ${day}`);
  if (parseDecimal(perEuro) === null)
    return err(
      `the rate of ${code} on ${day} is ${JSON.stringify(perEuro)}, not a positive decimal`,
    );
  const currency = knownCurrency(code);
  return ok(currency === null ? null : [currency, day, perEuro]);
}

function closingOf(text: string, start: number): string {
  if (text.startsWith("<!--", start)) return "-->";
  return text.startsWith("<?", start) ? "?>" : ">";
}

function* eachTag(text: string): Generator<Result<Tag, string>> {
  let at = 0;
  for (;;) {
    const start = text.indexOf("<", at);
    if (start < 0) return;
    const closing = closingOf(text, start);
    const end = text.indexOf(closing, start + 1);
    if (end < 0) return yield err("it ends inside a tag: it is cut off");
    at = end + closing.length;
    if (closing !== ">") continue;
    if (text[start + 1] === "!")
      return yield err("it has a declaration or CDATA, which rates never have");
    yield readTag(text.slice(start + 1, end));
  }
}

function readTag(inside: string): Result<Tag, string> {
  const empty = inside.endsWith("/");
  const body = empty ? inside.slice(0, -1) : inside;
  const name = NAME.exec(body.slice(0, TAG_CHARS_MAX))?.[0];
  if (name === undefined || body.length > TAG_CHARS_MAX)
    return err(`<${inside.slice(0, 60)}> is not a tag that rates have`);
  const attributes = new Map<string, string>();
  ATTRIBUTE.lastIndex = name.length;
  let end = name.length;
  for (let match = ATTRIBUTE.exec(body); match !== null; match = ATTRIBUTE.exec(body)) {
    const [, attribute = "", single, double] = match;
    if (attributes.has(attribute)) return err(`<${name}> has ${attribute} twice`);
    attributes.set(attribute, single ?? double ?? "");
    end = ATTRIBUTE.lastIndex;
  }
  if (body.slice(end).trim() !== "")
    return err(`<${inside.slice(0, 60)}> is not a tag that rates have`);
  return ok({ name, attributes, empty });
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
