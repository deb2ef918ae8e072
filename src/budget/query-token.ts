// The query parameter access_token, which version 1 accepts besides the Authorization header
// (service-v1.md, Authentication). Unlike headers, addresses are logged and remembered. So the
// parameter is removed before any other code sees the request, and the answer warns about it.
// Version 2 has no such parameter.

const NAME = "access_token";
const TOKEN = /^[\x21-\x7e]{1,256}$/;

/** The warning to a client that used the parameter. */
export const WARNING =
  '299 - "The query parameter access_token is deprecated: send Authorization: Bearer <token> instead."';

/**
 * The request with the token in its header, and whether the parameter was present. An Authorization
 * header takes precedence; a parameter that is given twice, or holds no token, is ignored.
 */
export function withoutQueryToken(request: Request): {
  readonly request: Request;
  readonly wasThere: boolean;
} {
  const url = new URL(request.url);
  if (!url.searchParams.has(NAME)) return { request, wasThere: false };
  const given = url.searchParams.getAll(NAME);
  url.searchParams.delete(NAME);
  const asked = new Request(url, request);
  const [token] = given;
  if (
    !asked.headers.has("Authorization") &&
    given.length === 1 &&
    token !== undefined &&
    TOKEN.test(token)
  ) {
    asked.headers.set("Authorization", `Bearer ${token}`);
  }
  return { request: asked, wasThere: true };
}
