// What any server on the network may do wrong, over real sockets: "?fault=<name>" on a fake's
// address switches one on for that request, POST /fault?set=<name> for all until POST /fault?set= .
// Answers of these fakes are written by hand, so that what is cut, dripped or packed is so on the
// wire.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** Answers a request; `path` is without the part under which the fake is mounted. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  path: string,
) => void | Promise<void>;

const MIB = 1024 * 1024;

type Fault = (response: ServerResponse, url: URL) => void;

const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (response) =>
    void response.writeHead(code, headers).end("<html>planted-body</html>");
const moved = (location: string, code = 302): Fault => status(code, { location });

/** A fault's name -> what it does instead of an answer. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  silent: () => undefined,
  drip: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  },
  endless: (response) => {
    response.writeHead(200);
    const more = () =>
      void (
        response.destroyed || response.write(Buffer.alloc(64 * 1024, " "), () => setImmediate(more))
      );
    more();
  },
  bomb: (response) => {
    response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" });
    // Members of 16 MiB, packed a thousand times, one behind the other.
    const member = gzipSync(Buffer.alloc(16 * MIB, " "));
    for (let times = 0; times < 64; times += 1) response.write(member);
    response.end();
  },
  packed: (response) =>
    void response
      .writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" })
      .end(gzipSync('{"balance":"12.50"}')),
  "badly packed": (response) =>
    void response.writeHead(200, { "content-encoding": "gzip" }).end("this is not packed at all"),
  cut: (response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"balance":', () => response.socket?.destroy());
  },
  hangup: (response) => void response.socket?.destroy(),
  empty: (response) => void response.writeHead(200).end(),
  "no content": (response) => void response.writeHead(204).end(),
  html: (response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
  limited: status(429, { "retry-after": "120" }),
  "limited until": status(429, { "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" }),
  "limited oddly": status(429, { "retry-after": "soon" }),
  busy: status(503, { "retry-after": "7" }),
  down: status(503),
  broken: status(500),
  gateway: status(502),
  unauthorized: status(401),
  unpaid: status(402),
  revoked: status(403),
  missing: status(404),
  gone: status(410),
  teapot: status(418),
  "not modified": status(304),
  "to itself": (response, url) => void response.writeHead(302, { location: url.href }).end(),
  "to metadata": moved("http://169.254.169.254/latest/meta-data/planted"),
  "to private": moved("https://10.0.0.1/planted"),
  "to mapped": moved("https://[::ffff:127.0.0.1]/planted"),
  "to file": moved("file:///etc/passwd"),
  "to script": moved("javascript:alert(1)"),
  "to user info": moved("https://planted:planted@bank.example/"),
  "to nowhere": moved("https://"),
  "to ssh": moved("https://bank.example:22/"),
};

/** A handler that does wrong where it is asked to. */
export function faulty(handler: Handler): Handler {
  let set = "";
  return (request, response, url, path) => {
    if (path === "/fault" && request.method === "POST") {
      set = url.searchParams.get("set") ?? "";
      response.writeHead(204).end();
      return;
    }
    const fault = FAULTS[url.searchParams.get("fault") ?? set];
    return fault === undefined ? handler(request, response, url, path) : fault(response, url);
  };
}

/** Answers with JSON that is written as it stands. */
export function writeJson(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}

export function notFound(response: ServerResponse): void {
  response.writeHead(404).end("not found");
}

/** Handlers on loopback, each under its name: "http://127.0.0.1:<port>/<name>/...". */
export async function serveFakes(
  handlers: Readonly<Record<string, Handler>>,
  port = 0,
): Promise<string> {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? "127.0.0.1"}`;
    const url = new URL(request.url ?? "/", origin);
    const [, name = "", ...rest] = url.pathname.split("/");
    const handler = handlers[name];
    if (handler === undefined) return notFound(response);
    void Promise.resolve(handler(request, response, url, `/${rest.join("/")}`)).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : port}`;
}

/** Serves one fake until it is stopped, and says where and what may be tried. */
export async function byHand(
  name: string,
  handler: Handler,
  port: number,
  paths: readonly string[],
): Promise<void> {
  const origin = await serveFakes({ [name]: handler }, port);
  const lines = [
    ...paths.map((path) => `${origin}/${name}${path}`),
    `Faults, by ?fault= or POST ${origin}/${name}/fault?set= : ${Object.keys(FAULTS).join(", ")}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  // The server alone keeps no process alive.
  setInterval(() => undefined, 60_000);
}
