// Where requests come from in tests: nobody is slowed down by another test's attempts.

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
