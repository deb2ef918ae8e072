// The patterns of the references in words. A test holds each pattern of the three documents to a row
// here; a pattern without one would be shown as it is.

const WORDS: Readonly<Record<string, string>> = {
  "^ *\\d{1,15} *(, *\\d{1,15} *)*$": "one id, or several separated by commas",
  "^-?\\d+(\\.\\d{1,18})?$": "a decimal number with up to 18 decimals",
  "^-?\\d+(\\.\\d{1,4})?$": "a decimal number with up to 4 decimals",
  "^-?\\d+\\.\\d{18}$": "a decimal number with 18 decimals",
  "^-?\\d+\\.\\d{4}$": "a decimal number with 4 decimals",
  "^\\d{4}-\\d{2}$": "a month as YYYY-MM",
  "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$": "a UUID in lower case",
  "^[1-9]\\d{0,2}$": "a whole number from 1 to 999",
  "^\\d{1,3}$": "a whole number from 0 to 999",
  "^\\d{4,5}$": "4 or 5 digits",
  "^\\d{1,12}(?:\\.\\d{1,4})?$": "a positive decimal number with up to 4 decimals",
  "^[^?#\\s]*$": "without a space, ? or #",
  "^[a-z0-9]{2,12}:[0-9a-f]{32}$":
    "2 to 12 small letters or digits, a colon, and 32 hexadecimal digits",
  "^[a-z0-9]{8,40}$": "8 to 40 small letters or digits",
  "^\\P{C}+$": "without control characters",
  "^[^:\\x00-\\x1f\\x7f]{1,200}$":
    "1 to 200 characters, without a colon and without control characters",
  "^[^\\x00-\\x1f\\x7f]{1,1024}$": "1 to 1024 characters, without control characters",
  "^[!-~]{1,4096}$": "visible ASCII characters without spaces",
};

/** The words for a pattern; null if it has none yet. */
export function patternWords(pattern: string): string | null {
  return WORDS[pattern] ?? null;
}
