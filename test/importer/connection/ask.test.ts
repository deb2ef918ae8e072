// One request to somebody else's server: what is slow, large or leads elsewhere ends within its bounds.

import { expect, test } from "vitest";
import { ask, type Fetch } from "../../../src/importer/connection/ask.ts";

const BOUNDS = { timeoutMs: 100, bytesMax: 1_000 };
const request = () =>
  new Request("https://accounts.example.com/oauth/token", { method: "POST", body: "x" });

/** Answers when it is told to stop, as a network would. */
const silent: Fetch = async ({ signal }) =>
  new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(new Error("aborted"))));

/** A body of pieces, one every few milliseconds, until it is told to stop. */
function trickle(pieces: number, signal: AbortSignal): Response {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await scheduler.wait(20);
      if (signal.aborted) controller.error(new Error("aborted"));
      else if ((sent += 1) > pieces) controller.close();
      else controller.enqueue(new Uint8Array(10).fill(120));
    },
  });
  return new Response(body);
}

test("a server that never answers is given up", async () => {
  expect(await ask(silent, request(), BOUNDS)).toEqual({ ok: false, error: "timeout" });
});

test("a server that sends its answer a few bytes at a time, without an end, is given up", async () => {
  const started = Date.now();

  expect(await ask(async ({ signal }) => trickle(1_000, signal), request(), BOUNDS)).toEqual({
    ok: false,
    error: "timeout",
  });
  expect(Date.now() - started).toBeLessThan(5_000);
});

test("an answer of the bound is read, one of a byte more is not", async () => {
  const answered = async (bytes: number) =>
    ask(async () => new Response("x".repeat(bytes)), request(), BOUNDS);

  expect(await answered(1_000)).toMatchObject({ ok: true, value: { text: "x".repeat(1_000) } });
  expect(await answered(1_001)).toEqual({ ok: false, error: "answer too large" });
});

test("an answer that is longer than its Content-Length says is held to the bound all the same", async () => {
  const lying: Fetch = async () =>
    new Response("x".repeat(1_001), { headers: { "content-length": "5" } });

  expect(await ask(lying, request(), BOUNDS)).toEqual({ ok: false, error: "answer too large" });
});

test("redirects are not followed: what was sent stays with whom it was sent to", async () => {
  const seen: string[] = [];
  const moving: Fetch = async ({ redirect }) => {
    seen.push(redirect);
    return new Response(null, { status: 307, headers: { location: "https://evil.example/" } });
  };

  expect(await ask(moving, request(), BOUNDS)).toMatchObject({
    ok: true,
    value: { response: { status: 307 } },
  });
  expect(seen).toEqual(["manual"]);
});

test("a connection that breaks off is told from one that is slow", async () => {
  const broken: Fetch = async () => {
    throw new Error("connection reset: https://secret@accounts.example.com");
  };

  expect(await ask(broken, request(), BOUNDS)).toEqual({ ok: false, error: "connection failed" });
});
