// Bitcoin addresses with their checksums: base58check (BIP 13), bech32 for segwit version 0 (BIP
// 173), bech32m for later versions (BIP 350). Addresses of test networks are refused, because their
// coins are worth nothing.

import { sha256 } from "@noble/hashes/sha2.js";
import { base58, base58check, bech32, bech32m } from "@scure/base";
import { err, ok, type Result } from "../../platform/result.ts";

const checkedBase58 = base58check(sha256);
/** BIP 173: at most 90 characters; base58 ones have at most 35. */
const CHARS_MAX = 90;

/** The first byte of a base58 address: what it pays to, and on which network. */
const VERSIONS: ReadonlyMap<number, "main" | "test"> = new Map([
  [0x00, "main"],
  [0x05, "main"],
  [0x6f, "test"],
  [0xc4, "test"],
]);
const TEST = "belongs to a test network, whose coins are worth nothing";

/** The address in its usual spelling, or the end of a sentence about its fault. */
export function bitcoinAddress(text: string): Result<string, string> {
  if (text.length > CHARS_MAX) return err(`has ${text.length} characters, more than any address`);
  return /^(bc|tb|bcrt)1/i.test(text) ? segwit(text) : legacy(text);
}

function legacy(text: string): Result<string, string> {
  if (tryDecode(() => base58.decode(text)) === null) return err("is not a Bitcoin address");
  const bytes = tryDecode(() => checkedBase58.decode(text));
  if (bytes === null)
    return err("has a wrong checksum: one of its characters was mistyped; copy it again");
  const network = VERSIONS.get(bytes[0] ?? -1);
  if (bytes.length !== 21 || network === undefined)
    return err("is not a known kind of Bitcoin address");
  return network === "main" ? ok(text) : err(TEST);
}

function segwit(text: string): Result<string, string> {
  // BIP 173 forbids a mix of small and capital letters; capitals alone are for QR codes.
  if (text !== text.toLowerCase() && text !== text.toUpperCase())
    return err("mixes capitals and small letters, which is forbidden (BIP 173)");
  const address = text.toLowerCase();
  const one = bech32.decodeUnsafe(address);
  const other = bech32m.decodeUnsafe(address);
  const found = one ?? other;
  const [version, ...program] = found === undefined ? [] : Array.from(found.words);
  if (found === undefined || version === undefined)
    return err("has a wrong checksum: one of its characters was mistyped; copy it again");
  if (found.prefix !== "bc") return err(TEST);
  // BIP 350: version 0 has the first checksum, all others the second.
  if (version > 16 || (version === 0) !== (one !== undefined))
    return err("has the checksum of another version of address (BIP 350)");
  const bytes = bech32.fromWordsUnsafe(program);
  const length = bytes?.length ?? 0;
  const lengths = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
  return lengths ? ok(address) : err(`is not an address: version ${version} with ${length} bytes`);
}

function tryDecode(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
