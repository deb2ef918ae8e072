// Synchronous SHA-256 (FIPS 180-4) of short texts: an import hashes every row, and awaiting the
// platform's digest costs several times the digest. Not for secrets: those stay with crypto.subtle.

const ROUNDS = 64;
const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
const DIGEST_BYTES = 32;
const INITIAL = Uint32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);
const CONSTANTS = Uint32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);
const schedule = new Int32Array(ROUNDS);
const state = new Int32Array(INITIAL.length);
const encoder = new TextEncoder();
/** Room for the texts of nearly all rows; used again for each. */
const SCRATCH = new Uint8Array(1_024);

/** The first bytes of the digest of a text, as UTF-8; all 32 unless told. */
export function sha256Sync(text: string, bytes: number = DIGEST_BYTES): Uint8Array {
  // A code unit takes at most three bytes.
  const room = 3 * text.length + 1 + LENGTH_BYTES + BLOCK_BYTES;
  const message = room <= SCRATCH.length ? SCRATCH : new Uint8Array(room);
  const { written } = encoder.encodeInto(text, message);
  const end = Math.ceil((written + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  message.fill(0, written, end);
  message[written] = 0x80;
  // The length in bits; texts of 512 MB and more would need its upper half.
  const bits = written * 8;
  for (let i = 1; i <= 4; i += 1) message[end - i] = bits >>> (8 * (i - 1));
  state.set(INITIAL);
  for (let at = 0; at < end; at += BLOCK_BYTES) compress(message, at);
  const digest = new Uint8Array(bytes);
  for (let i = 0; i < digest.length; i += 1)
    digest[i] = (state[i >> 2] ?? 0) >>> (24 - 8 * (i & 3));
  return digest;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function compress(message: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i += 1) {
    const from = at + 4 * i;
    schedule[i] =
      ((message[from] ?? 0) << 24) |
      ((message[from + 1] ?? 0) << 16) |
      ((message[from + 2] ?? 0) << 8) |
      (message[from + 3] ?? 0);
  }
  for (let i = 16; i < ROUNDS; i += 1) {
    const a = schedule[i - 15] ?? 0;
    const b = schedule[i - 2] ?? 0;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    schedule[i] = (schedule[i - 16] ?? 0) + s0 + (schedule[i - 7] ?? 0) + s1;
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let i = 0; i < ROUNDS; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + (schedule[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  add(0, a);
  add(1, b);
  add(2, c);
  add(3, d);
  add(4, e);
  add(5, f);
  add(6, g);
  add(7, h);
}

function add(index: number, word: number): void {
  state[index] = (state[index] ?? 0) + word;
}
