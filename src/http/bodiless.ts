// A body that comes with GET or HEAD means nothing (RFC 9110, 9.3.1 and 9.3.2), but some clients send one with every request.
// The platform hands it over and then refuses to build such a request again or to pass it to an object, which would look like
// a fault of ours: the body is left out before anybody sees the request.

/** The request without a body that its method gives no meaning; any other as it is. */
export function withoutMeaninglessBody(request: Request): Request {
  const { method, url, body, signal } = request;
  if (body === null || (method !== "GET" && method !== "HEAD")) return request;
  const headers = new Headers(request.headers);
  for (const name of ["Content-Length", "Content-Type", "Transfer-Encoding"]) headers.delete(name);
  return new Request(url, { method, headers, signal, redirect: "manual" });
}
