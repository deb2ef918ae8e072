// The public key that samples/receipt.eml is signed with (scripts/sign-sample.mjs). Only a
// developer's machine knows it. Nobody can register its domain, and the private key is not kept.

export const SAMPLE_KEYS: ReadonlyMap<string, string> = new Map([
  [
    "sample._domainkey.tidewater.example",
    "v=DKIM1; k=ed25519; p=oC4biqJF8s1FPzkLQb+uOSZtnVQcpaOz6zqnlOdDVDk=",
  ],
]);
