// Prepositions that Romance languages write onto a name: "d'EDF", "dell'Enel", and the small words that
// join a name in lower case: "L'Atelier du Pain".

import type { Place } from "./alert-text.ts";

const ELIDED = /^(?:d|de l|del l|dell|dall|all|nell)['’](?=\p{Lu}|\d)/u;
const JOINING = /^(?:du|des|della|dello|dei|degli|delle|aux)$/u;
const CAPITAL_BEHIND = /^ \p{Lu}\p{L}/u;
const CAPITAL_BEFORE = /\p{Lu}[\p{L}'’.&-]* $/u;

/** The place of a name without such a preposition before it. */
export function withoutElision(text: string, { start, end }: Place): Place {
  const elided = ELIDED.exec(text.slice(start, end))?.[0].length ?? 0;
  return { start: start + elided, end };
}

const HEAD =
  /(?<=\s)(?:d|de l|dell|del l)['’](?<head>\p{Lu}[\p{L}·]{1,24} (?:de|del|di|du|des) )$/u;

/** The place of "Aigües de Barcelona" for that of "Barcelona", behind "d'Aigües de". */
export function withElidedHead(text: string, { start, end }: Place): Place {
  const head = HEAD.exec(text.slice(Math.max(0, start - 40), start))?.groups?.["head"] ?? "";
  return { start: start - head.length, end };
}

/** Whether a word in lower case joins two words of a name, each with a capital. */
export function joinsName(text: string, { start, end }: Place): boolean {
  return (
    JOINING.test(text.slice(start, end)) &&
    CAPITAL_BEHIND.test(text.slice(end, end + 3)) &&
    CAPITAL_BEFORE.test(text.slice(Math.max(0, start - 30), start))
  );
}
