// The query parameter access_token, which version 1 accepts beside the Authorization header (service-v1.md, Authentication).
// Addresses are logged and remembered where headers are not: the parameter is taken out of the address before anybody else
// sees the request, and its use is answered with a warning. Version 2 knows no such parameter.

const NAME = "access_token";
const TOKEN = /^[\x21-\x7e]{1,256}$/;

/** What an answer says to whoever used the parameter. */
export const WARNING =
  '299 - "The query parameter access_token is deprecated: send Authorization: Bearer <token> instead."';

/**
 * The request with the token where a token belongs, and whether the parameter was there. An Authorization header goes
 * before it; a parameter that is given twice, or holds no token, is none.
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
