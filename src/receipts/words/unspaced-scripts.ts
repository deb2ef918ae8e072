// Words in scripts without blanks between them (Thai, Lao, Khmer, Burmese, Chinese, Japanese). The
// platform's dictionary says where each begins and ends, so that "receive money" is not found in
// "receiver of the money". Korean has blanks and is left alone.

const RUN_TOGETHER = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;
/**
 * The dictionary joins these to the word after them: polite prefixes of Japanese, "already" in
 * Chinese.
 */
const LEADING = /[ごお御已]/;
/**
 * Particles and abbreviations, which no dictionary has: one character of Han or kana, two of the
 * others.
 */
const SHORT =
  /^(?:[\u3040-\u30ff\u3400-\u9fff]|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{1,2}|[^./]{0,9}[./].{0,9})$/u;
/** How many texts' words are cached: an alert, its subject, and both with the sender. */
const CACHED_MAX = 4;

const SEGMENTER = new Intl.Segmenter("und", { granularity: "word" });
const cached = new Map<string, ReadonlySet<number>>();

/** Whether a part of a text begins and ends where words do; always true in scripts with blanks. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  const begins = RUN_TOGETHER.test(text[start] ?? "");
  const stops = RUN_TOGETHER.test(text[end - 1] ?? "");
  if ((!begins && !stops) || SHORT.test(text.slice(start, end))) return true;
  const edges = findEdges(text);
  if (begins && !edges.has(start) && !LEADING.test(text[start - 1] ?? "")) return false;
  return !stops || edges.has(end);
}

/** The offsets at which words begin, and the end of the text. */
function findEdges(text: string): ReadonlySet<number> {
  const known = cached.get(text);
  if (known !== undefined) return known;
  const edges = new Set([text.length]);
  for (const { index } of SEGMENTER.segment(text)) edges.add(index);
  const [oldest] = cached.keys();
  if (cached.size >= CACHED_MAX && oldest !== undefined) cached.delete(oldest);
  cached.set(text, edges);
  return edges;
}
