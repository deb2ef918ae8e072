// Shortens a bank's text to the part that names the payee: the words that all texts of one payee
// share. A rule that compares the whole text would match one transaction alone. Pure.

const LETTERS_MIN = 3;

/**
 * The longest run of whole words of a text that every other text of the payee has too. Without
 * others, the words before the first one with a digit. Null if too little is left to compare.
 */
export function shortenText(text: string, others: readonly string[]): string | null {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const different = others.filter((other) => fold(other) !== fold(text));
  const common =
    different.length === 0 ? beforeDigits(words) : findCommonRun(words, different.map(fold));
  return (common.match(/\p{L}/gu) ?? []).length < LETTERS_MIN ? null : common;
}

function beforeDigits(words: readonly string[]): string {
  const at = words.findIndex((word) => /\d/.test(word));
  const kept = at === -1 ? words : words.slice(0, at);
  return (kept.length === 0 ? words : kept).join(" ");
}

function findCommonRun(words: readonly string[], others: readonly string[]): string {
  let best = "";
  for (let from = 0; from < words.length; from += 1)
    for (let to = words.length; to > from; to -= 1) {
      const run = words.slice(from, to).join(" ");
      if (run.length > best.length && others.every((other) => hasWords(other, fold(run))))
        best = run;
    }
  return best;
}

/** Whether the text contains these words as whole words. */
function hasWords(text: string, words: string): boolean {
  return ` ${text} `.includes(` ${words} `);
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .join(" ");
}
