// A fake server as a reader meets it: through the one fetch, on loopback.

import { createFetching, type Fetching } from "../../../src/sources/fetching.ts";
import type { FakeServer } from "./by-hand.ts";

/** Where the fake is for the settings. */
export const FAKE_URL = "http://127.0.0.1:8700";

/** Waits long for an answer, however busy the machine is, and briefly for one whose `fault` is that it never comes. */
export function fetchingFrom(server: FakeServer, fault: string | null = null): Fetching {
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { signal } = init;
    const cut = new Promise<never>((_, reject) =>
      signal?.addEventListener("abort", () => reject(new Error("aborted"))),
    );
    return Promise.race([server(new Request(url, init)), cut]);
  };
  return createFetching({
    local: true,
    resolve: null,
    ownHosts: [],
    fetch,
    now: Date.now,
    timeoutMs: fault === "slow" ? 50 : 30_000,
  });
}
