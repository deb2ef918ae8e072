// A receiver of webhooks, written from the public specification (standardwebhooks.com) with
// node:crypto alone: it checks each message by itself and answers as it is told to. By hand: `node
// test/sources/fakes/receiver.ts whsec_... [port]` prints what it takes.

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

export interface Received {
  readonly id: string;
  readonly seconds: number;
  /** Which of the secrets signed it; empty where none did. */
  readonly signedBy: readonly string[];
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown>;
    readonly page: string;
  };
  readonly text: string;
}

/** What the receiver answers to the n-th message. */
export type Behaviour = (
  message: Received,
  count: number,
) => { readonly status: number; readonly headers?: Record<string, string> };

/** Takes a message apart and checks its signatures under each of the secrets. */
export function checked(
  headers: (name: string) => string | null,
  text: string,
  secrets: readonly string[],
): Received {
  const [id, seconds, signature] = ["id", "timestamp", "signature"].map(
    (name) => headers(`webhook-${name}`) ?? "",
  );
  const signedBy = secrets.filter((secret) => {
    const mac = createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
      .update(`${id}.${seconds}.${text}`)
      .digest();
    return (signature ?? "").split(" ").some((one) => {
      const claimed = Buffer.from(one.replace(/^v1,/, ""), "base64");
      return (
        one.startsWith("v1,") && claimed.length === mac.length && timingSafeEqual(claimed, mac)
      );
    });
  });
  return {
    id: id ?? "",
    seconds: Number(seconds),
    signedBy,
    body: JSON.parse(text) as Received["body"],
    text,
  };
}

function listen(secret: string, port: number): void {
  createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const header = (name: string) => [request.headers[name] ?? null].flat()[0] ?? null;
      const received = checked(header, Buffer.concat(pieces).toString(), [secret]);
      process.stdout.write(
        `${received.signedBy.length > 0 ? "good" : "WRONG SIGNATURE"} ${received.id} ${received.text}\n`,
      );
      response.writeHead(received.signedBy.length > 0 ? 204 : 401).end();
    });
  }).listen(port, "127.0.0.1");
}

if (process.argv[1]?.endsWith("receiver.ts") === true)
  listen(process.argv[2] ?? "", Number(process.argv[3] ?? "8799"));
