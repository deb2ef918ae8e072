// SHA-256 and the encodings we print digests in. Constant-time comparison for everything secret.

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const encoder = new TextEncoder();

/** SHA-256 of a text (as UTF-8) or of bytes. */
export async function sha256(data: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Lowercase hexadecimal. */
export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += (byte < 16 ? "0" : "") + byte.toString(16);
  return text;
}

/** RFC 4648 base32, lowercase, without padding. */
export function base32(bytes: Uint8Array): string {
  const codes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    held = (held << 8) | (bytes[at] ?? 0);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      codes.push(BASE32.charCodeAt((held >> bits) & 31));
      held &= (1 << bits) - 1;
    }
  }
  if (bits > 0) codes.push(BASE32.charCodeAt((held << (5 - bits)) & 31));
  return String.fromCharCode(...codes);
}

/** Whether two secrets are equal, in time that depends on neither: their digests are compared. */
export async function sameSecret(a: string, b: string): Promise<boolean> {
  const [x, y] = await Promise.all([sha256(a), sha256(b)]);
  return crypto.subtle.timingSafeEqual(x, y);
}
