// What a heartbeat says in the log of the connections that it woke.

import { expect, test } from "vitest";
import { sumBeat } from "../../src/importer/connection/all-connections.ts";
import type { QueueHealth } from "../../src/importer/health.ts";

const NOW = 1_795_000_000_000;
const QUIET: QueueHealth = {
  waiting: 0,
  oldest_waiting_at: null,
  failed_imports: 0,
  failing_sources: 0,
  failing_webhooks: 0,
  authorize_again: 0,
};

test("a beat sums what waits and fails, tells the oldest wait, and counts who did not answer", () => {
  const of = (value: QueueHealth | null) => ({ status: "fulfilled", value }) as const;

  const line = sumBeat(
    [
      of({ ...QUIET, waiting: 2, oldest_waiting_at: NOW - 90 * 60_000, failed_imports: 1 }),
      of({ ...QUIET, waiting: 1, oldest_waiting_at: NOW - 60_000, authorize_again: 1 }),
      of(null),
      { status: "rejected", reason: new Error("gone") },
    ],
    NOW,
  );

  expect(line).toEqual({
    connections: 4,
    unanswered: 1,
    waiting: 3,
    oldest_waiting_minutes: 90,
    failed_imports: 1,
    failing_sources: 0,
    failing_webhooks: 0,
    authorize_again: 1,
  });
});
