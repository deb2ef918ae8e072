// The key that samples/receipt.eml is signed with (scripts/sign-sample.mjs), known on a developer's machine alone. Its domain is one
// that nobody can have, and its private half is nowhere.

export const SAMPLE_KEYS: ReadonlyMap<string, string> = new Map([
  [
    "sample._domainkey.tidewater.example",
    "v=DKIM1; k=ed25519; p=oC4biqJF8s1FPzkLQb+uOSZtnVQcpaOz6zqnlOdDVDk=",
  ],
]);
