// Addresses of Ethereum and compatible chains: 20 bytes as 40 hexadecimal digits, whose capitals
// are a checksum (EIP-55). An address in only one case has no checksum and is accepted.

import { keccak_256 } from "@noble/hashes/sha3.js";
import { hex } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";

const FORM = /^0x[0-9a-fA-F]{40}$/;

/** The address with its checksum, or the end of a sentence about its fault. */
export function ethereumAddress(text: string): Result<string, string> {
  if (!FORM.test(text)) return err("is not an address: expected 0x and 40 hexadecimal digits");
  const digits = text.slice(2);
  const checked = withChecksum(digits.toLowerCase());
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!plain && text !== checked)
    return err("has a wrong checksum (EIP-55): one of its letters was mistyped; copy it again");
  return ok(checked);
}

/** EIP-55: a letter is a capital if the hash has a digit of 8 or more at the same index. */
function withChecksum(digits: string): string {
  const hash = hex(keccak_256(new TextEncoder().encode(digits)));
  const letters = digits
    .split("")
    .map((letter, index) =>
      Number.parseInt(hash[index] ?? "0", 16) >= 8 ? letter.toUpperCase() : letter,
    );
  return `0x${letters.join("")}`;
}
