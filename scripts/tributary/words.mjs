// @ts-check
// Texts for a terminal: without control characters, with grouped numbers; and the names that are near a mistyped one.

const NAMES_COMPARED_MAX = 1_000;
const NAMES_SHOWN_MAX = 20;
const NAME_CHARS_MAX = 80;

/** A file's text must not steer the terminal: no control characters, no direction overrides. */
export function plain(/** @type {unknown} */ text) {
  return String(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}

/** 12,345 */
export function grouped(/** @type {number} */ count) {
  return count.toLocaleString("en-US");
}

/** "12.3400" of "usd" as "12.34 USD". */
export function amount(/** @type {string} */ decimal, /** @type {string} */ currency) {
  return `${plain(decimal).replace(/(\.\d\d)00$/, "$1")} ${plain(currency).toUpperCase()}`.trim();
}

/** The text with its first letter as a capital. */
export function capital(/** @type {string} */ text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The time of day of an ISO time, as people here write it; "soon" of none. */
export function clock(/** @type {string | null} */ iso) {
  return iso === null ? "soon" : `at ${new Date(iso).toLocaleTimeString()}`;
}

/**
 * The known names, those nearest to the typed one first: the same letters in another case, a part of it, then by how
 * many letters must change.
 * @param {string} typed
 * @param {readonly string[]} known
 */
export function nearest(typed, known) {
  const wanted = fold(typed);
  const distance = (/** @type {string} */ name) => {
    const own = fold(name);
    if (own === wanted) return 0;
    const isPart = wanted.length > 1 && (own.includes(wanted) || wanted.includes(own));
    return isPart ? 0.5 : changes(wanted, own);
  };
  return known
    .slice(0, NAMES_COMPARED_MAX)
    .map((name, index) => ({ name, index, far: distance(name) }))
    .sort((a, b) => a.far - b.far || a.index - b.index)
    .map(({ name }) => name);
}

/**
 * A sentence that lists the known names, the nearest first, and says which may be meant.
 * @param {string} typed
 * @param {readonly string[]} known
 * @param {string} what
 */
export function nameThem(typed, known, what) {
  if (known.length === 0) return `There are no ${what} yet.`;
  const [first = "", ...others] = nearest(typed, known).map((name) => `"${plain(name)}"`);
  const listed = [first, ...others].slice(0, NAMES_SHOWN_MAX).join(", ");
  const more = known.length - NAMES_SHOWN_MAX;
  const isNear = changes(fold(typed), fold(plain(first).slice(1, -1))) <= 2;
  return `${isNear ? `Did you mean ${first}? ` : ""}The ${what} are ${listed}${more > 0 ? ` and ${grouped(more)} more` : ""}.`;
}

function fold(/** @type {string} */ text) {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{P}\p{Z}]+/gu, "")
    .toLowerCase()
    .slice(0, NAME_CHARS_MAX);
}

/**
 * How many letters must be inserted, removed or replaced (Levenshtein).
 * @param {string} from
 * @param {string} to
 */
function changes(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
