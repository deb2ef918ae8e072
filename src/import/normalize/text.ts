// Cutting text to what the service accepts, never inside what a reader sees as one character.

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** At most `max` UTF-16 units, cut between graphemes, with "…" in place of what was cut. */
export function fit(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 32))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

// Control characters other than line breaks and tabs, and surrogates that may stand alone.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const SUSPECT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/;
// oxlint-disable-next-line no-control-regex -- as above
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text as it is stored: well-formed, without control characters other than line breaks, blanks at the ends gone. */
export function clean(text: string): string {
  return (SUSPECT.test(text) ? text.toWellFormed().replace(CONTROLS, "") : text).trim();
}
