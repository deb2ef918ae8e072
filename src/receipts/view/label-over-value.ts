// "Card", "•••• 4410", "Amount", "12.00": rows whose label stands over its value, as narrow layouts for phones print
// them. The break between the two becomes a tab, as between the cells of a table; no character moves. Only figures tell
// that lines are values: three of them in a row, each below a label, and two of those labels known.

import { readRoles } from "../alerts/cells.ts";
import { readMoneyLabel } from "../totals/label-readings.ts";
import { foldInPlace } from "../words/in-place.ts";
import { foldWords } from "../words/phrases.ts";

const LABEL_CHARS_MAX = 48;
const VALUE_CHARS_MAX = 60;
const FIGURES_MIN = 3;
const KNOWN_MIN = 2;

/** The text, with each value of such a run beside its label. */
export function joinLabelsOverValues(text: string): string {
  const lines = text.split("\n");
  const breaks = findRuns(lines)
    .filter((pairs) => pairs.filter(({ label }) => isKnown(label)).length >= KNOWN_MIN)
    .flat();
  if (breaks.length === 0) return text;
  const joined = new Set(breaks.map(({ at }) => at));
  return lines.reduce(
    (all, line, at) => (at === 0 ? line : `${all}${joined.has(at) ? "\t" : "\n"}${line}`),
    "",
  );
}

/** A value with the index of its line; the label is the line above. */
interface Pair {
  readonly label: string;
  readonly at: number;
}

interface Run {
  readonly pairs: Pair[];
  figures: number;
  /** It begins with a figure without a label above it: each label may stand below its value. */
  readonly isBare: boolean;
}

/** The pairs of each run of figures of which every one has a label above it. */
function findRuns(lines: readonly string[]): readonly (readonly Pair[])[] {
  const runs: Run[] = [];
  let last = -1;
  for (const [at, line] of lines.entries()) {
    if (!isFigure(line)) continue;
    const label = lines[at - 1] ?? "";
    const isLabelled = at - 1 > last && isLabel(label);
    const between = at - 2 - last;
    const [name = "", value = ""] = lines.slice(at - 3, at - 1);
    const isNamed = between === 2 && isLabel(name) && isName(value);
    const run = runs.at(-1);
    const goesOn = run !== undefined && last >= 0 && isLabelled && (between === 0 || isNamed);
    if (goesOn) {
      if (between === 2) run.pairs.push({ label: name, at: at - 2 });
      run.pairs.push({ label, at });
      run.figures += 1;
    } else
      runs.push({
        pairs: isLabelled ? [{ label, at }] : [],
        figures: isLabelled ? 1 : 0,
        isBare: !isLabelled,
      });
    last = at;
  }
  return runs
    .filter(({ figures }) => figures >= FIGURES_MIN)
    .filter(({ pairs, isBare }) => !isBare || !isLabel(lines[(pairs.at(-1)?.at ?? 0) + 1] ?? ""))
    .map(({ pairs }) => withoutName(lines, pairs));
}

/** "Recipient", "ADA LANE", "Northwind 4410": the name over the first number is the value of the label above it. */
function withoutName(lines: readonly string[], pairs: readonly Pair[]): readonly Pair[] {
  const [first, ...others] = pairs;
  const isValue = first !== undefined && !isKnown(first.label) && isKnown(lines[first.at - 2]);
  return isValue ? others : pairs;
}

/** "12,50 €", "•••• 4410", "20.11.2026 10:17": figures, with the few letters of a currency or a month. */
function isFigure(line: string): boolean {
  if (line.length > VALUE_CHARS_MAX || !/\d/.test(line) || /[\t:：]$|\t/u.test(line)) return false;
  const letters = line.match(/\p{L}/gu)?.length ?? 0;
  const digits = line.match(/\d/g)?.length ?? 0;
  return letters <= digits + 1 && !/\p{L}{4}.*\p{L}{4}/u.test(line);
}

function isLabel(line: string): boolean {
  return (
    line.length <= LABEL_CHARS_MAX &&
    /^[^\t]*\p{L}{2}[^\t]*$/u.test(line) &&
    !/[.!?,;]$|[:：].|: ?$/u.test(line) &&
    !isFigure(line)
  );
}

/** A short text that may be a value, such as a merchant's name. */
function isName(line: string): boolean {
  return line.length <= VALUE_CHARS_MAX && /^[^\t:：!?]*\p{L}[^\t:：!?]*$/u.test(line);
}

function isKnown(label = ""): boolean {
  return (
    label.length <= LABEL_CHARS_MAX &&
    (readRoles(foldInPlace(label), 0, label.length).length > 0 ||
      readMoneyLabel(foldWords(label)) !== null)
  );
}
