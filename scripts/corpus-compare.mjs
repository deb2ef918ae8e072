// What the judges of statements share: the differences of two lists, and the answers to questions.

const COMBINATIONS_MAX = 64;

/** The members of a list that are left when these are taken out, each as often as it stands there. */
export function subtract(from, keys) {
  const left = new Map();
  for (const key of keys) left.set(key, (left.get(key) ?? 0) + 1);
  return from.filter((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** The combinations of one choice for each question, at most 64; a question without choices is left out. */
export function* combinations(questions) {
  const known = questions.filter(({ choices }) => choices.length > 0);
  const total = Math.min(
    COMBINATIONS_MAX,
    known.reduce((all, { choices }) => all * choices.length, 1),
  );
  for (let n = 0; n < total; n += 1) {
    let rest = n;
    const answers = {};
    for (const { id, choices } of known) {
      answers[id] = choices[rest % choices.length].value;
      rest = Math.floor(rest / choices.length);
    }
    yield answers;
  }
}
