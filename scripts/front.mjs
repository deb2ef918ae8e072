// What listens on npm start's port: it passes requests on to Miniflare, which listens on a port
// of its own on loopback. Miniflare answers more than the Worker under /cdn-cgi/ (stored files,
// older names of its triggers), without a credential, and believes headers that say where a request
// comes from: neither is to be had through here. Each request has a connection of its own to
// Miniflare, so that one that breaks (a body refused half read) breaks no other.

import { createServer, request as ask } from "node:http";

/** Miniflare's triggers for mail and the heartbeat, which docs/design/mail.md shows; for this machine alone. */
const TRIGGERS = new Set(["/cdn-cgi/local/email", "/cdn-cgi/local/scheduled"]);

/** Headers of one connection (RFC 9110, 7.6.1), and those that only Miniflare's own parts may set. */
const NOT_PASSED_ON =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|mf-.*|cf-.*)$/i;

/** A server that passes requests on to 127.0.0.1:`inner`; to be told where to listen. */
export function frontOf(inner) {
  return createServer((request, response) => {
    const from = request.socket.remoteAddress ?? "";
    const target = targetOf(request.url ?? "");
    if (target === null)
      return refuse(response, 400, "Bad Request", "The address of this request cannot be read.");
    if (
      target.pathname.startsWith("/cdn-cgi/") &&
      !(TRIGGERS.has(target.pathname) && isThisMachine(from))
    ) {
      return refuse(
        response,
        404,
        "Not Found",
        `There is nothing at ${target.pathname.slice(0, 200)}.`,
      );
    }
    passOn(request, response, {
      host: "127.0.0.1",
      port: inner,
      path: target.pathname + target.search,
      from,
    });
  });
}

function passOn(request, response, { host, port, path, from }) {
  const headers = [
    ...keptOf(request.rawHeaders),
    "CF-Connecting-IP",
    from.replace(/^::ffff:/, ""),
    "Connection",
    "close",
  ];
  if (request.headers["transfer-encoding"] !== undefined)
    headers.push("Transfer-Encoding", "chunked");
  const onward = ask({
    host,
    port,
    path,
    method: request.method,
    headers,
    agent: false,
    setHost: false,
  });
  onward.on("response", (answer) => {
    response.writeHead(answer.statusCode, answer.statusMessage, keptOf(answer.rawHeaders));
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  onward.on("error", () => {
    // The answer may be on its way although nobody reads the rest of the body.
    request.unpipe(onward);
    request.resume();
    if (!response.headersSent)
      refuse(response, 502, "Bad Gateway", "The Worker ended the connection without an answer.");
  });
  response.on("close", () => onward.destroy());
  request.on("error", () => onward.destroy());
  request.pipe(onward);
}

/** Where a request leads, as the Worker will read it: without "..", and without a host that the client wrote there. */
function targetOf(text) {
  const address = text.startsWith("/") ? `http://localhost${text}` : text;
  return URL.canParse(address) ? new URL(address) : null;
}

/** Name and value by turns, as they came. */
function keptOf(raw) {
  return raw.filter((_, index) => !NOT_PASSED_ON.test(raw[index - (index % 2)]));
}

/** Whether a request came over loopback. */
export function isThisMachine(address) {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}

function refuse(response, status, message, errMsg) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ message, errors: [{ errMsg }] }));
}
