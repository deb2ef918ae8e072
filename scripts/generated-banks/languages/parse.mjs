// The languages of the generator. A block begins with "= CODE NAME"; each further line is a key and
// its values, divided by "|". The labels were written from knowledge of real exports and are kept
// apart from the product's own words, so that a word it lacks is found here.

import { ASIAN } from "./asian.mjs";
import { CENTRAL } from "./central.mjs";
import { EASTERN } from "./eastern.mjs";
import { GERMANIC } from "./germanic.mjs";
import { NORDIC } from "./nordic.mjs";
import { RIGHT_TO_LEFT } from "./rightward.mjs";
import { ROMANCE } from "./romance.mjs";

function parseLanguages(text) {
  return text
    .split(/^= /m)
    .slice(1)
    .map((block) => {
      const [head, ...lines] = block.trim().split("\n");
      const [code, ...name] = head.split(" ");
      const words = {};
      for (const line of lines) {
        const gap = line.indexOf(" ");
        words[line.slice(0, gap)] = line
          .slice(gap + 1)
          .split("|")
          .map((word) => word.trim());
      }
      return { code, name: name.join(" "), words };
    });
}

/** Each language: `code`, `name` and `words` (key -> values). */
export const LANGUAGES = [
  GERMANIC,
  ROMANCE,
  NORDIC,
  CENTRAL,
  EASTERN,
  ASIAN,
  RIGHT_TO_LEFT,
].flatMap(parseLanguages);
