// Time in tests. An answer that waits a moment for work to be done tells otherwise of a machine
// that is slow: while time stands still it waits for as long as it takes. What is counted by the
// clock's minute is done within one.

import { vi } from "vitest";

/** Does the work while the Worker's clock stands; timers and alarms go on. */
export async function whileTimeStands<T>(work: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

/**
 * Does the work, and again where a minute of the clock ended meanwhile; what it counts against must
 * be new each time.
 */
export async function withinAMinute<T>(work: () => Promise<T>): Promise<T> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const begun = minute();
    const done = await work();
    if (minute() === begun) return done;
  }
}
