// Addresses of Ethereum and compatible chains: 20 bytes as 40 hexadecimal digits, whose capitals are a checksum (EIP-55).
// One without capitals, or without small letters, carries none and is believed; one of both must be right.

import { keccak_256 } from "@noble/hashes/sha3.js";
import { hex } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";

const FORM = /^0x[0-9a-fA-F]{40}$/;

/** The address with its checksum, or what is wrong with it as the end of a sentence. */
export function ethereumAddress(text: string): Result<string, string> {
  if (!FORM.test(text)) return err("is no address: expected 0x and 40 hexadecimal digits");
  const digits = text.slice(2);
  const checked = withChecksum(digits.toLowerCase());
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!plain && text !== checked)
    return err("has a wrong checksum (EIP-55): a letter of it was mistyped; copy it anew");
  return ok(checked);
}

/** EIP-55: a letter is a capital where the digit of the hash at its place is 8 or more. */
function withChecksum(digits: string): string {
  const hash = hex(keccak_256(new TextEncoder().encode(digits)));
  const letters = digits
    .split("")
    .map((letter, index) =>
      Number.parseInt(hash[index] ?? "0", 16) >= 8 ? letter.toUpperCase() : letter,
    );
  return `0x${letters.join("")}`;
}
