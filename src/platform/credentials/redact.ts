// Cuts secrets out of logs and error texts: everything that looks like a credential or a receipt
// address that we issue, wherever it occurs (a path, a query, another program's message).

const CREDENTIAL = /([a-z]{2,5}_[A-Za-z0-9-]{1,64}_)[a-z2-7]{26,52}/g;
const RECEIPT_ADDRESS = /((?:\+|%2B)(?:1|[a-z2-7]{26})-)[a-z2-7]{16}(?=@|%40)/gi;
const WEBHOOK_SECRET = /\b(whsec_|whsk_)[A-Za-z0-9+/]{16,100}={0,2}/g;
const PARAMETER =
  /\b((?:access_token|refresh_token|client_secret|code|code_verifier|link|invite|password)=)[^&\s"'\\]+/gi;

/**
 * The text without secrets; `known` are secrets without a recognizable form, which are cut as well.
 */
export function withoutSecrets(text: string, known: readonly (string | null)[] = []): string {
  const shaped = text
    .replace(CREDENTIAL, "$1…")
    .replace(RECEIPT_ADDRESS, "$1…")
    .replace(WEBHOOK_SECRET, "$1…")
    .replace(PARAMETER, "$1…");
  return known.reduce<string>(
    (cut, secret) => (secret === null || secret === "" ? cut : cut.replaceAll(secret, "…")),
    shaped,
  );
}
