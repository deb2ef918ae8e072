// Answers of the token and revocation endpoints: JSON that must not be stored, and the errors of
// RFC 6749, 5.2.

const HEADERS = { "cache-control": "no-store", pragma: "no-cache" };

const STATUSES = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  unauthorized_client: 400,
  temporarily_unavailable: 429,
} as const;

export interface OAuthError {
  readonly error: keyof typeof STATUSES;
  /** A sentence for the client's developer, in the characters that RFC 6749 allows. */
  readonly description: string;
}

/** A successful answer. */
export function answered(body: unknown): Response {
  return Response.json(body, { headers: HEADERS });
}

/** An error with its status; a client that failed to authenticate is told how to do it. */
export function refused({ error, description }: OAuthError): Response {
  const headers = new Headers(HEADERS);
  if (error === "invalid_client")
    headers.set("www-authenticate", 'Basic realm="oauth", charset="UTF-8"');
  if (error === "temporarily_unavailable") headers.set("retry-after", "60");
  return Response.json(
    { error, error_description: description },
    { status: STATUSES[error], headers },
  );
}

/** The answer to a method other than POST. */
export function postOnly(): Response {
  const body = { error: "invalid_request", error_description: "This address takes POST." };
  return Response.json(body, { status: 405, headers: { ...HEADERS, allow: "POST" } });
}
