// A bank that tells balances as JSON, some of them only to who has its key, and what a request brought.
// By hand: node test/sources/fakes/json.ts

import { byHand, faulty, notFound, writeJson, type Handler } from "./faults.ts";

export const JSON_KEY = "planted-json-key";
let balance = "1234.50";

export const json: Handler = faulty((request, response, url, path) => {
  const authorized = request.headers.authorization === `Bearer ${JSON_KEY}`;
  switch (path) {
    case "/balance":
      if (request.method === "PUT") balance = url.searchParams.get("value") ?? balance;
      return writeJson(
        response,
        `{"balance":${balance},"currency":"EUR","at":"2026-11-21T10:00:00Z"}`,
      );
    case "/accounts":
      if (!authorized) return void response.writeHead(401).end();
      return writeJson(
        response,
        `{"accounts":[{"id":"A1","balance":${balance},"currency":"EUR"},{"id":"B2","balance":"-7.10","currency":"USD"}]}`,
      );
    case "/echo": {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () =>
        writeJson(
          response,
          JSON.stringify({
            method: request.method,
            headers: request.headers,
            body: Buffer.concat(chunks).toString("utf8"),
            query: url.search,
          }),
        ),
      );
      return;
    }
    case "/moved":
      return void response
        .writeHead(Number(url.searchParams.get("status") ?? 302), {
          location: url.searchParams.get("to") ?? "/",
        })
        .end();
    default:
      return notFound(response);
  }
});

if (import.meta.main)
  await byHand("json", json, 8801, [
    "/balance",
    `/accounts   (Authorization: Bearer ${JSON_KEY})`,
    "/balance?value=99.95   (PUT changes it)",
  ]);
