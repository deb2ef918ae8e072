// Extended public keys (BIP 32) and the addresses of their accounts: BIP 44 pays to a key, BIP 49
// to a key nested in a script, BIP 84 to a witness key, BIP 86 to a taproot key. The prefix says
// which (SLIP 132), but many wallets write xpub for all of them, so the settings may override it. A
// private key is refused before anything else is done with it.

import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base58check, bech32, bech32m } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";

/** The kinds of addresses of an account. */
export const SCRIPTS = ["p2pkh", "p2sh-p2wpkh", "p2wpkh", "p2tr"] as const;
export type Script = (typeof SCRIPTS)[number];

interface Prefix {
  readonly version: number;
  readonly script: Script;
}

const PUBLIC: ReadonlyMap<string, Prefix> = new Map([
  ["xpub", { version: 0x0488b21e, script: "p2pkh" }],
  ["ypub", { version: 0x049d7cb2, script: "p2sh-p2wpkh" }],
  ["zpub", { version: 0x04b24746, script: "p2wpkh" }],
]);
/** BIP 44: the addresses for receiving, and those for change. */
export const CHAINS = [0, 1] as const;
const PAY_TO_KEY = 0x00;
const PAY_TO_SCRIPT = 0x05;
const VERSION_BYTES_ONLY = 0x0488ade4;

const checkedBase58 = base58check(sha256);

/** An account's public key. */
export interface ExtendedKey {
  readonly key: HDKey;
  readonly script: Script;
  /** Whether prefix or settings name the kind of addresses; an xpub may have any kind. */
  readonly certain: boolean;
}

/** Whether the text looks like an extended key of any network or kind. */
export function isExtendedKey(text: string): boolean {
  return /^[a-zA-Z](pub|prv)/.test(text);
}

/** The key, or the end of a sentence about its fault, which repeats no part of it. */
export function extendedKey(text: string, setScript: Script | null): Result<ExtendedKey, string> {
  const name = text.slice(0, 4);
  if (name.endsWith("prv"))
    return err(
      "is a private key, which can spend the coins: never give it to anybody; use the public key instead",
    );
  const prefix = PUBLIC.get(name);
  if (prefix === undefined)
    return err(
      `begins with ${JSON.stringify(name)}, expected xpub, ypub or zpub of the main network`,
    );
  if (setScript !== null && name !== "xpub" && setScript !== prefix.script)
    return err(`is for ${prefix.script} by its prefix, but for ${setScript} by the settings`);
  try {
    const key = HDKey.fromExtendedKey(text, {
      public: prefix.version,
      private: VERSION_BYTES_ONLY,
    });
    const certain = setScript !== null || name !== "xpub";
    return ok({ key, script: setScript ?? prefix.script, certain });
  } catch {
    return err("has a wrong checksum or is cut off: copy it again");
  }
}

/** Addresses of one chain of the account, starting at an index. */
export function deriveAddresses(
  { key, script }: ExtendedKey,
  chain: (typeof CHAINS)[number],
  from: number,
  count: number,
): string[] {
  const branch = key.deriveChild(chain);
  return Array.from({ length: count }, (_, index) =>
    encodeAddress(
      must(branch.deriveChild(from + index).publicKey, "a public key has public children"),
      script,
    ),
  );
}

function encodeAddress(publicKey: Uint8Array, script: Script): string {
  switch (script) {
    case "p2pkh":
      return checkedBase58.encode(Uint8Array.of(PAY_TO_KEY, ...hash160(publicKey)));
    case "p2sh-p2wpkh":
      return checkedBase58.encode(
        Uint8Array.of(PAY_TO_SCRIPT, ...hash160(Uint8Array.of(0x00, 20, ...hash160(publicKey)))),
      );
    case "p2wpkh":
      return bech32.encode("bc", [0, ...bech32.toWords(hash160(publicKey))]);
    case "p2tr":
      return bech32m.encode("bc", [1, ...bech32m.toWords(tweakKey(publicKey))]);
  }
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}

/** BIP 341 without scripts: x of the key with even y plus the hash of its x times the generator. */
function tweakKey(publicKey: Uint8Array): Uint8Array {
  const { Point } = secp256k1;
  const x = publicKey.slice(1);
  const even = Point.fromBytes(Uint8Array.of(0x02, ...x));
  const tweak = BigInt(`0x${schnorr.utils.taggedHash("TapTweak", x).toHex()}`) % Point.Fn.ORDER;
  return even.add(Point.BASE.multiply(tweak)).toBytes(true).slice(1);
}
