// Words in scripts that set no blanks between them (Thai, Lao, Khmer, Burmese, Chinese, Japanese): the platform's dictionary says where
// each begins and ends, so that "receive money" is not found in "receiver of the money". Korean sets blanks and is left alone.

const RUN_TOGETHER = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;
/** The dictionary joins these to the word behind them: polite prefixes of Japanese, "already" in Chinese. */
const LEADING = /[ごお御已]/;
/** Of Han and kana one character, of the others two, are particles and abbreviations: no dictionary has them. */
const SHORT =
  /^(?:[\u3040-\u30ff\u3400-\u9fff]|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{1,2}|[^./]{0,9}[./].{0,9})$/u;
/** How many texts' words are kept: a notice, its subject, and both with the sender. */
const KEPT_MAX = 4;

const SEGMENTER = new Intl.Segmenter("und", { granularity: "word" });
const kept = new Map<string, ReadonlySet<number>>();

/** Whether a part of a text begins and ends where words do; true of scripts that set blanks. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  const begins = RUN_TOGETHER.test(text[start] ?? "");
  const stops = RUN_TOGETHER.test(text[end - 1] ?? "");
  if ((!begins && !stops) || SHORT.test(text.slice(start, end))) return true;
  const edges = edgesOf(text);
  if (begins && !edges.has(start) && !LEADING.test(text[start - 1] ?? "")) return false;
  return !stops || edges.has(end);
}

/** Where words begin, and where the text ends. */
function edgesOf(text: string): ReadonlySet<number> {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const edges = new Set([text.length]);
  for (const { index } of SEGMENTER.segment(text)) edges.add(index);
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  kept.set(text, edges);
  return edges;
}
