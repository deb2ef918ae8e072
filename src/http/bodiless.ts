// A body in a GET or HEAD request means nothing (RFC 9110, 9.3.1 and 9.3.2), but some clients
// always send one. The platform passes it on and then refuses to copy such a request or pass it to
// an object, which would look like our fault. So the body is removed before any other code sees the
// request.

/** The request without a body that its method gives no meaning; any other as it is. */
export function withoutMeaninglessBody(request: Request): Request {
  const { method, url, body, signal } = request;
  if (body === null || (method !== "GET" && method !== "HEAD")) return request;
  const headers = new Headers(request.headers);
  for (const name of ["Content-Length", "Content-Type", "Transfer-Encoding"]) headers.delete(name);
  return new Request(url, { method, headers, signal, redirect: "manual" });
}
