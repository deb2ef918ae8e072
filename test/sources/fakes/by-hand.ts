// A fake server is a function from a request to its answer; this serves one on loopback, for trying it by hand.

import type { IncomingMessage } from "node:http";

export type FakeServer = (request: Request) => Promise<Response>;

/** Serves on loopback, at a free port unless one is named. */
export async function serveFake(
  server: FakeServer,
  port = 0,
): Promise<{ origin: string; stop: () => void }> {
  const { createServer } = await import("node:http");
  const listening = createServer((incoming, outgoing) => {
    void (async () => {
      const response = await server(await requestOf(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
      // Who asked has gone, or nothing can be answered: the connection ends, as a server's would.
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => listening.listen(port, "127.0.0.1", resolve));
  const address = listening.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : port}`,
    stop: () => void listening.close(),
  };
}

/** Serves until it is stopped; says where, and whatever else is to be known. */
export async function serveByHand(
  server: FakeServer,
  port: number,
  words: readonly string[],
): Promise<void> {
  const { origin } = await serveFake(server, port);
  process.stdout.write(`${[origin, ...words].join("\n")}\n`);
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === "string") headers.set(name, value);
  const body =
    method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks).toString("utf8") };
  return new Request(`http://${incoming.headers.host ?? "127.0.0.1"}${incoming.url ?? "/"}`, {
    method,
    headers,
    ...body,
  });
}

/** What any server may do wrong; each fake takes these beside its own. */
export type CommonFault = "down" | "slow" | "limited" | "not JSON";

/** The answer of such a fault, or null. */
export async function faulty(fault: string | null): Promise<Response | null> {
  switch (fault) {
    case "down":
      return new Response("Bad gateway", { status: 502 });
    case "slow":
      return new Promise(() => undefined);
    case "limited":
      return new Response("Slow down", { status: 429, headers: { "retry-after": "120" } });
    case "not JSON":
      return new Response("<html>Maintenance</html>");
    case null:
    default:
      return null;
  }
}

/** Base64 or base64url, by what Node and workerd both have. */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
