// Readers look one after another at the same views of a document, and ask the same of them. Their
// answers are kept for the last few texts. An answer depends on its text alone and is never changed.

/** A shorter text is read again sooner than it is looked up, and would displace a view. */
const CHARS_MIN = 100;
/** A document's HTML and text, each asked in two ways, and parts of them. */
const TEXTS_MAX = 6;

/** A function of a text that keeps its answers about the last long texts; `also` sets them apart. */
export function rememberTexts<T, A extends string | null>(
  read: (text: string, also: A) => T,
): (text: string, also: A) => T {
  let last: readonly { readonly text: string; readonly also: A; readonly answer: T }[] = [];
  return (text, also) => {
    if (text.length < CHARS_MIN) return read(text, also);
    const known = last.find((one) => one.also === also && one.text === text);
    if (known !== undefined) return known.answer;
    const answer = read(text, also);
    last = [{ text, also, answer }, ...last.slice(0, TEXTS_MAX - 1)];
    return answer;
  };
}
