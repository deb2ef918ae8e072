// What must never be printed: the secrets that tests are configured with, and whatever has the shape of a credential or
// a receipt address that we issue. A line is cut before anybody sees it.

/** The secrets of the tests' Workers and people. Whatever a test makes up begins with "planted-" instead. */
export const PLANTED = [
  "test-token-key-of-at-least-32-bytes",
  "local-token-for-tests",
  "token-key-of-the-browser-tests-0123456789",
  "local-token-of-the-browser-tests-0123456789",
  "script-token-key-of-at-least-32-bytes",
  "a long sentence of mine",
];

const KINDS = "dev|imp|ses|link|inv|login|cs|code|at|rt|try|hook";
// The secret is 52 characters; a refresh token has two halves of 26 (docs/reference/storage.md).
const SHAPES = [
  [
    "a credential",
    new RegExp(`(?<![A-Za-z0-9])(?:${KINDS})_[A-Za-z0-9-]{1,64}_([a-z2-7]{52})(?![a-z2-7])`, "g"),
  ],
  ["a secret", /(?<![A-Za-z0-9])([a-z2-7]{52})(?![A-Za-z0-9])/g],
  ["a receipt address", /\+(?:1|[a-z2-7]{26})-([a-z2-7]{16})@/gi],
  ["a planted secret", /planted-([\w-]{6,})/g],
];

/**
 * A random secret of 16 characters has fewer different ones in one case of a hundred thousand; a
 * made-up "aaaa..." has one.
 */
const DIFFERENT_MIN = 6;

// Colours and other commands to the terminal, which could stand in the middle of a secret.
// oxlint-disable-next-line no-control-regex -- they are what it is about
const COMMANDS = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;
// A piece of a test's source, shown where it failed: what is planted stands in sources.
const SOURCE = /^\s*(?:\u2502\s*)?\d+\s*[|\u2502]/;

/**
 * What is secret in a line, and the line without it; where nothing is, the line as it was.
 * @param {string} line
 * @returns {{found: string[], clean: string}}
 */
export function cut(line) {
  const plain = line.replace(COMMANDS, "");
  const found = [];
  let clean = plain;
  for (const [what, shape] of SHAPES) {
    clean = clean.replace(shape, (whole, secret) => {
      if (what !== "a planted secret" && new Set(secret).size < DIFFERENT_MIN) return whole;
      if (what === "a planted secret" && SOURCE.test(plain)) return whole;
      found.push(what);
      return `[${what}]`;
    });
  }
  for (const secret of SOURCE.test(plain) ? [] : PLANTED) {
    while (clean.includes(secret)) {
      found.push("a planted secret");
      clean = clean.replace(secret, "[a planted secret]");
    }
  }
  return found.length === 0 ? { found, clean: line } : { found, clean };
}
