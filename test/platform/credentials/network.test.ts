// Client addresses that count as one network; expected values by RFC 4291, section 2.2.

import { expect, test } from "vitest";
import { findNetwork } from "../../../src/platform/credentials/network.ts";

test("an IPv6 address counts as its first 64 bits, in any notation", () => {
  for (const same of [
    "2001:db8:1:2::1",
    "2001:db8:1:2:ffff:ffff:ffff:ffff",
    "2001:0DB8:0001:0002:0:0:0:1",
    "2001:db8:1:2::",
  ]) {
    expect(findNetwork(same), same).toBe("2001:db8:1:2::/64");
  }
  expect(findNetwork("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(findNetwork("::1")).toBe("0:0:0:0::/64");
  expect(findNetwork("2001:db8:0:0:1::1")).toBe("2001:db8:0:0::/64");
});

test("every other address counts unchanged", () => {
  for (const text of ["192.0.2.1", "192.0.2.10", "::ffff:192.0.2.1", "unknown", ""])
    expect(findNetwork(text)).toBe(text);
});
