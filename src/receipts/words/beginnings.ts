// Where in a text a phrase of a table may begin. Tables hold thousands of phrases, and nearly every
// place of a text begins none, so this is asked at each place and must cost next to nothing.

const SLOTS = 4_096;
/** A table of four characters has so many slots for each phrase, so that few are shared. */
const SLOTS_PER_PHRASE = 8;
const ASCII_WORD = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  /[a-z0-9]/i.test(String.fromCharCode(unit)) ? 1 : 0,
);
/** Only phrases of four characters or more begin so; the next two characters tell. */
const LONG = 1;
/** A shorter phrase begins so. */
const SHORT = 2;

/**
 * Which characters begin a phrase, so that a place where none can begin costs nothing: two at
 * first, then four. Slots are shared: characters that begin no phrase may be taken for some that
 * do, never the other way.
 */
export class Beginnings {
  readonly #firsts = new Uint8Array(SLOTS);
  readonly #pairs = new Uint8Array(SLOTS);
  readonly #fours: Uint8Array;

  constructor(phrases: readonly string[]) {
    const slots = 2 ** Math.ceil(Math.log2(phrases.length * SLOTS_PER_PHRASE + 1));
    this.#fours = new Uint8Array(slots);
    for (const phrase of phrases) this.#add(phrase);
  }

  #add(phrase: string): void {
    if (phrase === "") this.#firsts.fill(SHORT);
    else if (phrase.length === 1) this.#firsts[phrase.charCodeAt(0) % SLOTS] = SHORT;
    else {
      const first = phrase.charCodeAt(0) % SLOTS;
      this.#firsts[first] = (this.#firsts[first] ?? 0) | LONG;
      const pair = slotOfPair(phrase.charCodeAt(0), phrase.charCodeAt(1));
      this.#pairs[pair] = (this.#pairs[pair] ?? 0) | (phrase.length < 4 ? SHORT : LONG);
      if (phrase.length >= 4) this.#fours[this.#slotOfFour(phrase, 0)] = 1;
    }
  }

  #slotOfFour(text: string, at: number): number {
    const first = text.charCodeAt(at) * 61 + text.charCodeAt(at + 1);
    const second = text.charCodeAt(at + 2) * 61 + text.charCodeAt(at + 3);
    return (first * 1_009 + second) & (this.#fours.length - 1);
  }

  /** Finds the first place from `at` on where a phrase may begin; returns `to` if no phrase may. */
  next(text: string, at: number, to: number): number {
    // No phrase begins between two letters or digits of ASCII.
    let place = at > 0 && isAsciiWord(text.charCodeAt(at - 1)) ? endOfWord(text, at, to) : at;
    while (place < to) {
      const unit = text.charCodeAt(place);
      if (this.#isBeginning(text, place, unit)) return place;
      place = isAsciiWord(unit) ? endOfWord(text, place + 1, to) : place + 1;
    }
    return to;
  }

  #isBeginning(text: string, place: number, unit: number): boolean {
    const first = this.#firsts[unit % SLOTS] ?? 0;
    if (first === 0) return false;
    if (first > LONG) return true;
    // The last character begins no pair.
    const following = place + 1 < text.length ? text.charCodeAt(place + 1) : 0;
    const pair = this.#pairs[slotOfPair(unit, following)] ?? 0;
    return pair > LONG || (pair === LONG && this.#fours[this.#slotOfFour(text, place)] === 1);
  }
}

/** Finds the first character from `at` on that is no letter or digit of ASCII; returns `to` if all are. */
function endOfWord(text: string, at: number, to: number): number {
  let place = at;
  while (place < to && isAsciiWord(text.charCodeAt(place))) place += 1;
  return place;
}

function isAsciiWord(unit: number): boolean {
  return unit < 0x80 && ASCII_WORD[unit] === 1;
}

function slotOfPair(first: number, second: number): number {
  return (first * 61 + second) & (SLOTS - 1);
}
