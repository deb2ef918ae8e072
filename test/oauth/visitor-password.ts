/** What the tests' people sign in with; scripts/printed.mjs knows it, so that it is never printed. */
export const PASSWORD = "a long sentence of mine";
