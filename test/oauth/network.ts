// Where requests come from, and the minute by which the platform's limits count them: nobody is slowed down by another
// test's attempts, and what is counted to a bound is counted within one minute.

let networks = 0;

/** The front of an IPv6 network that no test has used: "<front>::1" is an address in it. */
export function freshNetwork(): string {
  networks += 1;
  return `2001:db8:0:${networks.toString(16)}`;
}

/** An address in a network that no test has used. */
export function freshAddress(): string {
  return `${freshNetwork()}::1`;
}

/** The minute that a limit counts in; each begins at nought. */
const minute = () => Math.floor(Date.now() / 60_000);

/** What the work comes to within one minute: it is done again, from addresses of its own, where the minute turned meanwhile. */
export async function withinOneMinute<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const began = minute();
    const done = await work();
    if (minute() === began) return done;
  }
}
